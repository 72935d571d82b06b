package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A container of Testcontainers, of the image {@code -Dimage}. */
@CountsDatabaseCalls
class OrdersInAContainer {

    private static final String IMAGE = System.getProperty("image");
    private static final JdbcDatabaseContainer<?> DATABASE = IMAGE.contains("postgres")
            ? DatabaseCalls.through(
                    new PostgreSQLContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("postgres")))
            : DatabaseCalls
                    .through(new MariaDBContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("mariadb")));

    @BeforeAll
    static void start() {
        DATABASE.start();
    }

    @AfterAll
    static void stop() {
        DATABASE.stop();
    }

    @Test
    void openOrders() throws SQLException {
        try (Connection connection = DriverManager.getConnection(DATABASE.getJdbcUrl(), DATABASE.getUsername(),
                DATABASE.getPassword()); Statement statement = connection.createStatement()) {
            for (int order = 1; order <= (Orders.PLANTED ? 10 : 1); order++) {
                try (ResultSet rows = statement.executeQuery("select " + order)) {
                    rows.next();
                    assertEquals(order, rows.getInt(1));
                }
            }
        }
    }
}
