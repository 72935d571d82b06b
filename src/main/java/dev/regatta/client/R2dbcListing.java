package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Listing;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import org.reactivestreams.Publisher;

/** A query of integers and texts on R2DBC, read by position or by name. */
record R2dbcListing(ConnectionFactory connections, String sql, boolean[] texts, String[] names, boolean byName)
        implements
            AsyncOperation {

    R2dbcListing(ConnectionFactory connections, String sql, Listing listing) {
        this(connections, sql, listing.texts(), listing.names(), listing.byName());
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new R2dbcRun(outcome) {
            @Override
            Publisher<?> work(Connection connection) {
                return rows(connection.createStatement(sql).execute());
            }

            @Override
            void read(Row row) {
                for (int column = 0; column < texts.length; column++) {
                    digest = texts[column]
                            ? Digest.mix(digest, value(row, column, String.class))
                            : Digest.mix(digest, value(row, column, Integer.class));
                }
            }
        }.start(connections.create());
    }

    private <T> T value(Row row, int column, Class<T> type) {
        return byName ? row.get(names[column], type) : row.get(column, type);
    }
}
