package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.MetricReading;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Against which limit a metric was lost, and how where its ratio does not show that. */
final class LossWords {

    private LossWords() {
    }

    /** After a sentence of what was lost: the limits, and how each metric was lost whose ratio does not show it. */
    static String beyond(CellVerdict cell, List<Metric> lost) {
        var seen = lost.stream().map(cell.readings()::get).collect(Collectors.partitioningBy(LossWords::shown));
        String limits = seen.get(true).stream()
                .map(reading -> reading.metric().words() + " " + Words.ratio(reading.limit()))
                .collect(Collectors.joining(", "));
        return seen.get(false).stream().map(reading -> "; " + reading.metric().words() + " " + unseen(reading))
                .collect(Collectors.joining())
                + (limits.isEmpty() ? "" : "; " + (seen.get(true).size() == 1 ? "limit: " : "limits: ") + limits);
    }

    /** After a sentence of metrics that decided: the others that are as plainly worse, or better. */
    static String besides(CellVerdict cell, List<Metric> decided, boolean worse) {
        String others = others(cell, decided, worse).stream().map(reading -> reading.metric().words() + " "
                + Words.ratio(reading.ratio()) + " " + Words.interval(reading)).collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : "; also " + (worse ? "worse" : "better") + ": " + others;
    }

    /** The metrics that did not decide, with a 95 % interval that lies beyond the limit as a whole. */
    static List<MetricReading> others(CellVerdict cell, List<Metric> decided, boolean worse) {
        return cell.readings().values().stream().filter(reading -> !decided.contains(reading.metric()))
                .filter(reading -> {
                    double limit = reading.metric().lossOfRatio(reading.limit());
                    double one = reading.metric().lossOfRatio(reading.lower());
                    double other = reading.metric().lossOfRatio(reading.upper());
                    return worse ? Math.min(one, other) > limit : Math.max(one, other) < -limit;
                }).toList();
    }

    /** After a sentence of two clients that are undecided: where a loss beyond the limit may be left, by the intervals. */
    static String reachingLimits(CellVerdict cell) {
        String open = cell.readings().values().stream()
                .filter(reading -> largestLoss(reading) >= reading.metric().lossOfRatio(reading.limit()))
                .map(reading -> reading.metric().words()).collect(Collectors.joining(", "));
        return open.isEmpty() ? "" : "; a loss beyond the limit is not ruled out in " + open;
    }

    /** The largest loss in the interval that is told. */
    private static double largestLoss(MetricReading reading) {
        return Math.max(reading.metric().lossOfRatio(reading.lower()), reading.metric().lossOfRatio(reading.upper()));
    }

    /** After a sentence of what is undecided: what hides beside ratios within their limits. */
    static String notRuledOut(CellVerdict cell) {
        return hiding(cell).stream()
                .map(reading -> "; " + reading.metric().words() + " " + suspicion(reading, reading.hidden().get()))
                .collect(Collectors.joining());
    }

    /** The metrics whose intervals lie within their limits, and beside which something hides. */
    static List<MetricReading> hiding(CellVerdict cell) {
        return cell.readings().values().stream().filter(reading -> reading.hidden().isPresent()
                && largestLoss(reading) < reading.metric().lossOfRatio(reading.limit())).toList();
    }

    /** Whether the ratio of a lost metric is beyond its limit, so that it says why. */
    static boolean shown(MetricReading reading) {
        return hiddenLoss(reading).isEmpty()
                && reading.theta() >= reading.metric().lossOfRatio(reading.limit());
    }

    /** The loss that hides beside a ratio, where it is beyond the limit: only then it decides. */
    static Optional<Double> hiddenLoss(MetricReading reading) {
        return reading.hidden().filter(hidden -> hidden > reading.tolerated());
    }

    /** How a metric was lost whose ratio does not show it, after its name. */
    static String unseen(MetricReading reading) {
        return hiddenLoss(reading).map(hidden -> "is worse " + where(reading, hidden))
                .orElseGet(() -> "is worse for certain" + near(reading));
    }

    /** Where a loss hides and how large it is: {@code at times, by 7.2 % in the mean over all pairs (limit 5.0 %)}. */
    static String where(MetricReading reading, double hidden) {
        return "at times, by " + VerdictWords.percent(hidden) + " in the mean over all pairs (limit "
                + VerdictWords.percent(reading.tolerated()) + ")";
    }

    /** Of a loss that is certain and, as it is estimated, within its limit. */
    static String near(MetricReading reading) {
        return ", and more than the limit of " + VerdictWords.percent(reading.tolerated()) + " is not ruled out";
    }

    /** What may be lost of a metric that is undecided, after its name. */
    static String suspicion(MetricReading reading, double hidden) {
        return "may be worse " + where(reading, hidden) + ": that is not ruled out";
    }

    /** The metric that hides most, where one does. */
    static Optional<MetricReading> hidesMost(CellVerdict cell) {
        return hiding(cell).stream().max(Comparator.comparingDouble(reading -> reading.hidden().get()));
    }
}
