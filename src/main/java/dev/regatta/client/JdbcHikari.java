package dev.regatta.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.regatta.stack.Stack;
import dev.regatta.workload.PoolCycle;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

import javax.sql.DataSource;

/** HikariCP. */
final class JdbcHikari implements JdbcPool {

    /**
     * For so many milliseconds after its last use a connection is lent without being asked whether it is alive, by default
     * half a second: whoever gets one that is half-open would wait for good.
     */
    private static final String UNASKED = "com.zaxxer.hikari.aliveBypassWindowMs";

    /** For so many milliseconds it does not look after its connections. Its keep-alive is every 30 seconds at most. */
    private static final String HOUSEKEEPING = "com.zaxxer.hikari.housekeeping.periodMs";

    private final HikariDataSource pool;

    /**
     * A pool.
     *
     * @param most connections that it may have
     * @param idle how many of them it keeps open while nobody asks for one
     * @param outage what it must recover from
     * @param options the pool's
     */
    JdbcHikari(JdbcDriver.Target target, int most, int idle, PoolCycle.Outage outage, Map<String, String> options,
            Optional<PoolMeters> meters) {
        var config = new HikariConfig();
        config.setPoolName("regatta");
        config.setJdbcUrl(target.url());
        config.setUsername(target.user());
        config.setPassword(target.password());
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(idle);
        config.setDataSourceProperties(target.properties());
        var properties = new HashMap<String, String>();
        if (outage == PoolCycle.Outage.SILENT) {
            config.setValidationTimeout(FreshPool.PATIENCE.toMillis());
            properties.put(UNASKED, "-1");
        }
        Stack.keepAlive(options).ifPresent(period -> properties.put(HOUSEKEEPING, Long.toString(period.toMillis())));
        if (meters.isPresent()) {
            config.setMetricRegistry(meters.get().registry());
        }
        pool = opened(config, properties);
        if (meters.isPresent()) {
            levels(pool.getHikariPoolMXBean(), meters.get());
        }
    }

    /** With properties of the JVM, which it reads when it is made: other pools are to be as they are. */
    private static HikariDataSource opened(HikariConfig config, Map<String, String> properties) {
        var before = (Properties) System.getProperties().clone();
        properties.forEach(System::setProperty);
        try {
            return new HikariDataSource(config);
        } finally {
            properties.keySet().forEach(name -> {
                if (before.containsKey(name)) {
                    System.setProperty(name, before.getProperty(name));
                } else {
                    System.clearProperty(name);
                }
            });
        }
    }

    /** Its binding renews these once a second. */
    private static void levels(HikariPoolMXBean told, PoolMeters meters) {
        meters.level(PoolMeters.Level.IN_USE, "hikaricp", told::getActiveConnections);
        meters.level(PoolMeters.Level.IDLE, "hikaricp", told::getIdleConnections);
        meters.level(PoolMeters.Level.AWAITED, "hikaricp", told::getThreadsAwaitingConnection);
    }

    @Override
    public DataSource source() {
        return pool;
    }

    @Override
    public int connections() {
        return pool.getMaximumPoolSize();
    }

    @Override
    public void close() {
        pool.close();
    }
}
