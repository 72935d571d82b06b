package dev.regatta.gate;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Figures;
import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a verdict rests on, pair by pair: the numbers of reports that are no part of the verdict itself.
 *
 * @param verdict of a cell that was compared with something
 * @param pairs   all that were measured, also those after the decision
 */
public record Evidence(CellVerdict verdict, List<Pair> pairs) {

    /** Two-sided 95 %. */
    private static final double UPPER = 0.975;

    /** A ratio with its two-sided 95 % interval. */
    public record Interval(double ratio, double lower, double upper) {}

    /** The evidence of a verdict; empty where nothing sound was compared. */
    public static Optional<Evidence> of(CellVerdict verdict, CellMeasurement measurement) {
        return verdict.how().filter(how -> PairedRatios.everyPairHolds(how.yardstick(), measurement.pairs()))
                .isPresent() && verdict.figures().isPresent() && !measurement.pairs().isEmpty()
                        ? Optional.of(new Evidence(verdict, measurement.pairs()))
                        : Optional.empty();
    }

    /** What the candidate ran against in this run. */
    public Arm yardstick() {
        return verdict.how().orElseThrow().yardstick();
    }

    /** The yardstick's absolute numbers, of the pairs that were judged. */
    public Figures figures() {
        return Figures.of(pairs.subList(0, Math.min(verdict.pairs(), pairs.size())), yardstick(), percentile());
    }

    /** How much of it was disturbed from outside. */
    public Disturbance disturbance() {
        return Disturbance.of(pairs, List.of(Arm.CANDIDATE, yardstick()));
    }

    /**
     * What each pair, or block of pairs, says of a metric: gains as logarithms, better positive, in run order. Against
     * the book they are relative to the stored ratio: shifted so that the judged pairs have the judged estimate. Empty
     * where the metric was not judged.
     */
    public Optional<LogRatios> gains(Metric metric) {
        MetricReading reading = verdict.readings().get(metric);
        if (reading == null) {
            return Optional.empty();
        }
        PairedRatios ratios = yardstick() == Arm.REFERENCE
                ? PairedRatios.ofCheck(pairs, Arm.CANDIDATE, yardstick(), percentile())
                : PairedRatios.of(pairs, Arm.CANDIDATE, yardstick(), percentile());
        LogRatios all = ratios.all(metric).map(ratio -> -metric.loss(ratio));
        if (yardstick() != Arm.REFERENCE) {
            return Optional.of(all).filter(gains -> gains.count() > 0);
        }
        LogRatios judged = ratios.first(verdict.pairs(), metric).map(ratio -> -metric.loss(ratio));
        if (judged.count() == 0) {
            return Optional.empty();
        }
        double shift = -reading.theta() - TrimmedMean.estimateOf(judged.values());
        return Optional.of(all.map(gain -> gain + shift));
    }

    /** The ratios to the raw wire in this run; empty where the wire did not run beside every pair. */
    public SortedMap<Metric, Interval> toWire() {
        var ratios = new TreeMap<Metric, Interval>();
        if (PairedRatios.everyPairHolds(Arm.REFERENCE, pairs)) {
            var all = PairedRatios.of(pairs, Arm.CANDIDATE, Arm.REFERENCE, percentile());
            for (Metric metric : Metric.values()) {
                all.all(metric).summary().ifPresent(mean -> ratios.put(metric, interval(mean)));
            }
        }
        return ratios;
    }

    private static Interval interval(TrimmedMean mean) {
        double half = Quantiles.student(UPPER, mean.degreesOfFreedom()) * mean.standardError();
        return new Interval(Math.exp(mean.estimate()), Math.exp(mean.estimate() - half),
                Math.exp(mean.estimate() + half));
    }

    private double percentile() {
        return verdict.figures().orElseThrow().candidate().tailPercentile();
    }
}
