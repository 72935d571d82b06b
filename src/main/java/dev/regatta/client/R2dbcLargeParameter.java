package dev.regatta.client;

import dev.regatta.workload.LargeParameter;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** A large text as a parameter of an insert and of a select on R2DBC, with the placeholders of the database. */
record R2dbcLargeParameter(ConnectionFactory connections, String insert, String select, LargeParameter large)
        implements
            AsyncOperation {

    @Override
    public void start(int[] keys, Outcome outcome) {
        String text = large.texts().get(large.choice(keys));
        new R2dbcRun(outcome) {
            @Override
            Publisher<?> work(Connection connection) {
                return Flux.concat(counts(execute(connection, insert)),
                        Flux.defer(() -> rows(execute(connection, select))));
            }

            private Publisher<? extends Result> execute(Connection connection, String sql) {
                return connection.createStatement(sql).bind(0, keys[0]).bind(1, text).execute();
            }

            @Override
            void read(Row row) {
                integers(row, 1);
            }
        }.start(connections.create());
    }
}
