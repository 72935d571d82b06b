package dev.regatta.client;

import dev.regatta.workload.Connect;
import dev.regatta.workload.Digest;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A connection of the driver's own, without the pool. */
final class JdbcConnect implements BlockingOperation {

    private final Driver driver;
    private final String url;
    private final Properties properties;
    private final String sql;

    /** @param properties user, password and options, as the pool's connections have them */
    JdbcConnect(Driver driver, String url, Properties properties, Connect connect) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
        sql = connect.sql();
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        long digest = Digest.EMPTY;
        // Drivers add to the properties they are given.
        try (Connection connection = driver.connect(url, (Properties) properties.clone());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                digest = Digest.mix(digest, rows.getInt(1));
            }
        }
        return digest;
    }
}
