package dev.regatta.client.wire;

import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A batch of updates: BEGIN and all rows, sent together; then COMMIT.
 *
 * @param updates BEGIN and the updates, with the value and the id of each row
 */
record WireBatchUpdate(Exchange exchange, BatchUpdate batch, PreparedRequest updates,
        ByteBuffer commit) implements WireStatement {

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
            end();
            throw e;
        }
        end();
        return Digest.mix(Digest.EMPTY, updated);
    }

    private void end() throws IOException {
        exchange.send(commit);
        exchange.acknowledged();
    }
}
