package dev.regatta.untimed;

import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Footprint;

import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The untimed slice at the end of a cell in which a warm fork tells what it occupies. */
public final class FootprintSlice {

    private static final long NANOS = 100_000_000;
    /** What a fork can tell. */
    public static final Set<Counter> READ = EnumSet.of(Counter.PRIVATE_MEMORY, Counter.PROPORTIONAL_MEMORY,
            Counter.THREADS);

    private FootprintSlice() {
    }

    /** The counts of {@code fork}. */
    public static Counts of(Fork fork, long seed) throws MeasurementFailure {
        fork.answersBy(Clock.nanos() + Allowance.LEAST.toNanos());
        Footprint footprint = fork.inspect(NANOS, seed);
        fork.answersBy(Long.MAX_VALUE);
        SortedMap<Counter, Count> read = new TreeMap<>();
        footprint.privateBytes().ifPresent(bytes -> read.put(Counter.PRIVATE_MEMORY, Count.level(bytes)));
        footprint.proportionalBytes().ifPresent(bytes -> read.put(Counter.PROPORTIONAL_MEMORY, Count.level(bytes)));
        read.put(Counter.THREADS, Count.level(footprint.threads()));
        return UntimedSlices.counts(fork.arm(), read, READ, "this system does not tell");
    }
}
