package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Listing;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;

/** A query of integers and texts on Vert.x, read by position or by name. */
record VertxListing(String sql, boolean[] texts, String[] names, boolean byName) implements VertxOperation.Work {

    VertxListing(String sql, Listing listing) {
        this(sql, listing.texts(), listing.names(), listing.byName());
    }

    @Override
    public Future<Long> run(SqlClient client, int[] keys) {
        return client.query(sql).execute().map(this::read);
    }

    private long read(RowSet<Row> rows) {
        long digest = Digest.EMPTY;
        for (Row row : rows) {
            for (int column = 0; column < texts.length; column++) {
                digest = texts[column]
                        ? Digest.mix(digest, byName ? row.getString(names[column]) : row.getString(column))
                        : Digest.mix(digest, byName ? row.getInteger(names[column]) : row.getInteger(column));
            }
        }
        return digest;
    }
}
