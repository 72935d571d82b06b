package dev.regatta.client;

import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A batch of updates on R2DBC: one statement with many bindings, in a transaction. */
final class R2dbcBatchUpdate implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String sql;
    private final BatchUpdate batch;

    R2dbcBatchUpdate(ConnectionFactory connections, String sql, BatchUpdate batch) {
        this.connections = connections;
        this.sql = sql;
        this.batch = batch;
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(keys, outcome).start(connections.create());
    }

    /** The rows acknowledged so far. */
    private final class Run extends R2dbcRun {

        private final int[] keys;
        private int acknowledged;

        Run(int[] keys, Outcome outcome) {
            super(outcome);
            this.keys = keys;
        }

        @Override
        Publisher<?> work(Connection connection) {
            return Flux.concat(connection.beginTransaction(), Flux.defer(() -> updates(connection)),
                    Mono.defer(() -> Mono.from(connection.commitTransaction())));
        }

        private Flux<?> updates(Connection connection) {
            Statement statement = connection.createStatement(sql);
            for (int i = 0; i < batch.rows(); i++) {
                if (i > 0) {
                    statement.add();
                }
                statement.bind(0, batch.written(keys, i)).bind(1, keys[i]);
            }
            return Flux.<Result>from(statement.execute())
                    .concatMap(result -> Flux.<Number>from(result.getRowsUpdated()))
                    .doOnNext(count -> acknowledged += count.intValue());
        }

        @Override
        long digest() {
            return Digest.mix(Digest.EMPTY, acknowledged);
        }
    }
}
