package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** JDBC with HikariCP, which opens most of its ten connections while the test already runs. */
@CountsDatabaseCalls
class OrdersByJdbc {

    private static HikariDataSource pool;

    @BeforeAll
    static void migrate() throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(DatabaseCalls.through(Orders.URL));
        config.setUsername(Orders.USER);
        config.setPassword(Orders.PASSWORD);
        config.setAutoCommit(false);
        pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            for (String sql : Orders.MIGRATION) {
                statement.execute(sql);
            }
            connection.commit();
        }
    }

    @AfterAll
    static void end() {
        pool.close();
    }

    @Test
    void openOrders() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            int items = 0;
            if (Orders.PLANTED) {
                try (PreparedStatement open = connection.prepareStatement(Orders.OPEN);
                        ResultSet rows = open.executeQuery()) {
                    while (rows.next()) {
                        items += itemsOf(rows.getInt(1), connection);
                    }
                }
            } else {
                try (PreparedStatement joined = connection.prepareStatement(Orders.JOINED)) {
                    items += rows(joined) + itemsOf(0, connection);
                }
            }
            connection.commit();
            assertEquals(Orders.ITEMS, items);
        }
    }

    private static int itemsOf(int order, Connection connection) throws SQLException {
        try (PreparedStatement items = connection.prepareStatement(Orders.ITEMS_OF + "?")) {
            items.setInt(1, order);
            return rows(items);
        }
    }

    private static int rows(PreparedStatement statement) throws SQLException {
        int found = 0;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found++;
            }
        }
        return found;
    }
}
