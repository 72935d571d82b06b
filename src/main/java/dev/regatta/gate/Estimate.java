package dev.regatta.gate;

import dev.regatta.baseline.LogRatios;
import dev.regatta.baseline.Metric;
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

/**
 * What a comparison knows of one metric at one look.
 *
 * @param metric           the metric
 * @param losses           the loss of each pair or block, positive when the candidate is worse
 * @param theta            the loss: their 20 % trimmed mean
 * @param standardError    of theta, forks or runs included
 * @param degreesOfFreedom of the standard error
 * @param limit            the largest loss that is none
 * @param margin           what a loss must exceed for certain before it counts as one
 * @param passError        one-sided error of calling a loss at the limit none
 */
record Estimate(Metric metric, LogRatios losses, double theta, double standardError, double degreesOfFreedom,
        double limit, double margin, double passError) {

    /** The upper end of a one-sided interval that misses with {@code error}. */
    double upper(double error) {
        return theta + Quantiles.student(1 - error, degreesOfFreedom) * standardError;
    }

    /** The lower end of a one-sided interval that misses with {@code error}. */
    double lower(double error) {
        return theta - Quantiles.student(1 - error, degreesOfFreedom) * standardError;
    }

    /** Whether a loss beyond the limit is ruled out. */
    boolean noLoss() {
        return upper(passError) < limit;
    }

    /** The same comparison seen from the other arm. */
    Estimate mirrored() {
        return new Estimate(metric, losses.map(loss -> -loss), -theta, standardError, degreesOfFreedom, limit, margin,
                passError);
    }

    /** How many forks, each taken alone, show a loss beyond the margin. */
    int forksWithLoss() {
        return (int) losses.byFork().values().stream()
                .filter(values -> TrimmedMean.estimateOf(values) > margin).count();
    }

    /** Student's statistic of the loss exceeding the margin. */
    boolean exceedsMargin(double error) {
        return (theta - margin) / standardError > Quantiles.student(1 - error, degreesOfFreedom);
    }
}
