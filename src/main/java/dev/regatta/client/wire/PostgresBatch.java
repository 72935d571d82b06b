package dev.regatta.client.wire;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A batch of inserts on PostgreSQL: a Bind and an Execute per row, pipelined before one Sync, which makes them one
 * transaction. This is what JDBC's {@code executeBatch} sends by default.
 */
final class PostgresBatch implements WireStatement {

    private static final String INSERTED = "INSERT 0 ";

    private final PostgresMessages messages;
    private final ByteBuffer request;

    PostgresBatch(PostgresMessages messages, BatchInsert insert, String name) {
        this.messages = messages;
        byte[] content = insert.content().getBytes(StandardCharsets.UTF_8);
        var bytes = new Request(ByteOrder.BIG_ENDIAN);
        for (int row = 0; row < insert.rows(); row++) {
            int bind = bytes.size();
            PostgresMessages.begin(bytes, 'B').string("").string(name).int2(0).int2(1);
            PostgresMessages.finish(bytes.int4(content.length).raw(content).int2(0), bind);
            int execute = bytes.size();
            PostgresMessages.finish(PostgresMessages.begin(bytes, 'E').string("").int4(0), execute);
        }
        request = bytes.int1('S').int4(4).build();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        messages.send(request);
        int inserted = 0;
        while (true) {
            switch (messages.next()) {
                case 'C' -> inserted += messages.count(INSERTED.length());
                case 'E' -> throw messages.recover(messages.error());
                case 'Z' -> {
                    return Digest.mix(Digest.EMPTY, inserted);
                }
                default -> {
                    // BindComplete, notices.
                }
            }
        }
    }
}
