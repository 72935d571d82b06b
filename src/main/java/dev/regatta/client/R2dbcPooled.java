package dev.regatta.client;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.ConnectionFactory;

import java.util.Optional;

/** r2dbc-pool with a fixed number of connections, all of them open. */
final class R2dbcPooled implements R2dbcPool {

    private final ConnectionPool pool;
    private final int connections;

    R2dbcPooled(ConnectionFactory factory, int connections) {
        this.connections = connections;
        pool = new ConnectionPool(
                ConnectionPoolConfiguration.builder(factory).initialSize(connections).maxSize(connections).build());
        try {
            pool.warmup().block();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
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
    public Optional<PoolGauge> gauge() {
        return pool.getMetrics().map(published -> new PoolGauge() {
            @Override
            public int inUse() {
                return published.acquiredSize();
            }

            @Override
            public int awaited() {
                return published.pendingAcquireSize();
            }
        });
    }

    @Override
    public void close() {
        pool.disposeLater().block();
    }
}
