package dev.regatta.explore;

import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

import java.util.List;
import java.util.Optional;

/**
 * A positive quantity with its interval: the geometric mean over sets, and Student's interval of the mean of
 * their logarithms. Points of one set are not independent, so that a set counts as one; a single set gives an estimate
 * whose interval has no ends.
 *
 * @param value geometric mean
 * @param low   lower end of the interval; 0 where one set was measured
 * @param high  upper end of the interval; infinite where one set was measured
 * @param sets  how many sets
 */
public record ConfidenceInterval(double value, double low, double high, int sets) {

    /** How likely the interval covers the truth. */
    public static final double CONFIDENCE = 0.95;

    /**
     * The error of an interval that says when measuring ends. Sets that agree by luck end it too soon, and half of the usual
     * error makes up for it, as in a race of two clients: 94.4 % of such intervals cover at least.
     */
    private static final double NARROWED_ERROR = (1 - CONFIDENCE) / 2;

    /**
     * The estimate from one value of each set; empty without any, or where a value is not above 0.
     */
    public static Optional<ConfidenceInterval> of(List<Double> values) {
        return of(values, 1 - CONFIDENCE);
    }

    /** The same for what a plan asks for, which may be measured until it is known precisely. */
    public static Optional<ConfidenceInterval> of(List<Double> values, Plan plan) {
        return of(values, plan, 1);
    }

    /**
     * As {@link #of(List, Plan)}, one of several.
     *
     * @param sharing how many intervals share the error, so that all of them cover as often as one would (Bonferroni)
     */
    static Optional<ConfidenceInterval> of(List<Double> values, Plan plan, int sharing) {
        return of(values, (plan.within().isPresent() ? NARROWED_ERROR : 1 - CONFIDENCE) / sharing);
    }

    private static Optional<ConfidenceInterval> of(List<Double> values, double error) {
        int n = values.size();
        if (n == 0 || values.stream().anyMatch(value -> !(value > 0))) {
            return Optional.empty();
        }
        if (n < Plan.FEWEST_SETS) {
            return Optional.of(new ConfidenceInterval(values.getFirst(), 0, Double.POSITIVE_INFINITY, n));
        }
        TrimmedMean logs = TrimmedMean.untrimmed(values.stream().mapToDouble(Math::log).toArray());
        double mean = logs.estimate();
        double half = Quantiles.student(1 - error / 2, n - 1) * logs.standardError();
        return Optional.of(new ConfidenceInterval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), n));
    }

    /** The estimate of so many times the quantity. */
    public ConfidenceInterval times(double factor) {
        return new ConfidenceInterval(value * factor, low * factor, high * factor, sets);
    }

    /** Whether there are sets enough for an interval with ends. */
    public boolean bounded() {
        return sets >= Plan.FEWEST_SETS;
    }

    /** Half the width of the interval, relative to the value. */
    public double relativeHalfWidth() {
        return (high - low) / 2 / value;
    }

    /** Whether the interval holds {@code number}. */
    public boolean covers(double number) {
        return low <= number && number <= high;
    }
}
