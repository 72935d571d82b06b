package dev.regatta.doctor;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Looks;
import dev.regatta.gate.MetricReading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.report.VerdictWords;
import dev.regatta.stats.Detectable;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of a race of equal clients.
 *
 * @param finding         what it means; empty when none was asked for
 * @param sentence        the smallest change that would have been seen, or why that is not known
 * @param smallestChanges the same as fractions, 0.05 is 5 %; empty when nothing was compared
 */
record Probe(Optional<Finding> finding, String sentence, SortedMap<Metric, Double> smallestChanges) {

    /** How long the race goes on, with the start of its forks and without that of the database. */
    static final int SECONDS = 60;

    private static final String NAME = "A/A race";
    private static final List<Arm> ARMS = List.of(Arm.CANDIDATE, Arm.BASELINE);

    Probe {
        smallestChanges = Collections.unmodifiableSortedMap(new TreeMap<>(smallestChanges));
    }

    /** A race that was left out. */
    static Probe skipped(String why) {
        return new Probe(Optional.empty(), "smallest detectable change: not measured, " + why, new TreeMap<>());
    }

    /** A race that did not take place, or broke. */
    static Probe failed(String why) {
        return new Probe(Optional.of(Finding.bad(NAME, "failed: " + why,
                "No race can be judged before that is repaired.")),
                "smallest detectable change: unknown, the probe failed", new TreeMap<>());
    }

    /**
     * A race that took place.
     *
     * @param measured of two equal arms
     * @param verdict  the gate's
     */
    static Probe of(CellMeasurement measured, CellVerdict verdict) {
        if (verdict.readings().isEmpty()) {
            return failed(VerdictWords.sentence(verdict));
        }
        PairedRatios ratios = PairedRatios.of(measured.pairs(), Arm.CANDIDATE, Arm.BASELINE);
        var changes = new TreeMap<Metric, Double>();
        verdict.readings().forEach((metric, reading) -> changes.put(metric,
                metric.fraction(Math.max(metric.lossOfRatio(reading.limit()),
                        Detectable.shift(error(measured.pairs().size()),
                                standardError(ratios, reading, verdict.pairs()))))));
        String sentence = changes.entrySet().stream()
                .map(change -> String.format(Locale.ROOT, "%s %.1f %%",
                        change.getKey() == Metric.TAIL_LATENCY ? ratios.tail().label() : change.getKey().words(),
                        100 * change.getValue()))
                .collect(Collectors.joining(", ", "smallest detectable change in " + SECONDS + " s here: ", ""));
        return new Probe(Optional.of(finding(measured, verdict)), sentence, changes);
    }

    /** What one of the two means of a metric may have spent after so many pairs, of which the last look has the most. */
    private static double error(int pairs) {
        return FamilyError.each(FamilyError.hypotheses(1)) / 2 * Math.sqrt(Math.min(1.0, (double) pairs / Looks.LAST));
    }

    /**
     * The standard error of a metric over the whole race. The gate's reading is from the look that decides, which for
     * equal arms comes early, but the race went on. So the scatter is taken from all pairs, and the reading's variance
     * between forks is divided by the number of all sets.
     */
    private static double standardError(PairedRatios ratios, MetricReading reading, int look) {
        LogRatios then = ratios.first(look, reading.metric());
        LogRatios all = ratios.all(reading.metric());
        double betweenForks = Math.max(0, square(reading.standardError()) - square(scatter(then))) * sets(then);
        return Math.sqrt(square(scatter(all)) + betweenForks / sets(all));
    }

    private static int sets(LogRatios ratios) {
        return ratios.bySet().size();
    }

    private static double scatter(LogRatios ratios) {
        return ratios.summary().orElseThrow().standardError();
    }

    private static double square(double value) {
        return value * value;
    }

    private static Finding finding(CellMeasurement measured, CellVerdict cell) {
        long sets = measured.pairs().stream().mapToInt(Pair::set).distinct().count();
        String found = "equal clients, " + measured.pairs().size() + " pairs from " + sets + " sets: "
                + cell.verdict().word();
        return switch (cell.verdict().kind()) {
            case UNCHANGED, NOT_RACED -> Finding.good(NAME, found);
            case INCONCLUSIVE -> inconclusive(measured, found);
            case IMPROVED, REGRESSED -> toldApart(found);
            case INVALID -> failed(VerdictWords.sentence(cell)).finding().orElseThrow();
        };
    }

    private static Finding inconclusive(CellMeasurement measured, String found) {
        Disturbance disturbance = Disturbance.of(measured.pairs(), ARMS);
        return disturbance.excessive()
                ? Finding.bad(NAME, found + ", " + disturbance.words(),
                        "Too much else runs here to judge anything now: end it, or race elsewhere.")
                : Finding.remark(NAME, found,
                        "Changes of the size of the limits need more than " + SECONDS
                                + " s per cell here: give races a larger budget, or a quieter machine.");
    }

    private static Finding toldApart(String found) {
        return Finding.bad(NAME, found,
                "Equal clients were told apart, which happens by chance in one race of a hundred:"
                        + " run this again, and if it repeats, `./regatta calibrate`.");
    }
}
