package dev.regatta.client;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.function.BiConsumer;

/**
 * One statement without rows on R2DBC, with one binding, many or none.
 *
 * @param bindings  binds the parameters of an operation with these keys
 * @param committed whether it has a transaction of its own, else it commits itself
 */
record R2dbcUpdate(ConnectionFactory connections, String sql, BiConsumer<Statement, int[]> bindings, boolean committed)
        implements
            AsyncOperation {

    /** A statement without parameters. */
    static R2dbcUpdate action(ConnectionFactory connections, String sql) {
        return new R2dbcUpdate(connections, sql, (statement, keys) -> {
        }, false);
    }

    /** A batch of inserts. */
    static R2dbcUpdate batch(ConnectionFactory connections, String sql, BatchInsert insert) {
        return new R2dbcUpdate(connections, sql, (statement, keys) -> {
            statement.bind(0, insert.content());
            for (int row = 1; row < insert.rows(); row++) {
                statement.add().bind(0, insert.content());
            }
        }, false);
    }

    /** A batch of updates, in a transaction. */
    static R2dbcUpdate batch(ConnectionFactory connections, String sql, BatchUpdate batch) {
        return new R2dbcUpdate(connections, sql, (statement, keys) -> {
            for (int i = 0; i < batch.rows(); i++) {
                if (i > 0) {
                    statement.add();
                }
                statement.bind(0, batch.written(keys, i)).bind(1, keys[i]);
            }
        }, true);
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new R2dbcRun(outcome) {
            @Override
            Publisher<?> work(Connection connection) {
                return committed
                        ? Flux.concat(connection.beginTransaction(), Flux.defer(() -> executed(connection)),
                                Mono.defer(() -> Mono.from(connection.commitTransaction())))
                        : executed(connection);
            }

            private Flux<?> executed(Connection connection) {
                Statement statement = connection.createStatement(sql);
                bindings.accept(statement, keys);
                return counts(statement.execute());
            }

            @Override
            long digest() {
                return Digest.mix(Digest.EMPTY, changed);
            }
        }.start(connections.create());
    }
}
