package dev.regatta.client;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * A query of integers on R2DBC: executions follow one another on one connection.
 *
 * @param connections a pool, or the driver itself for a connection of its own
 */
record R2dbcReading(ConnectionFactory connections, String sql, boolean keyed, int statements, int columns)
        implements
            AsyncOperation {

    @Override
    public void start(int[] keys, Outcome outcome) {
        new R2dbcRun(outcome) {
            @Override
            Publisher<?> work(Connection connection) {
                return statements == 1
                        ? execution(connection, 0)
                        : Flux.range(0, statements).concatMap(i -> execution(connection, i));
            }

            private Flux<?> execution(Connection connection, int i) {
                Statement statement = connection.createStatement(sql);
                if (keyed) {
                    statement.bind(0, keys[i]);
                }
                return rows(statement.execute());
            }

            @Override
            void read(Row row) {
                integers(row, columns);
            }
        }.start(connections.create());
    }
}
