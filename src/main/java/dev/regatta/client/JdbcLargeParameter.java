package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

/** A large text as a parameter of an insert and of a select. */
record JdbcLargeParameter(DataSource source, LargeParameter large, String insert) implements BlockingOperation {

    @Override
    public long execute(int[] keys) throws SQLException {
        String text = large.texts().get(large.choice(keys));
        try (Connection connection = source.getConnection()) {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                statement.setInt(1, keys[0]);
                statement.setString(2, text);
                statement.executeUpdate();
            }
            try (PreparedStatement statement = connection.prepareStatement(large.select())) {
                statement.setInt(1, keys[0]);
                statement.setString(2, text);
                try (ResultSet rows = statement.executeQuery()) {
                    return JdbcReading.integers(rows, 1, Digest.EMPTY);
                }
            }
        }
    }
}
