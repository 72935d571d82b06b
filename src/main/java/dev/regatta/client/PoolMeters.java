package dev.regatta.client;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a pool tells Micrometer, through the binding that it comes with or that there is for it. Micrometer is on the
 * class path of forks in which nothing is timed, and nowhere else.
 */
public final class PoolMeters {

    /** What a pool may time. */
    public enum Timed {
        /** How long callers waited for a connection. */
        ACQUIRE("hikaricp.connections.acquire", "agroal.acquire", "reactor.pool.pending", "vertx.pool.queue.time"),
        /** How long they held it. */
        USAGE("hikaricp.connections.usage", "vertx.pool.usage"),
        /** How long it took to open one. */
        CREATION("hikaricp.connections.creation", "agroal.creation", "reactor.pool.allocation");

        private final String[] names;

        Timed(String... names) {
            this.names = names;
        }
    }

    /** How many a pool may tell of right now. */
    public enum Level {
        /** Connections that are lent. */
        IN_USE("hikaricp.active", "agroal.active", "reactor.pool.resources.acquired",
                "vertx.pool.in.use"),
        /** Connections that are open and not lent. */
        IDLE("hikaricp.idle", "agroal.available", "reactor.pool.resources.idle"),
        /** Callers that wait for a connection. */
        AWAITED("hikaricp.awaiting", "agroal.awaiting", "reactor.pool.resources.pendingAcquire",
                "vertx.pool.queue.pending");

        private final String[] names;

        Level(String... names) {
            this.names = names;
        }
    }

    /**
     * What was timed so far.
     *
     * @param count how often
     * @param nanos how long all of them took
     */
    public record Time(long count, long nanos) {

        /** What came after {@code earlier}. */
        public Time since(Time earlier) {
            return new Time(count - earlier.count, nanos - earlier.nanos);
        }
    }

    private final MeterRegistry registry = new SimpleMeterRegistry();

    /** Where the pool's meters are registered. */
    MeterRegistry registry() {
        return registry;
    }

    /** Registers a level, for pools whose binding does not tell it, or tells it too seldom. */
    void level(Level level, String prefix, Supplier<Number> value) {
        Gauge.builder(name(level, prefix), value).strongReference(true).register(registry);
    }

    private static String name(Level level, String prefix) {
        return Stream.of(level.names).filter(name -> name.startsWith(prefix)).findFirst().orElseThrow();
    }

    /** What the pool has timed so far; empty where it does not tell. */
    public Optional<Time> time(Timed timed) {
        for (String name : timed.names) {
            var timers = registry.find(name).timers();
            if (!timers.isEmpty()) {
                // One for each way it may end.
                return Optional.of(new Time(timers.stream().mapToLong(timer -> timer.count()).sum(), Math.round(
                        timers.stream().mapToDouble(timer -> timer.totalTime(TimeUnit.NANOSECONDS)).sum())));
            }
            var told = registry.find(name).functionTimer();
            if (told != null) {
                return Optional.of(new Time((long) told.count(), Math.round(told.totalTime(TimeUnit.NANOSECONDS))));
            }
        }
        return Optional.empty();
    }

    /** How many there are right now; empty where the pool does not tell. */
    public OptionalDouble now(Level level) {
        return Stream.of(level.names).map(name -> registry.find(name).gauge()).filter(gauge -> gauge != null)
                .mapToDouble(Gauge::value).findFirst();
    }
}
