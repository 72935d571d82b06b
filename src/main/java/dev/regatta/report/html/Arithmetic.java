package dev.regatta.report.html;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;
import dev.regatta.report.Headline;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A verdict's reason in numbers: what was measured, and the limit it is held against. */
final class Arithmetic {

    private Arithmetic() {
    }

    /** The reason as short as a column; the gate's own sentence where no numbers were compared. */
    static String of(CellVerdict cell) {
        return switch (cell.verdict()) {
            case Verdict.Regressed regressed -> regressed.metrics().isEmpty()
                    ? reason(cell)
                    : regressed.metrics().stream().map(metric -> cell.readings().get(metric))
                            .map(reading -> name(cell, reading.metric()) + " " + ratio(reading.ratio()) + ", limit "
                                    + ratio(reading.limit()))
                            .collect(Collectors.joining("; "));
            case Verdict.Unchanged unchanged -> atWorst(cell);
            case Verdict.SameInputs same -> reason(cell);
            case Verdict.NotRaced notRaced -> reason(cell);
            case Verdict.Accepted accepted -> reason(cell);
            case Verdict.Improved improved -> atWorst(cell);
            case Verdict.Inconclusive inconclusive -> inconclusive.end().isEmpty()
                    ? reason(cell)
                    : nearest(cell)
                            .map(reading -> "undecided " + inconclusive.end() + ": " + name(cell, reading.metric())
                                    + " " + interval(reading) + " reaches the limit " + ratio(reading.limit()))
                            .orElse(reason(cell));
            case Verdict.Incomparable incomparable -> reason(cell);
            case Verdict.Invalid invalid -> reason(cell);
        };
    }

    /** The gate's sentence without the cell's name in front of it. */
    static String reason(CellVerdict cell) {
        String name = cell.cell() + ": ";
        String reason = cell.verdict().reason();
        return reason.startsWith(name) ? reason.substring(name.length()) : reason;
    }

    /** The metric's name; of the tail, its percentile. */
    static String name(CellVerdict cell, Metric metric) {
        return metric == Metric.TAIL_LATENCY ? Headline.tail(cell) + " latency" : metric.words();
    }

    /** A ratio with three digits that count. */
    static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1f" : "%.3f", ratio);
    }

    /** The 95 % interval of a ratio. */
    static String interval(MetricReading reading) {
        return "[" + ratio(reading.lower()) + ", " + ratio(reading.upper()) + "]";
    }

    /** A fraction in percent with two digits. */
    static String percent(double fraction) {
        return String.format(Locale.ROOT, fraction < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * fraction);
    }

    private static String atWorst(CellVerdict cell) {
        return nearest(cell).map(reading -> "at worst " + name(cell, reading.metric()) + " " + ratio(reading.worst())
                + ", limit " + ratio(reading.limit())).orElse(reason(cell));
    }

    /** The metric that is nearest to its limit at worst, or farthest beyond it. */
    private static Optional<MetricReading> nearest(CellVerdict cell) {
        return cell.readings().values().stream().max(Comparator.comparingDouble(
                reading -> reading.metric().lossOfRatio(reading.worst())
                        / reading.metric().lossOfRatio(reading.limit())));
    }
}
