package dev.regatta.protocol;

/**
 * How long those parts of a measurement take that no slice tells, in nanoseconds: for whoever measures, and for whoever
 * reckons how long measuring takes.
 */
public final class Timetable {

    /** Everything rests before a slice. */
    public static final long IDLE_NANOS = 2_000_000;

    /** A slice of a warm-up. */
    public static final long WARM_UP_SLICE_NANOS = 100_000_000;

    /** The round of a warm-up, counted from 0, before which everything rests once. */
    public static final int REST_ROUND = 8;

    /** How long: pools treat connections that were idle for more than half a second differently (HikariCP tests them). */
    public static final long REST_NANOS = 700_000_000;

    private Timetable() {
    }
}
