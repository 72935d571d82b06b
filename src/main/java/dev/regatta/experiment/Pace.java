package dev.regatta.experiment;

/**
 * How fast the arms of a race are, in operations per second.
 *
 * @param slowest  the slowest arm's throughput; 0 when it ended nothing within a slice of its warm-up
 * @param deciding the throughput that slices are made for: the slowest arm's, or the fastest one's where two sides are so
 *                 uneven that no fine comparison is left to make
 */
record Pace(double slowest, double deciding) {

    /** A slice is stretched until it holds so many operations: then few blocks of slices make a p99. */
    private static final int WANTED_OPERATIONS = 250;
    private static final long SHORTEST_NANOS = 20_000_000;
    private static final long LONGEST_NANOS = 100_000_000;
    /** Where an operation takes milliseconds, a longer slice is worth its time. */
    private static final long LONGEST_OF_SLOW_NANOS = 200_000_000;
    private static final double SLOW = 1000;
    private static final long STEP_NANOS = 5_000_000;

    /** A slice without operations says nothing: it holds at least so many, unless they take too long by far. */
    private static final int LEAST_OPERATIONS = 4;
    private static final long LAST_RESORT_NANOS = 2_000_000_000;

    /** The length of a slice, in steps of 5 ms. */
    long sliceNanos() {
        long stretched = Math.clamp(stepped(WANTED_OPERATIONS, deciding), SHORTEST_NANOS,
                deciding < SLOW ? LONGEST_OF_SLOW_NANOS : LONGEST_NANOS);
        return Math.max(stretched, Math.min(LAST_RESORT_NANOS, stepped(LEAST_OPERATIONS, slowest)));
    }

    /** How long so many operations take, rounded up. */
    private static long stepped(int operations, double throughput) {
        return (long) Math.min(1e12, Math.ceil(operations / throughput * 1e9 / STEP_NANOS) * STEP_NANOS);
    }
}
