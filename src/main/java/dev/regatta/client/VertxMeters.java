package dev.regatta.client;

import io.micrometer.core.instrument.Timer;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What Vert.x tells of its pools of connections, registered under the names that its own Micrometer metrics have. Those
 * exist for each version of Vert.x by themselves; this is for 4.5 and 5, of which the second calls methods that the
 * first has not.
 */
final class VertxMeters implements PoolMetrics<Object> {

    private static final String OF_SQL = "sql";

    private final Timer waiting;
    private final Timer holding;
    private final AtomicInteger awaited = new AtomicInteger();
    private final AtomicInteger inUse = new AtomicInteger();

    private VertxMeters(PoolMeters meters) {
        waiting = meters.registry().timer("vertx.pool.queue.time");
        holding = meters.registry().timer("vertx.pool.usage");
        meters.level(PoolMeters.Level.IN_USE, "vertx", inUse::get);
        meters.level(PoolMeters.Level.AWAITED, "vertx", awaited::get);
    }

    /** A Vert.x that tells. */
    static Vertx vertx(VertxOptions options, PoolMeters meters) {
        var told = new VertxMetrics() {
            @Override
            public PoolMetrics<?> createPoolMetrics(String type, String name, int size) {
                return type.equals(OF_SQL)
                        ? new VertxMeters(meters)
                        : VertxMetrics.super.createPoolMetrics(type, name, size);
            }
        };
        return Vertx.builder().with(options).withMetrics(ignored -> told).build();
    }

    /** A caller waits for a connection, in 5. */
    public Object enqueue() {
        awaited.incrementAndGet();
        return Timer.start();
    }

    /** A caller waits no longer, in 5. */
    public void dequeue(Object queued) {
        awaited.decrementAndGet();
        ((Timer.Sample) queued).stop(waiting);
    }

    /** A connection is lent, in 5. */
    public Object begin() {
        inUse.incrementAndGet();
        return Timer.start();
    }

    /** A connection is given back, in 5. */
    public void end(Object held) {
        inUse.decrementAndGet();
        ((Timer.Sample) held).stop(holding);
    }

    @Override
    public Object submitted() {
        return enqueue();
    }

    @Override
    public Object begin(Object queued) {
        dequeue(queued);
        return begin();
    }

    @Override
    public void rejected(Object queued) {
        dequeue(queued);
    }

    @Override
    public void end(Object held, boolean succeeded) {
        end(held);
    }
}
