package dev.regatta.client;

import dev.regatta.stack.Stack;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.PoolCycle;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceMetrics;
import io.agroal.api.cache.ConnectionCache;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.MySQLExceptionSorter;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.micrometer.core.instrument.FunctionTimer;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

/** Agroal. Its connections stay open. */
final class JdbcAgroal implements JdbcPool {

    private static final String CACHE = "pool.connectionCache";
    private static final String THREAD_LOCAL = "thread-local";
    private static final String NO_CACHE = "none";

    /**
     * How long a caller waits for a connection: longer than a log-in or a queue takes, and less long than a worker's first operation
     * is waited for. By default Agroal lets it wait for ever, also for a connection that came back while the caller looked for one.
     * Once the time is over, Agroal looks again.
     */
    private static final Duration ACQUISITION = Duration.ofSeconds(15);

    private final AgroalDataSource pool;

    /**
     * A pool.
     *
     * @param most      connections that it may have
     * @param outage  what it must recover from
     * @param dialect the database
     * @param options the pool's
     */
    JdbcAgroal(JdbcDriver.Target target, int most, PoolCycle.Outage outage, Dialect dialect,
            Map<String, String> options,
            Optional<PoolMeters> meters) throws SQLException {
        boolean cached = cached(options.getOrDefault(CACHE, THREAD_LOCAL));
        pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(config -> {
            if (!cached) {
                config.connectionCache(ConnectionCache.none());
            }
            if (outage != PoolCycle.Outage.NONE) {
                // It tells which errors mean that a connection is of no use any more: by default Agroal knows none of them.
                config.exceptionSorter(switch (dialect) {
                    case POSTGRESQL -> new PostgreSQLExceptionSorter();
                    case MARIADB -> new MySQLExceptionSorter();
                });
            }
            Stack.keepAlive(options).ifPresent(period -> config.validationTimeout(period)
                    .connectionValidator(ConnectionValidator.defaultValidator()));
            if (outage == PoolCycle.Outage.SILENT) {
                config.validateOnBorrow(true)
                        .connectionValidator(
                                ConnectionValidator.defaultValidatorWithTimeout(FreshPool.PATIENT_SECONDS));
            }
            // Connections are opened when they are first asked for. With an initial size, 3.2.1 was seen to let the
            // first caller wait for good, behind the thread that opens them.
            return config.maxSize(most).acquisitionTimeout(ACQUISITION)
                    .connectionFactoryConfiguration(factory -> {
                        target.properties().stringPropertyNames()
                                .forEach(name -> factory.jdbcProperty(name, target.properties().getProperty(name)));
                        return factory.jdbcUrl(target.url()).principal(new NamePrincipal(target.user()))
                                .credential(new SimplePassword(target.password()));
                    });
        }));
        if (meters.isPresent()) {
            tell(meters.get());
        }
    }

    /** Agroal's own default keeps the connection that a thread used last for it. */
    private static boolean cached(String value) {
        return switch (value) {
            case THREAD_LOCAL -> true;
            case NO_CACHE -> false;
            default -> throw new IllegalArgumentException(
                    CACHE + " is '" + value + "', expected " + THREAD_LOCAL + " or " + NO_CACHE);
        };
    }

    @Override
    public DataSource source() {
        return pool;
    }

    @Override
    public int connections() {
        return pool.getConfiguration().connectionPoolConfiguration().maxSize();
    }

    /** Agroal has no binding: its own numbers are registered. It counts only when it is told to. */
    private void tell(PoolMeters meters) {
        pool.getConfiguration().setMetricsEnabled(true);
        AgroalDataSourceMetrics told = pool.getMetrics();
        FunctionTimer.builder("agroal.acquire", told, AgroalDataSourceMetrics::acquireCount,
                now -> now.blockingTimeTotal().toNanos(), TimeUnit.NANOSECONDS).register(meters.registry());
        FunctionTimer.builder("agroal.creation", told, AgroalDataSourceMetrics::creationCount,
                now -> now.creationTimeTotal().toNanos(), TimeUnit.NANOSECONDS).register(meters.registry());
        meters.level(PoolMeters.Level.IN_USE, "agroal", told::activeCount);
        meters.level(PoolMeters.Level.IDLE, "agroal", told::availableCount);
        meters.level(PoolMeters.Level.AWAITED, "agroal", told::awaitingCount);
    }

    @Override
    public void close() {
        pool.close();
    }
}
