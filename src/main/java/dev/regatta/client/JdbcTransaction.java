package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/**
 * Reads and updates on JDBC. A connection is borrowed with autocommit on; turning it off, and the pool's turning it on again,
 * are a part of the transaction, as for every application with such a pool.
 */
final class JdbcTransaction implements BlockingOperation {

    private final DataSource source;
    private final Transaction transaction;
    private final boolean autocommit;
    private final String sql;
    private final boolean keyed;
    private final int statements;
    private final int columns;

    JdbcTransaction(DataSource source, Transaction transaction, Dialect dialect) {
        this.source = source;
        this.transaction = transaction;
        autocommit = transaction.autocommit();
        Reading read = transaction.read();
        sql = read.sql(dialect);
        keyed = read.keyed();
        statements = read.statements();
        columns = read.columns();
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = source.getConnection()) {
            if (!autocommit) {
                connection.setAutoCommit(false);
            }
            long digest = keyed ? readById(connection, keys) : readPlain(connection);
            if (transaction.updating()) {
                digest = Digest.mix(digest, update(connection, keys));
            }
            if (!autocommit) {
                connection.commit();
            }
            return digest;
        }
    }

    private long readPlain(Connection connection) throws SQLException {
        long digest = Digest.EMPTY;
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < statements; i++) {
                try (ResultSet rows = statement.executeQuery(sql)) {
                    digest = JdbcOperations.read(rows, columns, digest);
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
                    digest = JdbcOperations.read(rows, columns, digest);
                }
            }
        }
        return digest;
    }

    private int update(Connection connection, int[] keys) throws SQLException {
        int updated = 0;
        try (PreparedStatement statement = connection.prepareStatement(transaction.update())) {
            for (int i = 0; i < statements; i++) {
                statement.setInt(1, transaction.written(keys, i));
                statement.setInt(2, keys[i]);
                updated += statement.executeUpdate();
            }
        }
        return updated;
    }
}
