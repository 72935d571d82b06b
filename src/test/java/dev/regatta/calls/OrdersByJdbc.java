package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A repository and its test, as a project has them; with {@code -Dplanted=true} it asks once per order. */
@CountsDatabaseCalls
class OrdersByJdbc {

    private static final String URL = DatabaseCalls.through(System.getProperty("db.url"));
    private static Connection connection;

    @BeforeAll
    static void migrate() throws SQLException {
        connection = DriverManager.getConnection(URL, System.getProperty("db.user"), System.getProperty("db.password"));
        try (Statement statement = connection.createStatement()) {
            for (String sql : Orders.MIGRATION) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
    }

    @AfterAll
    static void end() throws SQLException {
        connection.close();
    }

    @Test
    void openOrders() throws SQLException {
        int items = 0;
        if (Orders.PLANTED) {
            try (PreparedStatement orders = connection.prepareStatement("select id from orders where open order by id");
                    ResultSet rows = orders.executeQuery()) {
                while (rows.next()) {
                    items += itemsOf(rows.getInt(1));
                }
            }
        } else {
            try (PreparedStatement joined = connection.prepareStatement(
                    "select i.id, i.name from item i join orders o on o.id = i.order_id where o.open");
                    ResultSet rows = joined.executeQuery()) {
                while (rows.next()) {
                    items++;
                }
            }
            items += itemsOf(0);
        }
        connection.commit();
        assertEquals(20, items);
    }

    private static int itemsOf(int order) throws SQLException {
        try (PreparedStatement items = connection.prepareStatement("select id, name from item where order_id = ?")) {
            items.setInt(1, order);
            int found = 0;
            try (ResultSet rows = items.executeQuery()) {
                while (rows.next()) {
                    found++;
                }
            }
            return found;
        }
    }
}
