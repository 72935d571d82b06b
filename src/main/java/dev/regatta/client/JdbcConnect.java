package dev.regatta.client;

import dev.regatta.workload.Digest;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection of the driver's own, without the pool. */
record JdbcConnect(JdbcDriver.Target target, String sql) implements BlockingOperation {

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = target.driver().connect(target.url(), target.login());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return JdbcReading.integers(rows, 1, Digest.EMPTY);
        }
    }
}
