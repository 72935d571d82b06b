package dev.regatta.client;

import dev.regatta.workload.Digest;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/** A statement without a result set on JDBC. */
record JdbcAction(DataSource source, String sql) implements BlockingOperation {

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
            return Digest.mix(Digest.EMPTY, statement.executeUpdate(sql));
        }
    }
}
