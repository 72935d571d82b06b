package dev.regatta.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Workload;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;

/**
 * Any JDBC driver behind HikariCP. Workloads with parameters use a {@code PreparedStatement}, those without a
 * {@code Statement}, as MariaDB's benchmark does.
 */
final class JdbcClient implements BlockingClient {

    private final HikariDataSource pool;
    private final Class<?> driver;
    private final Dialect dialect;

    private JdbcClient(HikariDataSource pool, Class<?> driver, Dialect dialect) {
        this.pool = pool;
        this.driver = driver;
        this.dialect = dialect;
    }

    /**
     * @param scheme   how the driver's URLs start, up to and including the colon before the slashes
     * @param settings driver options that {@code options} may override
     */
    static JdbcClient open(String scheme, Map<String, String> settings, Endpoint endpoint, int connections,
            Map<String, String> options) throws SQLException {
        String host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
        String url = scheme + "//" + host + ":" + endpoint.port() + "/" + endpoint.database();
        Driver driver;
        try {
            driver = DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "no driver for " + scheme + " URLs on the class path: the recipe lacks its jar",
                    e);
        }
        var config = new HikariConfig();
        config.setPoolName("regatta");
        config.setJdbcUrl(url);
        config.setUsername(endpoint.user());
        config.setPassword(endpoint.password());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        settings.forEach(config::addDataSourceProperty);
        options.forEach(config::addDataSourceProperty);
        var client = new JdbcClient(new HikariDataSource(config), driver.getClass(), endpoint.dialect());
        try {
            client.establish(connections);
            return client;
        } catch (SQLException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /**
     * Holds all connections at once, which makes the pool open them, and runs one statement of each kind on each, so that
     * the driver's classes are initialised by this thread: doing that pins a virtual one.
     */
    private void establish(int connections) throws SQLException {
        var held = new ArrayList<Connection>(connections);
        try {
            for (int i = 0; i < connections; i++) {
                held.add(pool.getConnection());
            }
            for (Connection connection : held) {
                try (var statement = connection.createStatement(); var rows = statement.executeQuery("SELECT 1")) {
                    readOne(rows);
                }
                try (var statement = connection.prepareStatement("SELECT 1"); var rows = statement.executeQuery()) {
                    readOne(rows);
                }
            }
        } finally {
            for (Connection connection : held) {
                connection.close();
            }
        }
    }

    private static void readOne(ResultSet rows) throws SQLException {
        if (!rows.next() || rows.getInt(1) != 1) {
            throw new SQLException("SELECT 1 did not answer 1");
        }
    }

    @Override
    public Class<?> driver() {
        return driver;
    }

    @Override
    public BlockingOperation operation(Workload workload, int worker) {
        return switch (workload) {
            case Reading reading when reading.keyed() -> new JdbcOperations.Keyed(pool, reading, dialect);
            case Reading reading -> new JdbcOperations.Plain(pool, reading, dialect);
            case BatchInsert insert -> new JdbcOperations.Batch(pool, insert, dialect);
        };
    }

    @Override
    public void close() {
        pool.close();
    }
}
