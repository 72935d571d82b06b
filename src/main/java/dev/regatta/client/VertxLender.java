package dev.regatta.client;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;

import java.util.Optional;
import java.util.function.Function;

/**
 * What lets the statements of an operation run.
 *
 * @param client the client
 * @param pool   the same where it lends connections: a pipelined client has the type of a pool, and refuses
 */
record VertxLender(SqlClient client, Optional<Pool> pool) {

    /** Lets the statements of one operation run. */
    interface Lending {
        Future<Long> lend(Function<SqlClient, Future<Long>> work);
    }

    /** For operations of one statement: a pool lends a connection to each by itself. */
    Lending directly() {
        return work -> work.apply(client);
    }

    /** For operations of several statements: all of them on one connection, where there is more than one. */
    Lending onOneConnection() {
        return pool.<Lending>map(lending -> work -> lending.withConnection(work::apply)).orElseGet(this::directly);
    }

    /** For transactions, which need a connection of their own. */
    Lending inTransaction() {
        return pool.<Lending>map(lending -> work -> lending.withTransaction(work::apply)).orElseThrow(
                () -> new IllegalArgumentException("a client that lends no connection has no transactions"));
    }
}
