package dev.regatta.client;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * An operation on a client of Vert.x.
 *
 * @param lending lends what the statements run on
 */
record VertxOperation(VertxLender.Lending lending, Work work) implements AsyncOperation {

    /** The statements of an operation. */
    @FunctionalInterface
    interface Work {

        /** Runs statements on what it is given and folds what they answer into a digest. */
        Future<Long> run(SqlClient client, int[] keys);
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        lending.lend(client -> work.run(client, keys)).onComplete(ended -> {
            if (ended.succeeded()) {
                outcome.completed(ended.result());
            } else {
                outcome.failed(ended.cause());
            }
        });
    }
}
