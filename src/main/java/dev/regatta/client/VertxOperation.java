package dev.regatta.client;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** An operation on a client of Vert.x. */
abstract class VertxOperation implements AsyncOperation {

    /** Runs statements on what it is given and folds what they answer into a digest. */
    abstract Future<Long> run(SqlClient client, int[] keys);

    private final VertxLender.Lending lending;

    VertxOperation(VertxLender.Lending lending) {
        this.lending = lending;
    }

    @Override
    public final void start(int[] keys, Outcome outcome) {
        lending.lend(client -> run(client, keys)).onComplete(ended -> {
            if (ended.succeeded()) {
                outcome.completed(ended.result());
            } else {
                outcome.failed(ended.cause());
            }
        });
    }
}
