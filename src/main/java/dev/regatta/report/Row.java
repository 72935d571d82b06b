package dev.regatta.report;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellFigures;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.ComparisonKind;
import dev.regatta.gate.Evidence.Interval;
import dev.regatta.gate.Evidence;
import dev.regatta.gate.MetricReading;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A cell in a table: the numbers that outputs show of it, and their one form for people. Outputs choose and lay out;
 * what was not measured is a dash.
 *
 * @param cell   with its verdict
 * @param toWire candidate / raw wire over all pairs of the run, with the 95 % interval of its pairs; empty where the wire
 *               did not run beside all of them
 */
public record Row(CellVerdict cell, SortedMap<Metric, Interval> toWire) {

    private static final String NONE = "-";

    /** A row for people, who are not shown ratios to the wire. */
    public static Row of(CellVerdict cell) {
        return new Row(cell, new TreeMap<>());
    }

    /** A row with all numbers. */
    static Row of(CellVerdict cell, Optional<CellMeasurement> measured) {
        return new Row(cell, measured.flatMap(found -> Evidence.of(cell, found)).map(Evidence::toWire)
                .orElseGet(TreeMap::new));
    }

    /** What it was compared with, for programs: {@code duel}, {@code short-check}, or the other of two clients. */
    Optional<String> comparedWith() {
        return cell.rival().map(ClientId::toString).or(() -> cell.how().map(ComparisonKind::toString));
    }

    /** Candidate / baseline, with the 95 % interval of the gate. */
    SortedMap<Metric, Interval> toBaseline() {
        var ratios = new TreeMap<Metric, Interval>();
        cell.readings().forEach((metric, reading) -> ratios.put(metric, reading.interval()));
        return ratios;
    }

    /** A ratio to the baseline with half its interval, of the tail with its percentile: {@code p99 1.012 ± 6.0 %}. */
    String ratio(Metric metric) {
        return reading(metric, reading -> (metric == Metric.TAIL_LATENCY ? Words.tail(cell) + " " : "")
                + Words.ratio(reading.ratio()) + " ± " + Words.percent(reading.relativeHalfWidth()));
    }

    /** The smallest loss of throughput that the measurement would have failed with 95 % probability. */
    public String smallestLoss() {
        return reading(Metric.THROUGHPUT, reading -> Words.percent(reading.smallestChange()));
    }

    /** The candidate's throughput. */
    public String operationsPerSecond() {
        return figure(figures -> Optional.of(Words.grouped(figures.candidate().operationsPerSecond())));
    }

    /** The share of the raw wire's throughput, in the pairs that were judged. */
    public String shareOfWire() {
        return figure(figures -> figures.shareOfWire().stream()
                .mapToObj(share -> Words.grouped(100 * share) + " %").findFirst());
    }

    /** What limits the throughput. */
    String bound() {
        return figure(figures -> figures.bound().map(Bound::toString));
    }

    private String reading(Metric metric, Function<MetricReading, String> words) {
        return Optional.ofNullable(cell.readings().get(metric)).map(words).orElse(NONE);
    }

    private String figure(Function<CellFigures, Optional<String>> words) {
        return cell.figures().flatMap(words).orElse(NONE);
    }
}
