package dev.regatta.client;

import dev.regatta.workload.Connect;
import dev.regatta.workload.Digest;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection of the driver's own, without the pool. */
final class JdbcConnect implements BlockingOperation {

    private final JdbcDriver.Target target;
    private final String sql;

    JdbcConnect(JdbcDriver.Target target, Connect connect) {
        this.target = target;
        sql = connect.sql();
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        long digest = Digest.EMPTY;
        try (Connection connection = target.driver().connect(target.url(), target.login());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                digest = Digest.mix(digest, rows.getInt(1));
            }
        }
        return digest;
    }
}
