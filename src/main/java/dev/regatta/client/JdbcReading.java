package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/**
 * A query of integers on JDBC: by id a {@code PreparedStatement} per operation, executed once per key, else a
 * {@code Statement}.
 */
record JdbcReading(DataSource source, String sql, boolean keyed, int statements, int columns)
        implements
            BlockingOperation {

    JdbcReading(DataSource source, Reading reading, Dialect dialect) {
        this(source, reading.sql(dialect), reading.keyed(), reading.statements(), reading.columns());
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return read(connection, keys);
        }
    }

    /** The digest of all executions on {@code connection}. */
    long read(Connection connection, int[] keys) throws SQLException {
        return keyed ? readById(connection, keys) : readPlain(connection);
    }

    private long readPlain(Connection connection) throws SQLException {
        long digest = Digest.EMPTY;
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < statements; i++) {
                try (ResultSet rows = statement.executeQuery(sql)) {
                    digest = integers(rows, columns, digest);
                }
            }
        }
        return digest;
    }

    private long readById(Connection connection, int[] keys) throws SQLException {
        long digest = Digest.EMPTY;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < statements; i++) {
                statement.setInt(1, keys[i]);
                try (ResultSet rows = statement.executeQuery()) {
                    digest = integers(rows, columns, digest);
                }
            }
        }
        return digest;
    }

    /** The digest after the integers of all rows. */
    static long integers(ResultSet rows, int columns, long before) throws SQLException {
        long digest = before;
        while (rows.next()) {
            for (int column = 1; column <= columns; column++) {
                digest = Digest.mix(digest, rows.getInt(column));
            }
        }
        return digest;
    }
}
