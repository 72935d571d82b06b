package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

/**
 * Reads and updates on JDBC. A connection is borrowed with autocommit on; turning it off, and the pool's turning it on
 * again, are a part of the transaction, as for every application with such a pool.
 */
record JdbcTransaction(DataSource source, Transaction transaction, JdbcReading reading) implements BlockingOperation {

    JdbcTransaction(DataSource source, Transaction transaction, Dialect dialect) {
        this(source, transaction, new JdbcReading(source, transaction.read(), dialect));
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = source.getConnection()) {
            if (!transaction.autocommit()) {
                connection.setAutoCommit(false);
            }
            long digest = reading.read(connection, keys);
            if (transaction.updating()) {
                digest = Digest.mix(digest, update(connection, keys));
            }
            if (!transaction.autocommit()) {
                connection.commit();
            }
            return digest;
        }
    }

    private int update(Connection connection, int[] keys) throws SQLException {
        int updated = 0;
        try (PreparedStatement statement = connection.prepareStatement(transaction.update())) {
            for (int i = 0; i < reading.statements(); i++) {
                statement.setInt(1, transaction.written(keys, i));
                statement.setInt(2, keys[i]);
                updated += statement.executeUpdate();
            }
        }
        return updated;
    }
}
