package dev.regatta.experiment;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time of one cell. It may be exceeded until the fewest pairs are there that anything can be concluded from, but not
 * for long.
 *
 * @param endNanos when it ends, in {@link Clock#nanos()}
 */
record CellBudget(long endNanos) {

    /** What a cell may take beyond its time to get to its first verdict. */
    static final Duration GRACE = Duration.ofMinutes(2);

    /**
     * Whether measuring must end now.
     *
     * @param enough whether there are pairs enough for a verdict
     */
    boolean spent(boolean enough) {
        return Clock.nanos() > endNanos + (enough ? 0 : GRACE.toNanos());
    }
}
