package dev.regatta.experiment;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time a run may measure. {@link #LEAST} is reserved for every cell to come; of what is left beyond that, a cell that
 * is hard to decide may use half, so that it neither starves the others nor is cut off while time is left over.
 */
final class Budget {

    /** What a cell may always use once it was started: enough for its warm-up and its first looks. */
    static final Duration LEAST = Duration.ofSeconds(9);

    private long endNanos;

    Budget(Duration total) {
        this.endNanos = Clock.nanos() + total.toNanos();
    }

    /** Puts the end off by what was spent on something else than measuring. */
    void putOff(long nanos) {
        endNanos += nanos;
    }

    /** What is left, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - Clock.nanos()));
    }

    /** The moment, in {@link Clock#nanos()}, at which the next of {@code cellsLeft} cells must end. */
    long cellEndNanos(int cellsLeft) {
        long surplus = left().minus(LEAST.multipliedBy(cellsLeft)).toNanos();
        return Clock.nanos() + LEAST.toNanos() + Math.max(0, surplus / 2);
    }
}
