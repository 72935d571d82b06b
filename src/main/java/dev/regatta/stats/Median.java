package dev.regatta.stats;

import java.util.Arrays;

/** The middle of some values. */
public final class Median {

    private Median() {
    }

    /**
     * The median; the mean of the middle two for an even count.
     *
     * @param values at least one, left as they are
     */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
