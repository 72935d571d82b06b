package dev.regatta.experiment;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time a run may measure, shared fairly: a cell may use four equal shares of what is left, enough for one that is
 * on its way to a failing verdict while most pass early, and not so much that it starves the others; and always
 * {@link #LEAST} while anything is left.
 */
final class Budget {

    /** What a cell may always use while the budget lasts: enough for one stage. */
    static final Duration LEAST = Duration.ofSeconds(10);

    private static final int SHARES = 4;

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
        long share = Math.max(LEAST.toNanos(), SHARES * left / Math.max(1, cellsLeft));
        return Clock.nanos() + Math.min(left, share);
    }
}
