package dev.regatta.client;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.ConnectionFactory;
import reactor.pool.introspection.micrometer.Micrometer;

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
     */
    R2dbcPooled(ConnectionFactory factory, int most, int initial, Optional<PoolMeters> meters) {
        this.connections = most;
        var configuration = ConnectionPoolConfiguration.builder(factory).initialSize(initial).maxSize(most);
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
