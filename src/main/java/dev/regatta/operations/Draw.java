package dev.regatta.operations;

import java.util.List;
import java.util.SplittableRandom;

/** The random choices of one operation: the same for old and new code. */
public final class Draw {

    private final SplittableRandom random;

    private Draw(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The draw of this seed. */
    public static Draw of(long seed) {
        return new Draw(seed);
    }

    /** A number from 0 to {@code bound} - 1. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** A number from 0 to {@code bound} - 1. */
    public long below(long bound) {
        return random.nextLong(bound);
    }

    /** One of {@code choices}, of which there is at least one. */
    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
