package dev.regatta.client.wire;

import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A batch of updates on PostgreSQL: BEGIN and a Bind and an Execute per row, pipelined before one Sync; then COMMIT. */
final class PostgresBatchUpdate implements WireStatement {

    private final PostgresMessages messages;
    private final PostgresResponse response;
    private final BatchUpdate batch;
    private final ByteBuffer updates;
    private final int[] slots;
    private final ByteBuffer commit;

    /** The names of prepared statements. */
    PostgresBatchUpdate(PostgresMessages messages, BatchUpdate batch, String begin, String update, String commit) {
        this.messages = messages;
        this.batch = batch;
        response = new PostgresResponse(messages);
        var bytes = PostgresPipeline.execute(new Request(ByteOrder.BIG_ENDIAN), begin, 0);
        for (int row = 0; row < batch.rows(); row++) {
            PostgresPipeline.execute(bytes, update, 2);
        }
        slots = bytes.slots();
        updates = PostgresPipeline.sync(bytes);
        this.commit = PostgresPipeline.only(commit);
    }

    @Override
    public long execute(int[] keys) throws IOException {
        for (int row = 0; row < batch.rows(); row++) {
            updates.putInt(slots[2 * row], batch.written(keys, row));
            updates.putInt(slots[2 * row + 1], keys[row]);
        }
        try {
            send(updates);
        } catch (ServerError e) {
            // Ends the failed transaction too, as a rollback.
            send(commit);
            throw e;
        }
        send(commit);
        return Digest.mix(Digest.EMPTY, response.updated());
    }

    private void send(ByteBuffer request) throws IOException {
        messages.send(request);
        response.read(Digest.EMPTY);
    }
}
