package dev.regatta.experiment;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time a run may measure, shared fairly: a cell may use twice its equal share of what is left, so that one undecided
 * cell cannot starve the others, and always {@link #LEAST} while anything is left.
 */
final class Budget {

    /** What a cell may always use while the budget lasts: enough for one stage. */
    static final Duration LEAST = Duration.ofSeconds(10);

    private final long endNanos;

    Budget(Duration total) {
        this.endNanos = Clock.nanos() + total.toNanos();
    }

    /** What is left, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - Clock.nanos()));
    }

    /** The moment, in {@link Clock#nanos()}, at which a cell that starts now must end. */
    long cellEndNanos(int cellsLeft) {
        long left = left().toNanos();
        long share = Math.max(LEAST.toNanos(), 2 * left / Math.max(1, cellsLeft));
        return Clock.nanos() + Math.min(left, share);
    }
}
