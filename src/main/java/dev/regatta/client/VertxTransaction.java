package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Reads and updates on Vert.x, strictly one after another. */
record VertxTransaction(VertxReading reads, String update, Transaction transaction) implements VertxOperation.Work {

    @Override
    public Future<Long> run(SqlClient client, int[] keys) {
        Future<Long> read = reads.run(client, keys);
        return transaction.updating()
                ? read.compose(digest -> updates(client, keys, 0, 0).map(updated -> Digest.mix(digest, updated)))
                : read;
    }

    /** The updates from number {@code i} on: how many rows they changed together with those before. */
    private Future<Integer> updates(SqlClient client, int[] keys, int i, int before) {
        Future<Integer> updated = client.preparedQuery(update)
                .execute(Tuple.of(transaction.written(keys, i), keys[i])).map(rows -> before + rows.rowCount());
        return i + 1 == transaction.read().statements()
                ? updated
                : updated.compose(sum -> updates(client, keys, i + 1, sum));
    }
}
