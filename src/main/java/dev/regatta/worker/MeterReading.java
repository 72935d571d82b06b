package dev.regatta.worker;

import dev.regatta.client.PoolMeters.Level;
import dev.regatta.client.PoolMeters.Timed;
import dev.regatta.client.PoolMeters;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Slice;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** What the meters of a pool tell of one slice: times from what they grew by, levels from many looks. */
final class MeterReading {

    private static final long PERIOD_NANOS = 2_000_000;

    private final PoolMeters meters;
    private final Map<Level, Double> sums = new EnumMap<>(Level.class);
    private int looks;
    private volatile boolean over;

    private MeterReading(PoolMeters meters) {
        this.meters = meters;
    }

    /** Runs both slices and reads the second. */
    static Answer.Metered of(PoolMeters meters, Callable<Slice> warmUp, Callable<Slice> work) throws Exception {
        warmUp.call();
        var before = new EnumMap<Timed, PoolMeters.Time>(Timed.class);
        for (Timed timed : Timed.values()) {
            meters.time(timed).ifPresent(time -> before.put(timed, time));
        }
        var reading = new MeterReading(meters);
        Thread looking = Thread.ofPlatform().daemon().name("regatta-load-meters").start(reading::look);
        Slice slice;
        try {
            slice = work.call();
        } finally {
            reading.over = true;
            looking.join();
        }
        var told = new TreeMap<Counter, Count>();
        reading.levels(told);
        reading.times(before, slice.allOperations(), told);
        return new Answer.Metered(slice, told);
    }

    private void look() {
        while (!over) {
            LockSupport.parkNanos(PERIOD_NANOS);
            for (Level level : Level.values()) {
                OptionalDouble now = meters.now(level);
                if (now.isPresent()) {
                    sums.merge(level, now.getAsDouble(), Double::sum);
                }
            }
            looks++;
        }
    }

    private void levels(SortedMap<Counter, Count> told) {
        sums.forEach((level, sum) -> told.put(switch (level) {
            case IN_USE -> Counter.CONNECTIONS_IN_USE;
            case IDLE -> Counter.CONNECTIONS_IDLE;
            case AWAITED -> Counter.CONNECTIONS_AWAITED;
        }, new Count(Math.round(sum), looks)));
    }

    /** Waiting and holding of this slice; opening of the whole life, since all connections are opened before it. */
    private void times(Map<Timed, PoolMeters.Time> before, int operations, SortedMap<Counter, Count> told) {
        before.forEach((timed, earlier) -> {
            PoolMeters.Time now = meters.time(timed).orElse(earlier);
            switch (timed) {
                case ACQUIRE -> perOperation(Counter.ACQUIRE_TIME, now.since(earlier), operations, told);
                case USAGE -> perOperation(Counter.USAGE_TIME, now.since(earlier), operations, told);
                case CREATION -> {
                    if (now.count() > 0) {
                        told.put(Counter.CREATION_TIME, new Count(now.nanos(), now.count()));
                    }
                }
            }
        });
    }

    private static void perOperation(Counter counter, PoolMeters.Time time, int operations,
            SortedMap<Counter, Count> told) {
        if (operations > 0) {
            told.put(counter, new Count(Math.max(0, time.nanos()), operations));
        }
    }
}
