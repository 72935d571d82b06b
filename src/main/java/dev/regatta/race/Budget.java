package dev.regatta.race;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time a run may measure. {@link #LEAST} is reserved for every cell to come. Of the rest, a cell that is hard to
 * decide may use half, but no more than {@link #SHARES} times an equal share of all remaining time. Otherwise the first
 * cells of a long run would leave too little for the later ones.
 */
final class Budget {

    /**
     * What a cell may always use once it was started: enough for what is counted, for its warm-up and its first looks.
     */
    static final Duration LEAST = Duration.ofSeconds(12);

    private static final double SHARES = 2.5;

    private final long endNanos;

    Budget(Duration total) {
        this.endNanos = Clock.nanos() + total.toNanos();
    }

    /** What is left, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - Clock.nanos()));
    }

    /** The moment, in {@link Clock#nanos()}, at which the next of {@code cellsLeft} cells must end. */
    long cellEndNanos(int cellsLeft) {
        return Clock.nanos() + forNextOf(cellsLeft, left()).toNanos();
    }

    /** What the next of {@code cellsLeft} cells may use of what is left; the last one may use it all. */
    static Duration forNextOf(int cellsLeft, Duration left) {
        if (cellsLeft == 1) {
            return left.compareTo(LEAST) < 0 ? LEAST : left;
        }
        long surplus = Math.max(0, left.minus(LEAST.multipliedBy(cellsLeft)).toNanos());
        long most = (long) (SHARES * left.toNanos() / cellsLeft);
        return Duration.ofNanos(Math.max(LEAST.toNanos(), Math.min(LEAST.toNanos() + surplus / 2, most)));
    }
}
