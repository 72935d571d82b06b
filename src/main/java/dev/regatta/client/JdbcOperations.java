package dev.regatta.client;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/** The plain queries and inserts on JDBC. Each operation borrows one connection and closes everything it opened, as an application does. */
final class JdbcOperations {

    private JdbcOperations() {
    }

    /** A query without parameters, as a {@code Statement}. */
    static final class Plain implements BlockingOperation {

        private final DataSource source;
        private final String sql;
        private final int statements;
        private final int columns;

        Plain(DataSource source, Reading reading, Dialect dialect) {
            this.source = source;
            sql = reading.sql(dialect);
            statements = reading.statements();
            columns = reading.columns();
        }

        @Override
        public long execute(int[] keys) throws SQLException {
            long digest = Digest.EMPTY;
            try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
                for (int i = 0; i < statements; i++) {
                    try (ResultSet rows = statement.executeQuery(sql)) {
                        digest = read(rows, columns, digest);
                    }
                }
            }
            return digest;
        }
    }

    /** A query by id: one {@code PreparedStatement} per operation, executed once per key. */
    static final class Keyed implements BlockingOperation {

        private final DataSource source;
        private final String sql;
        private final int statements;
        private final int columns;

        Keyed(DataSource source, Reading reading, Dialect dialect) {
            this.source = source;
            sql = reading.sql(dialect);
            statements = reading.statements();
            columns = reading.columns();
        }

        @Override
        public long execute(int[] keys) throws SQLException {
            long digest = Digest.EMPTY;
            try (Connection connection = source.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < statements; i++) {
                    statement.setInt(1, keys[i]);
                    try (ResultSet rows = statement.executeQuery()) {
                        digest = read(rows, columns, digest);
                    }
                }
            }
            return digest;
        }
    }

    /** Inserts in one {@code executeBatch}. */
    static final class Batch implements BlockingOperation {

        private final DataSource source;
        private final String sql;
        private final int rows;
        private final String content;

        Batch(DataSource source, BatchInsert insert) {
            this.source = source;
            sql = insert.sql();
            rows = insert.rows();
            content = insert.content();
        }

        @Override
        public long execute(int[] keys) throws SQLException {
            int acknowledged;
            try (Connection connection = source.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int row = 0; row < rows; row++) {
                    statement.setString(1, content);
                    statement.addBatch();
                }
                acknowledged = acknowledged(statement.executeBatch());
            }
            return Digest.mix(Digest.EMPTY, acknowledged);
        }
    }

    /** The rows that a batch's answer acknowledges; success without a count is one row. */
    static int acknowledged(int[] counts) {
        int acknowledged = 0;
        for (int count : counts) {
            acknowledged += count == Statement.SUCCESS_NO_INFO ? 1 : Math.max(0, count);
        }
        return acknowledged;
    }

    /** The digest after the integers of all rows. */
    static long read(ResultSet rows, int columns, long before) throws SQLException {
        long digest = before;
        while (rows.next()) {
            for (int column = 1; column <= columns; column++) {
                digest = Digest.mix(digest, rows.getInt(column));
            }
        }
        return digest;
    }
}
