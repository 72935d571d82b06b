package dev.regatta.race;

import dev.regatta.load.Clock;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of one cell. A cell may exceed it for a short while, until it has the fewest pairs that a verdict needs.
 *
 * @param endNanos when it ends
 * @param clock    tells nanoseconds
 */
record CellBudget(long endNanos, LongSupplier clock) {

    /** What a cell may take beyond its time to get to its first verdict. */
    static final Duration GRACE = Duration.ofMinutes(2);

    /** One of several arms may be counted and recorded for this part of a cell's time. */
    private static final int UNTIMED_SHARE = 3;

    /** A budget of real time, which ends at this moment in {@link Clock#nanos()}. */
    CellBudget(long endNanos) {
        this(endNanos, Clock::nanos);
    }

    /** What the clock shows, in nanoseconds. */
    long now() {
        return clock.getAsLong();
    }

    /** What is left of it, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - now()));
    }

    /**
     * How long one arm may be counted and recorded. An arm that races nobody is timed for a moment only: it may use half of
     * what a cell may take to its first verdict.
     */
    Duration untimed(int arms) {
        return arms == 1 ? left().plus(GRACE).dividedBy(2) : left().dividedBy(UNTIMED_SHARE);
    }

    /**
     * Whether measuring must end now.
     *
     * @param enough whether there are pairs enough for a verdict
     */
    boolean spent(boolean enough) {
        return now() > endNanos + (enough ? 0 : GRACE.toNanos());
    }
}
