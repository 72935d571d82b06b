package dev.regatta.client;

import dev.regatta.stack.Stack;
import dev.regatta.workload.PoolCycle;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ValidationDepth;
import reactor.pool.introspection.micrometer.Micrometer;

import java.util.Map;
import java.util.Optional;

/** r2dbc-pool. */
final class R2dbcPooled implements R2dbcPool {

    private final ConnectionPool pool;
    private final int connections;

    /**
     * A pool.
     *
     * @param most    connections that it may have
     * @param initial how many of them are open when this returns
     * @param outage  what it must recover from
     * @param options the pool's
     */
    R2dbcPooled(ConnectionFactory factory, int most, int initial, PoolCycle.Outage outage,
            Map<String, String> options, Optional<PoolMeters> meters) {
        this.connections = most;
        var configuration = ConnectionPoolConfiguration.builder(factory).initialSize(initial).maxSize(most);
        Stack.keepAlive(options).ifPresent(configuration::backgroundEvictionInterval);
        if (outage == PoolCycle.Outage.SILENT) {
            validating(configuration);
        }
        if (meters.isPresent()) {
            configuration.metricsRecorder(Micrometer.recorder("regatta", meters.get().registry()));
        }
        pool = new ConnectionPool(configuration.build());
        if (meters.isPresent()) {
            pool.getMetrics().ifPresent(told -> levels(told, meters.get()));
        }
        if (initial == 0) {
            return;
        }
        try {
            pool.warmup().block();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Before it lends a connection it asks the server, which it does not by default. */
    private static void validating(ConnectionPoolConfiguration.Builder configuration) {
        configuration.validationDepth(ValidationDepth.REMOTE);
        try {
            configuration.maxValidationTime(FreshPool.PATIENCE);
        } catch (NoSuchMethodError old) {
            // Releases before 1.0 bound the whole of what a caller waits for.
            configuration.maxAcquireTime(FreshPool.PATIENCE);
        }
    }

    /** What the binding of reactor-pool registers of its own pools, which r2dbc-pool hides. */
    private static void levels(PoolMetrics told, PoolMeters meters) {
        meters.level(PoolMeters.Level.IN_USE, "reactor", told::acquiredSize);
        meters.level(PoolMeters.Level.IDLE, "reactor", told::idleSize);
        meters.level(PoolMeters.Level.AWAITED, "reactor", told::pendingAcquireSize);
    }

    @Override
    public ConnectionFactory source() {
        return pool;
    }

    @Override
    public int connections() {
        return connections;
    }

    @Override
    public void close() {
        pool.disposeLater().block();
    }
}
