package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

/** A large text as a parameter of an insert and of a select. */
final class JdbcLargeParameter implements BlockingOperation {

    private final DataSource source;
    private final LargeParameter large;
    private final String insert;

    JdbcLargeParameter(DataSource source, LargeParameter large, Dialect dialect) {
        this.source = source;
        this.large = large;
        insert = large.insert(dialect);
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        String text = large.texts().get(large.choice(keys));
        long digest = Digest.EMPTY;
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
                    while (rows.next()) {
                        digest = Digest.mix(digest, rows.getInt(1));
                    }
                }
            }
        }
        return digest;
    }
}
