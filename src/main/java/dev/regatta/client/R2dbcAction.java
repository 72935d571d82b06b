package dev.regatta.client;

import dev.regatta.workload.Digest;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** A statement without a result set on R2DBC. */
final class R2dbcAction implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String sql;

    R2dbcAction(ConnectionFactory connections, String sql) {
        this.connections = connections;
        this.sql = sql;
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(outcome).start(connections.create());
    }

    /** The rows changed so far; a driver may tell none. */
    private final class Run extends R2dbcRun {

        private int changed;

        Run(Outcome outcome) {
            super(outcome);
        }

        @Override
        Publisher<?> work(Connection connection) {
            return Flux.<Result>from(connection.createStatement(sql).execute())
                    .concatMap(result -> Flux.<Number>from(result.getRowsUpdated()))
                    .doOnNext(count -> changed += count.intValue());
        }

        @Override
        long digest() {
            return Digest.mix(Digest.EMPTY, changed);
        }
    }
}
