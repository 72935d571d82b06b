package dev.regatta.client;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Digest;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import java.util.function.Function;

/** A batch of inserts on R2DBC: one statement with many bindings. */
final class R2dbcBatch implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String sql;
    private final int rows;
    private final String content;

    R2dbcBatch(ConnectionFactory connections, String sql, BatchInsert insert) {
        this.connections = connections;
        this.sql = sql;
        rows = insert.rows();
        content = insert.content();
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(outcome).start(connections.create());
    }

    /** The rows acknowledged so far. */
    private final class Run extends R2dbcRun implements Function<Result, Publisher<?>> {

        private int acknowledged;

        Run(Outcome outcome) {
            super(outcome);
        }

        @Override
        Publisher<?> work(Connection connection) {
            Statement statement = connection.createStatement(sql).bind(0, content);
            for (int row = 1; row < rows; row++) {
                statement.add().bind(0, content);
            }
            return Flux.<Result>from(statement.execute()).concatMap(this);
        }

        @Override
        public Publisher<?> apply(Result result) {
            return Flux.<Number>from(result.getRowsUpdated()).doOnNext(count -> acknowledged += count.intValue());
        }

        @Override
        long digest() {
            return Digest.mix(Digest.EMPTY, acknowledged);
        }
    }
}
