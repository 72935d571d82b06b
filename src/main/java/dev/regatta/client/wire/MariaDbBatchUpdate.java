package dev.regatta.client.wire;

import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A batch of updates on MariaDB: BEGIN and one COM_STMT_BULK_EXECUTE with all rows, sent together, which the server
 * acknowledges once each; then COMMIT.
 */
final class MariaDbBatchUpdate implements WireStatement {

    private static final int COM_STMT_BULK_EXECUTE = 0xfa;
    private static final int TYPES_FOLLOW = 128;
    private static final int TYPE_LONG = 3;
    private static final int NOT_NULL = 0;

    private final MariaDbPackets packets;
    private final BatchUpdate batch;
    private final ByteBuffer updates;
    private final int[] slots;
    private final ByteBuffer commit;

    /** @param statement the prepared statement's number */
    MariaDbBatchUpdate(MariaDbPackets packets, BatchUpdate batch, int statement) {
        this.packets = packets;
        this.batch = batch;
        var bytes = MariaDbPipeline.query(new Request(ByteOrder.LITTLE_ENDIAN), "BEGIN");
        int start = bytes.size();
        bytes.int4(0).int1(COM_STMT_BULK_EXECUTE).int4(statement).int2(TYPES_FOLLOW).int2(TYPE_LONG).int2(TYPE_LONG);
        for (int row = 0; row < batch.rows(); row++) {
            bytes.int1(NOT_NULL).slot().int1(NOT_NULL).slot();
        }
        updates = MariaDbPipeline.finish(bytes, start).build();
        slots = bytes.slots();
        commit = MariaDbPipeline.query(new Request(ByteOrder.LITTLE_ENDIAN), "COMMIT").build();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        for (int row = 0; row < batch.rows(); row++) {
            updates.putInt(slots[2 * row], batch.written(keys, row));
            updates.putInt(slots[2 * row + 1], keys[row]);
        }
        int updated;
        try {
            packets.send(updates);
            packets.acknowledged();
            updated = packets.acknowledged();
        } catch (ServerError e) {
            commit();
            throw e;
        }
        commit();
        return Digest.mix(Digest.EMPTY, updated);
    }

    private void commit() throws IOException {
        packets.send(commit);
        packets.acknowledged();
    }
}
