package dev.regatta.client;

import dev.regatta.stack.Stack;
import dev.regatta.workload.Idle;
import dev.regatta.workload.PoolCycle;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ValidationDepth;
import reactor.pool.introspection.micrometer.Micrometer;

import java.time.Duration;
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
        Stack.keepAlive(options).ifPresent(period -> evicting(configuration, period));
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

    /** A method of its own: releases before 0.8.7 do not have the one that it asks for. */
    private static void evicting(ConnectionPoolConfiguration.Builder configuration, Duration period) {
        try {
            configuration.backgroundEvictionInterval(period);
        } catch (NoSuchMethodError old) {
            throw new IllegalArgumentException("option " + Idle.KEEP_ALIVE
                    + ": this release of r2dbc-pool looks after no connections that nobody asks for; 0.8.7 does", old);
        }
    }

    /** Before it lends a connection it asks the server, which it does not by default. */
    private static void validating(ConnectionPoolConfiguration.Builder configuration) {
        configuration.validationDepth(ValidationDepth.REMOTE);
        try {
            configuration.maxValidationTime(FreshPool.PATIENCE);
        } catch (NoSuchMethodError old) {
            // Older releases bound only the whole of what a caller waits for.
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
