package dev.regatta.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;

import java.util.Optional;

import javax.sql.DataSource;

/** HikariCP. */
final class JdbcHikari implements JdbcPool {

    private final HikariDataSource pool;

    /**
     * A pool.
     *
     * @param most connections that it may have
     * @param idle how many of them it keeps open while nobody asks for one
     */
    JdbcHikari(JdbcDriver.Target target, int most, int idle, Optional<PoolMeters> meters) {
        var config = new HikariConfig();
        config.setPoolName("regatta");
        config.setJdbcUrl(target.url());
        config.setUsername(target.user());
        config.setPassword(target.password());
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(idle);
        config.setDataSourceProperties(target.properties());
        if (meters.isPresent()) {
            config.setMetricRegistry(meters.get().registry());
        }
        pool = new HikariDataSource(config);
        if (meters.isPresent()) {
            levels(pool.getHikariPoolMXBean(), meters.get());
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
