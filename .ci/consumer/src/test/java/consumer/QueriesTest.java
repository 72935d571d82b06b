package consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.regatta.calls.CountsDatabaseCalls;
import dev.regatta.calls.DatabaseCalls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** As many queries as the property {@code queries} says, to the database of the variable {@code DATABASE_URL}. */
@CountsDatabaseCalls
class QueriesTest {

    private static Connection connection;

    @BeforeAll
    static void connect() throws SQLException {
        System.out.println("on Java " + System.getProperty("java.specification.version") + " with JUnit "
                + Test.class.getPackage().getImplementationVersion());
        connection = DriverManager.getConnection(DatabaseCalls.through(System.getenv("DATABASE_URL")));
    }

    @AfterAll
    static void end() throws SQLException {
        connection.close();
    }

    @Test
    void queries() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int query = 0; query < Integer.getInteger("queries"); query++) {
                try (ResultSet rows = statement.executeQuery("select " + query)) {
                    rows.next();
                    assertEquals(query, rows.getInt(1));
                }
            }
        }
    }

    /** There may be no Testcontainers here, and none is needed to say so. */
    @Test
    void whatIsNoContainerIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> DatabaseCalls.through(connection));
    }
}
