package dev.regatta.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;

import java.util.Optional;

import javax.sql.DataSource;

/** HikariCP with a fixed number of connections. */
final class JdbcHikari implements JdbcPool {

    private final HikariDataSource pool;

    JdbcHikari(JdbcDriver.Target target, int connections) {
        var config = new HikariConfig();
        config.setPoolName("regatta");
        config.setJdbcUrl(target.url());
        config.setUsername(target.user());
        config.setPassword(target.password());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setDataSourceProperties(target.properties());
        pool = new HikariDataSource(config);
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
    public Optional<PoolGauge> gauge() {
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
