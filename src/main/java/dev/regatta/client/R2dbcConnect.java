package dev.regatta.client;

import dev.regatta.workload.Connect;
import dev.regatta.workload.Digest;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import java.util.function.BiFunction;

/** A connection of the driver's own, without the pool. */
final class R2dbcConnect implements AsyncOperation {

    private final ConnectionFactory factory;
    private final String sql;

    R2dbcConnect(ConnectionFactory factory, Connect connect) {
        this.factory = factory;
        sql = connect.sql();
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(outcome).start(factory.create());
    }

    /** The digest so far. */
    private final class Run extends R2dbcRun implements BiFunction<Row, RowMetadata, Boolean> {

        private long digest = Digest.EMPTY;

        Run(Outcome outcome) {
            super(outcome);
        }

        @Override
        Publisher<?> work(Connection connection) {
            return Flux.from(connection.createStatement(sql).execute()).concatMap(result -> result.map(this));
        }

        @Override
        public Boolean apply(Row row, RowMetadata metadata) {
            digest = Digest.mix(digest, row.get(0, Integer.class));
            return Boolean.TRUE;
        }

        @Override
        long digest() {
            return digest;
        }
    }
}
