package dev.regatta.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Connect;
import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.LargeParameter;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Metadata;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.Workload;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Any JDBC driver behind HikariCP. Workloads with parameters use a {@code PreparedStatement}, those without a
 * {@code Statement}, as MariaDB's benchmark does.
 */
final class JdbcClient implements BlockingClient {

    private final HikariDataSource pool;
    private final Driver driver;
    private final Endpoint endpoint;

    private JdbcClient(HikariDataSource pool, Driver driver, Endpoint endpoint) {
        this.pool = pool;
        this.driver = driver;
        this.endpoint = endpoint;
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
        var client = new JdbcClient(new HikariDataSource(config), driver, endpoint);
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
        return driver.getClass();
    }

    @Override
    public BlockingOperation operation(Workload workload, int worker) {
        Dialect dialect = endpoint.dialect();
        return switch (workload) {
            case Reading reading when reading.keyed() -> new JdbcOperations.Keyed(pool, reading, dialect);
            case Reading reading -> new JdbcOperations.Plain(pool, reading, dialect);
            case Listing listing -> new JdbcListing(pool, listing, dialect);
            case Transaction transaction -> new JdbcTransaction(pool, transaction, dialect);
            case BatchInsert insert -> new JdbcOperations.Batch(pool, insert);
            case BatchUpdate update -> new JdbcBatchUpdate(pool, update);
            case LargeParameter large -> new JdbcLargeParameter(pool, large, dialect);
            case Connect connect -> new JdbcConnect(driver, pool.getJdbcUrl(), properties(), connect);
            case BlobStream blob -> new JdbcBlob(pool, blob, dialect);
            case CopyIn copy -> new JdbcCopyIn(pool, copy);
            case Metadata metadata -> new JdbcMetadata(pool, metadata, endpoint.database(), dialect);
        };
    }

    /** What the pool gives to the driver. */
    private Properties properties() {
        var properties = new Properties();
        properties.putAll(pool.getDataSourceProperties());
        properties.setProperty("user", endpoint.user());
        properties.setProperty("password", endpoint.password());
        return properties;
    }

    @Override
    public Optional<PoolGauge> pool() {
        HikariPoolMXBean published = pool.getHikariPoolMXBean();
        return Optional.of(new PoolGauge() {
            @Override
            public int inUse() {
                return published.getActiveConnections();
            }

            @Override
            public int awaited() {
                return published.getThreadsAwaitingConnection();
            }
        });
    }

    @Override
    public void close() {
        pool.close();
    }
}
