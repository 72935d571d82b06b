package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Listing;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import java.util.function.BiFunction;

/** A query of integers and texts on R2DBC, read by position or by name. */
final class R2dbcListing implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String sql;
    private final boolean[] texts;
    private final String[] names;
    private final boolean byName;

    R2dbcListing(ConnectionFactory connections, String sql, Listing listing) {
        this.connections = connections;
        this.sql = sql;
        texts = listing.texts();
        names = listing.names();
        byName = listing.byName();
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(outcome).start(connections.create());
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
            for (int column = 0; column < texts.length; column++) {
                digest = texts[column]
                        ? Digest.mix(digest, value(row, column, String.class))
                        : Digest.mix(digest, value(row, column, Integer.class));
            }
            return Boolean.TRUE;
        }

        private <T> T value(Row row, int column, Class<T> type) {
            return byName ? row.get(names[column], type) : row.get(column, type);
        }

        @Override
        long digest() {
            return digest;
        }
    }
}
