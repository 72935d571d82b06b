package dev.regatta.gate;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.Extremes;
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What a comparison knows of one metric at one look.
 *
 * @param metric           the metric
 * @param losses           the loss of each pair or block, positive when the candidate is worse
 * @param theta            the loss: their 20 % trimmed mean
 * @param standardError    of theta, forks included
 * @param degreesOfFreedom of the standard error: those of the values, or those of the forks where the difference between
 *                         forks had to be estimated from them. A few forks that differ show neither a loss nor its
 *                         absence
 * @param limit            the largest tolerated loss
 * @param margin           what a loss must exceed for certain before it counts as one
 * @param passError        one-sided error of passing a loss at the limit
 * @param betweenForks     the known standard deviation of the difference of two forks of one recipe, above 0, whatever
 *                         the forks of this run show
 */
record Estimate(Metric metric, LogRatios losses, double theta, double standardError, double degreesOfFreedom,
        double limit, double margin, double passError, double betweenForks) {

    /**
     * A value is extreme when it differs from theta by this many winsorised standard deviations, and at least by the
     * limit.
     */
    private static final double EXTREME = 2.5;

    /**
     * Extreme losses outnumber extreme gains when the p-value of the sign test is below this: two losses and no gain,
     * or six of nine. The level is weak because a tenth of the slices of a first look are few.
     */
    private static final double ASYMMETRY = 0.3;

    /** One-sided 95 %. */
    private static final double UPPER = 1.645;

    /** A fork with fewer values than this is not judged alone. */
    private static final int FEWEST_OF_A_FORK = 16;

    /** Fewer forks say nothing about how forks scatter. */
    private static final int FEWEST_FORKS = 3;

    /** A fork is slow when its loss exceeds the limit by this many standard deviations between forks. */
    private static final double SLOW_FORK = 4;

    /**
     * One of this many forks may be slow: those with the largest losses do not count in the deviation between forks.
     */
    private static final int SUSPECTS = 3;

    /** The loss of a slow fork must exceed that by this many standard errors of its own. */
    private static final double CERTAIN = 3;

    /** The upper end of a one-sided interval that misses with {@code error}. */
    double upper(double error) {
        return theta + Quantiles.student(1 - error, degreesOfFreedom) * standardError;
    }

    /** The lower end of a one-sided interval that misses with {@code error}. */
    double lower(double error) {
        return theta - Quantiles.student(1 - error, degreesOfFreedom) * standardError;
    }

    /** Whether a loss beyond the limit is ruled out, one that trimming would hide included. */
    boolean noLoss() {
        return worst() < limit;
    }

    /**
     * The largest loss that is not ruled out: of the trimmed mean; of all values, where extreme losses outnumber extreme
     * gains; and of single forks, beyond what forks of one recipe differ by.
     */
    double worst() {
        double throughout = upper(passError);
        return Math.max(Math.max(throughout, mayHide() ? loss(mostShareLost()) : throughout), worstFork());
    }

    /**
     * What hides beside a trimmed mean within the limit: why this is not unchanged, or why it regressed. Empty where
     * nothing does, and where the trimmed mean shows the loss.
     */
    Optional<HiddenLoss> hidden() {
        var slow = slow();
        return theta > limit || slow.isEmpty() && !mayHideALoss()
                ? Optional.empty()
                : Optional.of(new HiddenLoss(metric.fraction(loss(meanShareLost())), slow.size(),
                        losses.byFork().size(), metric.fraction(slow.stream().mapToDouble(TrimmedMean::estimate)
                                .average().orElse(0))));
    }

    /** The same comparison seen from the other arm. */
    Estimate mirrored() {
        return new Estimate(metric, losses.map(loss -> -loss), -theta, standardError, degreesOfFreedom, limit, margin,
                passError, betweenForks);
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

    /**
     * Whether a loss that comes and goes costs more than the limit for certain: the mean share lost over all values
     * exceeds it, and the surplus of extreme losses over extreme gains in each fork is above 0 by Student's t over the
     * forks. The unit is the fork, because a disturbance may last for many slices. Forks may agree by chance, so their
     * variance is taken to be at least that of counts: the variance of a difference of two counts is their sum
     * (Skellam, 1946).
     */
    boolean losesIntermittently(double error) {
        if (metric == Metric.TAIL_LATENCY || meanShareLost() <= share(limit)) {
            return false;
        }
        double distance = extremeDistance();
        var forks = losses.byFork().values().stream().map(values -> Extremes.of(theta, distance, values)).toList();
        if (forks.size() < FEWEST_FORKS) {
            return false;
        }
        double mean = forks.stream().mapToInt(Extremes::surplus).average().orElseThrow();
        double squares = forks.stream().mapToDouble(fork -> Math.pow(fork.surplus() - mean, 2)).sum();
        double counted = forks.stream().mapToInt(fork -> fork.above() + fork.below()).average().orElseThrow();
        double variance = Math.max(squares / (forks.size() - 1), counted);
        return mean > Quantiles.student(1 - error, forks.size() - 1) * Math.sqrt(variance / forks.size());
    }

    /**
     * How many forks lie so far beyond the limit that forks of one recipe never do; a trimmed mean over many forks sets
     * them aside. The difference between forks of one recipe is taken from the other forks, without the third that has
     * the largest losses. Otherwise a few slow forks would widen the scale on which they are judged.
     */
    int slowForks() {
        return slow().size();
    }

    private double worstFork() {
        return longForks().stream().mapToDouble(fork -> fork.estimate() - CERTAIN * fork.standardError())
                .max().orElse(Double.NEGATIVE_INFINITY) - SLOW_FORK * deviationOfForks();
    }

    private List<TrimmedMean> slow() {
        double beyond = limit + SLOW_FORK * deviationOfForks();
        return longForks().stream().filter(fork -> fork.estimate() - CERTAIN * fork.standardError() > beyond).toList();
    }

    /** The forks that have enough values, those with the smallest losses first. */
    private List<TrimmedMean> longForks() {
        return losses.byFork().values().stream().filter(values -> values.length >= FEWEST_OF_A_FORK)
                .map(TrimmedMean::of).sorted(Comparator.comparingDouble(TrimmedMean::estimate)).toList();
    }

    private double deviationOfForks() {
        var forks = longForks();
        var others = forks.subList(0, forks.size() - forks.size() / SUSPECTS);
        return others.isEmpty() ? betweenForks : Math.max(betweenForks, BetweenGroups.of(others).deviation());
    }

    /** Whether what extreme losses cost in the mean is not below the limit for certain. */
    private boolean mayHideALoss() {
        return mayHide() && mostShareLost() > share(limit);
    }

    /** Whether extreme losses outnumber extreme gains. */
    private boolean mayHide() {
        return Extremes.of(theta, extremeDistance(), losses.values()).pValue() < ASYMMETRY;
    }

    /** The upper end of a one-sided 95 % interval of the mean share lost; below 1. */
    private double mostShareLost() {
        return Math.min(meanShareLost() + UPPER * deviationOfShares() / Math.sqrt(losses.count()),
                Math.nextDown(1.0));
    }

    private double extremeDistance() {
        return Math.max(limit, EXTREME * losses.summary().map(TrimmedMean::winsorisedDeviation).orElse(0.0));
    }

    private double meanShareLost() {
        return shares().average().orElse(0);
    }

    private double deviationOfShares() {
        double mean = meanShareLost();
        return Math.sqrt(shares().map(share -> (share - mean) * (share - mean)).sum()
                / Math.max(1, losses.count() - 1));
    }

    private DoubleStream shares() {
        return Arrays.stream(losses.values()).map(Estimate::share);
    }

    /** A loss as the share of the larger side, between -1 and 1. Swapping the arms only changes its sign. */
    private static double share(double loss) {
        return Math.signum(loss) * -Math.expm1(-Math.abs(loss));
    }

    /** The loss of a share: what {@link #share} makes of it. */
    private static double loss(double share) {
        return Math.signum(share) * -Math.log1p(-Math.abs(share));
    }
}
