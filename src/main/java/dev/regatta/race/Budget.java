package dev.regatta.race;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time a run may measure. For every cell to come as much is reserved as the cells before it took on average, and
 * {@link #LEAST} at most. Of the rest, a cell that is hard to decide may use half, but no more than {@link #SHARES} times
 * an equal share of all remaining time. Otherwise the first cells of a long run would leave too little for the later ones.
 */
final class Budget {

    /**
     * What a cell may always use once it was started: enough for what is counted, for its warm-up and its first looks.
     */
    static final Duration LEAST = Duration.ofSeconds(12);

    private static final double SHARES = 2.5;

    private final long startNanos = Clock.nanos();
    private final long endNanos;
    private int begun;

    Budget(Duration total) {
        this.endNanos = startNanos + total.toNanos();
    }

    /** What is left, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - Clock.nanos()));
    }

    /** The moment, in {@link Clock#nanos()}, at which the next of {@code cellsLeft} cells must end. */
    long cellEndNanos(int cellsLeft) {
        long now = Clock.nanos();
        Duration each = begun == 0 ? LEAST : Duration.ofNanos((now - startNanos) / begun);
        begun++;
        return now + forNextOf(cellsLeft, left(), each).toNanos();
    }

    /**
     * What the next of {@code cellsLeft} cells may use of what is left; the last one may use it all.
     *
     * @param each what a cell took so far
     */
    static Duration forNextOf(int cellsLeft, Duration left, Duration each) {
        if (cellsLeft == 1) {
            return left.compareTo(LEAST) < 0 ? LEAST : left;
        }
        long reserved = Math.min(LEAST.toNanos(), each.toNanos());
        long surplus = left.toNanos() - LEAST.toNanos() - reserved * (cellsLeft - 1);
        long most = (long) (SHARES * left.toNanos() / cellsLeft);
        return Duration.ofNanos(Math.max(LEAST.toNanos(), Math.min(LEAST.toNanos() + surplus / 2, most)));
    }
}
