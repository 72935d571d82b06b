package dev.regatta.client;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Row;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** A pool of R2DBC connections for one operation. */
record R2dbcFreshPool(R2dbcPool pool, String sql, int columns) implements FreshPool<AsyncOperation> {

    @Override
    public AsyncOperation caller(Gathering callers) {
        return (keys, outcome) -> new R2dbcRun(outcome) {
            @Override
            Publisher<?> work(Connection connection) {
                return rows(connection.createStatement(sql).execute())
                        .then(Mono.defer(() -> Mono.fromCompletionStage(callers.arrived())));
            }

            @Override
            void read(Row row) {
                integers(row, columns);
            }
        }.start(pool.source().create());
    }

    @Override
    public void close() {
        pool.close();
    }
}
