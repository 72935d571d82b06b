package dev.regatta.stats;

import java.util.Arrays;

/**
 * The 20 % trimmed mean of a sample with the standard error of Yuen, "The two-sample trimmed t for unequal population
 * variances", Biometrika 61 (1974): the winsorised standard deviation divided by {@code 0.6 sqrt(n)}.
 *
 * @param estimate         mean of the values left after the {@code floor(0.2 n)} smallest and largest are set aside
 * @param standardError    its standard error, at least 0
 * @param degreesOfFreedom {@code n - 2 floor(0.2 n) - 1}, at least 1
 * @param count            the sample's size n
 */
public record TrimmedMean(double estimate, double standardError, int degreesOfFreedom, int count) {

    /** The share set aside at either end. */
    public static final double TRIMMED = 0.2;

    /** The smallest sample that has a standard error. */
    public static final int FEWEST = 2;

    /** Checks the ranges. */
    public TrimmedMean {
        if (!Double.isFinite(estimate) || !Double.isFinite(standardError) || standardError < 0 || degreesOfFreedom < 1
                || count < FEWEST) {
            throw new IllegalArgumentException("a trimmed mean of " + estimate + " with standard error " + standardError
                    + ", " + degreesOfFreedom + " degrees of freedom and " + count + " values is none");
        }
    }

    /**
     * The summary of {@code values}, in any order.
     *
     * @throws IllegalArgumentException if there are fewer than {@value #FEWEST} values, or one is not finite
     */
    public static TrimmedMean of(double... values) {
        return of(trimmedPerEnd(values.length), 1 - 2 * TRIMMED, values);
    }

    /** The same of all values, with nothing set aside: the plain mean. */
    public static TrimmedMean untrimmed(double... values) {
        return of(0, 1, values);
    }

    private static TrimmedMean of(int trimmed, double kept, double... values) {
        int n = values.length;
        if (n < FEWEST) {
            throw new IllegalArgumentException(
                    "a standard error needs at least " + FEWEST + " values, there are " + n);
        }
        double[] sorted = sorted(values);
        for (int i = 0; i < trimmed; i++) {
            sorted[i] = sorted[trimmed];
            sorted[n - 1 - i] = sorted[n - 1 - trimmed];
        }
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double squares = 0;
        for (double value : sorted) {
            squares += (value - mean) * (value - mean);
        }
        double winsorised = Math.sqrt(squares / (n - 1));
        return new TrimmedMean(kept(sorted, trimmed), winsorised / (kept * Math.sqrt(n)),
                n - 2 * trimmed - 1, n);
    }

    /** That of {@code few} values with the mean {@code estimate}, which scatter as these do. */
    public TrimmedMean ofFew(double estimate, int few) {
        return new TrimmedMean(estimate, standardError * Math.sqrt((double) count / few), degreesOfFreedom, count);
    }

    /** The winsorised standard deviation of one value. */
    public double winsorisedDeviation() {
        return standardError * (1 - 2 * TRIMMED) * Math.sqrt(count);
    }

    /**
     * The trimmed mean alone, of at least one value.
     *
     * @throws IllegalArgumentException if there is no value, or one is not finite
     */
    public static double estimateOf(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values have no mean");
        }
        return kept(sorted(values), trimmedPerEnd(values.length));
    }

    /** How many values of a sample of {@code n} are set aside at either end. */
    private static int trimmedPerEnd(int n) {
        return n / 5;
    }

    private static double kept(double[] sorted, int trimmed) {
        return Arrays.stream(sorted, trimmed, sorted.length - trimmed).average().orElseThrow();
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        if (!Double.isFinite(sorted[0]) || !Double.isFinite(sorted[sorted.length - 1])) {
            throw new IllegalArgumentException("a sample with values that are not finite has no mean");
        }
        return sorted;
    }
}
