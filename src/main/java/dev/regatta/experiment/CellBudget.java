package dev.regatta.experiment;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time of one cell. A cell may exceed it for a short while, until it has the fewest pairs that a verdict needs.
 *
 * @param endNanos when it ends, in {@link Clock#nanos()}
 */
record CellBudget(long endNanos) {

    /** What a cell may take beyond its time to get to its first verdict. */
    static final Duration GRACE = Duration.ofMinutes(2);

    /** What is left of it, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - Clock.nanos()));
    }

    /**
     * Whether measuring must end now.
     *
     * @param enough whether there are pairs enough for a verdict
     */
    boolean spent(boolean enough) {
        return Clock.nanos() > endNanos + (enough ? 0 : GRACE.toNanos());
    }
}
