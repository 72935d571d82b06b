package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Listing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/** A query of integers and texts on JDBC, read by position or by name. */
final class JdbcListing implements BlockingOperation {

    private final DataSource source;
    private final String sql;
    private final boolean[] texts;
    private final String[] names;
    private final boolean byName;

    JdbcListing(DataSource source, Listing listing, Dialect dialect) {
        this.source = source;
        sql = listing.sql(dialect);
        texts = listing.texts();
        names = listing.names();
        byName = listing.byName();
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return byName ? readByName(rows) : readByPosition(rows);
        }
    }

    private long readByName(ResultSet rows) throws SQLException {
        long digest = Digest.EMPTY;
        while (rows.next()) {
            for (int column = 0; column < texts.length; column++) {
                digest = texts[column]
                        ? Digest.mix(digest, rows.getString(names[column]))
                        : Digest.mix(digest, rows.getInt(names[column]));
            }
        }
        return digest;
    }

    private long readByPosition(ResultSet rows) throws SQLException {
        long digest = Digest.EMPTY;
        while (rows.next()) {
            for (int column = 0; column < texts.length; column++) {
                digest = texts[column]
                        ? Digest.mix(digest, rows.getString(column + 1))
                        : Digest.mix(digest, rows.getInt(column + 1));
            }
        }
        return digest;
    }
}
