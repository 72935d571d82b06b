package dev.regatta.client.wire;

import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A batch of updates: BEGIN and all rows, sent together; then COMMIT. */
final class WireBatchUpdate implements WireStatement {

    private final Exchange exchange;
    private final BatchUpdate batch;
    private final Step updates;
    private final ByteBuffer commit;

    /** @param updates BEGIN and the updates, with the value and the id of each row */
    WireBatchUpdate(Exchange exchange, BatchUpdate batch, Step updates, ByteBuffer commit) {
        this.exchange = exchange;
        this.batch = batch;
        this.updates = updates;
        this.commit = commit;
    }

    @Override
    public long execute(int[] keys) throws IOException {
        for (int row = 0; row < batch.rows(); row++) {
            updates.with(row, batch.written(keys, row), keys[row]);
        }
        int updated;
        try {
            exchange.send(updates.request());
            exchange.begun();
            updated = exchange.acknowledged();
        } catch (ServerError e) {
            // Ends the failed transaction too, as a rollback.
            commit();
            throw e;
        }
        commit();
        return Digest.mix(Digest.EMPTY, updated);
    }

    private void commit() throws IOException {
        exchange.send(commit);
        exchange.acknowledged();
    }
}
