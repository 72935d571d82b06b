package dev.regatta.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that tells what a test says, as HikariCP's binding does. */
public final class TestMeters {

    private final PoolMeters meters = new PoolMeters();
    private final AtomicInteger looks = new AtomicInteger();

    /** What it tells. */
    public PoolMeters meters() {
        return meters;
    }

    /** A caller waited. */
    public void acquired(Duration time) {
        meters.registry().timer("hikaricp.connections.acquire").record(time);
    }

    /** A connection was opened. */
    public void created(Duration time) {
        meters.registry().timer("hikaricp.connections.creation").record(time);
    }

    /** Connections in use, and callers that wait. */
    public void levels(int inUse, int awaited) {
        meters.level(PoolMeters.Level.IN_USE, "hikaricp", () -> {
            looks.incrementAndGet();
            return inUse;
        });
        meters.level(PoolMeters.Level.AWAITED, "hikaricp", () -> awaited);
    }

    /** How often somebody looked how many connections are in use. */
    public int looks() {
        return looks.get();
    }
}
