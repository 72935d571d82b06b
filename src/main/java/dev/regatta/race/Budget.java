package dev.regatta.race;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * The time a run may measure. For every cell to come as much is reserved as the cells before it took on average, and
 * {@link #LEAST} at most. Of the rest, a cell that is hard to decide may use half. A duel may use no more than
 * {@link #SHARES} times an equal share of what the short checks leave to duels: otherwise the first duels of a long run
 * would leave too little for the later ones.
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
    private int duelsLeft;

    /**
     * A budget whose clock starts now.
     *
     * @param total what may be measured in all
     * @param duels how many cells of the run are duels
     */
    Budget(Duration total, int duels) {
        this.endNanos = startNanos + total.toNanos();
        this.duelsLeft = duels;
    }

    /** What is left, never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - Clock.nanos()));
    }

    /**
     * The moment, in {@link Clock#nanos()}, at which the next cell must end.
     *
     * @param cellsLeft how many cells are left, this one included
     * @param duel      whether it is a duel
     */
    long cellEndNanos(int cellsLeft, boolean duel) {
        long now = Clock.nanos();
        Duration each = begun == 0 ? LEAST : Duration.ofNanos((now - startNanos) / begun);
        begun++;
        int duels = duel ? Math.max(1, duelsLeft--) : 0;
        return now + forNextOf(cellsLeft, duels, left(), each).toNanos();
    }

    /**
     * What the next of {@code cellsLeft} cells may use of what is left; the last one may use it all.
     *
     * @param duels how many of them are duels, if the next is one; 0 if it is a short check
     * @param each  what a cell took so far
     */
    static Duration forNextOf(int cellsLeft, int duels, Duration left, Duration each) {
        if (cellsLeft == 1) {
            return left.compareTo(LEAST) < 0 ? LEAST : left;
        }
        long reserved = Math.min(LEAST.toNanos(), each.toNanos());
        long surplus = left.toNanos() - LEAST.toNanos() - reserved * (cellsLeft - 1);
        long most = LEAST.toNanos() + surplus / 2;
        if (duels > 0) {
            most = Math.min(most, (long) (SHARES * (left.toNanos() - reserved * (cellsLeft - duels)) / duels));
        }
        return Duration.ofNanos(Math.max(LEAST.toNanos(), most));
    }
}
