package dev.regatta.client.wire;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A batch of inserts on MariaDB: one COM_STMT_BULK_EXECUTE with all rows, which the server acknowledges once. It is the
 * cheapest way MariaDB has, and what MariaDB Connector/J does by default for inserts; a hundred pipelined
 * COM_STMT_EXECUTE would be a hundred transactions, and no floor.
 */
final class MariaDbBatch implements WireStatement {

    private static final int COM_STMT_BULK_EXECUTE = 0xfa;
    private static final int TYPES_FOLLOW = 128;
    private static final int TYPE_VAR_STRING = 253;
    private static final int NOT_NULL = 0;
    private static final int LENGTH_IN_2_BYTES = 0xfc;

    private final MariaDbPackets packets;
    private final ByteBuffer request;

    MariaDbBatch(MariaDbPackets packets, BatchInsert insert, int statement) {
        this.packets = packets;
        byte[] content = insert.content().getBytes(StandardCharsets.UTF_8);
        if (content.length > 0xffff) {
            throw new IllegalArgumentException(
                    "workload " + insert.id() + ": a text of " + content.length + " bytes, expected at most 65535");
        }
        var bytes = MariaDbPackets.begin(0).int1(COM_STMT_BULK_EXECUTE).int4(statement).int2(TYPES_FOLLOW)
                .int2(TYPE_VAR_STRING);
        for (int row = 0; row < insert.rows(); row++) {
            bytes.int1(NOT_NULL).int1(LENGTH_IN_2_BYTES).int2(content.length).raw(content);
        }
        request = MariaDbPackets.finish(bytes);
    }

    @Override
    public long execute(int[] keys) throws IOException {
        packets.send(request);
        return Digest.mix(Digest.EMPTY, packets.acknowledged());
    }
}
