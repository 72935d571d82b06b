package dev.regatta.race;

import dev.regatta.protocol.Timetable;

/**
 * How long a slice takes. The scatter of pairs hardly depends on it (docs/tried.md), so many short slices use the time
 * best. But a slice should hold two operations of each connection, for two reasons. The first operation starts at the
 * same moment on all connections. And if operations are longer than the slice, the mean of their shares is not the
 * share of their mean. And it should hold ten latencies: a tail rests on six values of 200 each, and the usual set of 128
 * pairs then brings them.
 *
 * @param connections how many operations are in flight, at least 1
 * @param latencies   how many one operation has, at least 1: as many as it has callers, where it has some
 * @param deciding    the throughput that decides the length, in operations per second: that of the slowest arm, or of
 *                    the fastest where two arms are so uneven that no fine comparison is needed; 0 where it is not
 *                    known
 */
record SliceLength(int connections, int latencies, double deciding) {

    private static final long STEP_NANOS = 5_000_000;

    private static final int FEWEST_LATENCIES = 10;

    private static final long LONGEST_NANOS = 2_000_000_000;

    /**
     * Where operations take seconds, a slice holds one of each connection. It would last as long anyway, because it
     * waits for them.
     */
    private static final int LEAST_TURNS = 1;
    private static final long LAST_RESORT_NANOS = 20_000_000_000L;

    /**
     * A slice waits for the operations in flight at its end. It ends this part of an operation early, so that it does not
     * wait for one that began a moment before, of which nothing would count.
     */
    private static final double EARLY = 0.25;

    /** The length of a slice, in steps of 5 ms. */
    long sliceNanos() {
        if (deciding == 0) {
            return LONGEST_NANOS;
        }
        int turns = Math.max(Timetable.TURNS, Math.ceilDiv(FEWEST_LATENCIES, connections * latencies));
        return Math.max(Math.clamp(turns(turns), Timetable.SHORTEST_SLICE_NANOS, LONGEST_NANOS),
                Math.min(LAST_RESORT_NANOS, turns(LEAST_TURNS)));
    }

    /**
     * The nanoseconds, in whole steps, after which each connection is in the last quarter of so many operations or
     * beyond.
     */
    private long turns(int operations) {
        return (long) Math.min(1e12,
                Math.ceil((operations - EARLY) * connections / deciding * 1e9 / STEP_NANOS) * STEP_NANOS);
    }
}
