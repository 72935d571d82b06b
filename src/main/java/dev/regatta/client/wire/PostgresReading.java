package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A query of integers on PostgreSQL: per execution one prebuilt request with the key patched in, and one response. */
final class PostgresReading implements WireStatement {

    private static final int BINARY = 1;

    private final PostgresMessages messages;
    private final ByteBuffer request;
    private final boolean keyed;
    private final int keyAt;
    private final int statements;

    PostgresReading(PostgresMessages messages, Reading reading, String name) {
        this.messages = messages;
        keyed = reading.keyed();
        statements = reading.statements();
        var bytes = PostgresMessages.begin(new Request(ByteOrder.BIG_ENDIAN), 'B').string("").string(name);
        bytes.int2(1).int2(BINARY);
        if (keyed) {
            bytes.int2(1).int4(Integer.BYTES);
            keyAt = bytes.size();
            bytes.int4(0);
        } else {
            bytes.int2(0);
            keyAt = 0;
        }
        PostgresMessages.finish(bytes.int2(1).int2(BINARY), 0);
        int execute = bytes.size();
        PostgresMessages.finish(PostgresMessages.begin(bytes, 'E').string("").int4(0), execute);
        request = bytes.int1('S').int4(4).build();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        for (int statement = 0; statement < statements; statement++) {
            if (keyed) {
                request.putInt(keyAt, keys[statement]);
            }
            messages.send(request);
            digest = read(digest);
        }
        return digest;
    }

    private long read(long before) throws IOException {
        long digest = before;
        while (true) {
            switch (messages.next()) {
                case 'D' -> digest = row(digest);
                case 'E' -> throw messages.recover(messages.error());
                case 'Z' -> {
                    return digest;
                }
                default -> {
                    // BindComplete, CommandComplete, notices.
                }
            }
        }
    }

    private long row(long before) throws IOException {
        ByteBuffer in = messages.body();
        long digest = before;
        for (int column = in.getShort(); column > 0; column--) {
            int length = in.getInt();
            int value = switch (length) {
                case 4 -> in.getInt();
                case 8 -> Math.toIntExact(in.getLong());
                case 2 -> in.getShort();
                default -> throw new IOException("an integer of " + length + " bytes");
            };
            digest = Digest.mix(digest, value);
        }
        return digest;
    }
}
