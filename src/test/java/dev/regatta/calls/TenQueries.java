package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Ten tests of ten queries each, which nobody counts. */
class TenQueries {

    private static Connection connection;

    @BeforeAll
    static void connect() throws SQLException {
        connection = DriverManager.getConnection(DatabaseCalls.through(Orders.URL), Orders.USER, Orders.PASSWORD);
    }

    @AfterAll
    static void end() throws SQLException {
        connection.close();
    }

    @RepeatedTest(10)
    void tenQueries() throws SQLException {
        for (int i = 0; i < 10; i++) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select 1")) {
                assertTrue(rows.next());
            }
        }
    }
}
