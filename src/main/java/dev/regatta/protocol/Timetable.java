package dev.regatta.protocol;

/**
 * How long the parts of a measurement take, in nanoseconds, and how much longer is far too long. The experiment measures
 * by it, and the plan estimates its duration with it.
 */
public final class Timetable {

    /** Everything rests before a slice. */
    public static final long IDLE_NANOS = 1_000_000;

    /** A slice of a warm-up. */
    public static final long WARM_UP_SLICE_NANOS = 100_000_000;

    /** The round of a warm-up, counted from 0, before which everything rests once. */
    public static final int REST_ROUND = 8;

    /**
     * How long: pools treat connections that were idle for more than half a second differently (HikariCP tests them).
     */
    public static final long REST_NANOS = 700_000_000;

    /** The shortest slice. */
    public static final long SHORTEST_SLICE_NANOS = 10_000_000;

    /** How much of a slice's start is not counted. */
    public static final long DROPPED_NANOS = 2_000_000;

    /** What stands around a slice, beside the rest before it. */
    public static final long AROUND_NANOS = 2_000_000;

    /** A slice holds so many operations of each connection. */
    public static final int TURNS = 2;

    /**
     * An arm that takes so many times as long as the other one is far slower: that shows before either is warm, and it is
     * waited for no longer.
     */
    public static final int FAR = 4;

    private Timetable() {
    }

    /**
     * The length of a slice that holds two operations of each connection.
     *
     * @param throughput in operations per second, above 0
     */
    public static long sliceNanos(int connections, double throughput) {
        return Math.max(SHORTEST_SLICE_NANOS, (long) (TURNS * connections * 1e9 / throughput));
    }
}
