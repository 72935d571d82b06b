package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.stats.Quantiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One metric of a verdict, for display.
 *
 * @param metric         the metric
 * @param ratio          candidate / baseline; below 1 is a loss of throughput and a gain of the others
 * @param lower          lower end of its 95 % interval
 * @param upper          upper end of its 95 % interval
 * @param worst          the ratio of the largest loss that is not ruled out: one-sided, with the error that a pass may
 *                       make, and never within the interval; in a race also one that trimming would hide
 * @param smallestChange the smallest loss that this measurement would have failed with 95 % probability, as a fraction:
 *                       0.05 is 5 %
 * @param limit          the ratio of the largest tolerated loss: 0.95 of the throughput, 1.10 of the tail latency
 * @param theta          the loss as a logarithm, positive when the candidate is worse
 * @param standardError  of theta
 * @param count          how many values it rests on: pairs, or blocks of pairs
 * @param hidden         what the ratio does not show, because a trimmed mean sets the worst values aside: a loss that
 *                       comes and goes, in the mean over all pairs of a race, as a fraction; empty where there is none
 */
public record MetricReading(Metric metric, double ratio, double lower, double upper, double worst,
        double smallestChange, double limit, double theta, double standardError, int count,
        Optional<Double> hidden) {

    /** Checks that the interval holds the ratio. */
    public MetricReading {
        if (!(lower <= ratio && ratio <= upper && upper < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    metric + ": " + ratio + " [" + lower + ", " + upper + "] is not a ratio with its interval");
        }
    }

    /** The limit as the fraction that may be lost: 0.05 for 5 %. */
    public double tolerated() {
        return metric.fraction(metric.lossOfRatio(limit));
    }

    /** The ratio with its interval. */
    public Evidence.Interval interval() {
        return new Evidence.Interval(ratio, lower, upper);
    }

    /** Half the width of the interval, relative to the ratio. */
    public double relativeHalfWidth() {
        return (upper - lower) / 2 / ratio;
    }

    /**
     * Several ratios in words: {@code throughput is 0.109 [0.105, 0.113] of the baseline's (1 -> 2), client CPU is …}.
     *
     * @param whose what they are relative to, in the genitive, told with the first one
     */
    public static String words(List<MetricReading> readings, String whose) {
        var words = new ArrayList<>(readings.stream().map(MetricReading::words).toList());
        if (!words.isEmpty()) {
            words.set(0, words.getFirst() + " of " + whose);
        }
        return String.join(", ", words);
    }

    private String words() {
        String form = upper >= 10 ? "%s is %.1f [%.1f, %.1f]" : "%s is %.3f [%.3f, %.3f]";
        return String.format(Locale.ROOT, form, metric.words(), ratio, lower, upper);
    }

    /**
     * The reading of an estimate.
     *
     * @param interval of its loss
     * @param smallest the loss that would have failed with 95 % probability
     */
    static MetricReading of(Estimate estimate, ToldInterval interval, double smallest) {
        Metric metric = estimate.metric();
        double one = Math.exp(metric.loss(interval.lower()));
        double other = Math.exp(metric.loss(interval.upper()));
        return new MetricReading(metric, Math.exp(metric.loss(estimate.theta())), Math.min(one, other),
                Math.max(one, other), Math.exp(metric.loss(Math.max(estimate.worst(), interval.upper()))),
                metric.fraction(smallest), Math.exp(metric.loss(estimate.limit())), estimate.theta(),
                estimate.standardError(),
                estimate.losses().count(), estimate.hidden());
    }

    /**
     * Whether it beats a stored value for certain, and by more than runs differ.
     *
     * @param claim the loss that an entry claims against that of the base, as a logarithm; 0 for the stored value itself
     * @param here  whether it was stored in the environment of this run
     */
    boolean beats(double claim, boolean here) {
        double gain = claim - theta - Quantiles.normal(1 - ShortCheck.PASS_ERROR) * standardError;
        return gain > (here ? metric.lossOfRatio(ShortCheck.SMALLEST.get(metric)) : ShortCheck.collapse(metric));
    }
}
