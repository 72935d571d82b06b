package dev.regatta.report;

import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;

import java.util.List;
import java.util.Locale;

/** A regression as somebody would tell it, what hurts most first: the sentence a report begins with. */
public final class Headline {

    /** From this factor on, people say how many times and not how many percent. */
    private static final double TIMES = 2;

    private Headline() {
    }

    /** One sentence for each regression, the worst first. */
    public static List<String> of(GateReport report) {
        return report.cells().stream().filter(cell -> cell.verdict() instanceof Verdict.Regressed)
                .sorted(WorstFirst.ORDER).map(Headline::of).toList();
    }

    /** The sentence of one cell; the gate's own reason where no sampled metric became worse. */
    public static String of(CellVerdict cell) {
        if (!(cell.verdict() instanceof Verdict.Regressed regressed) || regressed.metrics().isEmpty()) {
            return cell.verdict().reason();
        }
        var phrases = regressed.metrics().stream().map(metric -> phrase(cell, cell.readings().get(metric))).toList();
        return (cell.changes().isEmpty()
                ? "Compared with the baseline"
                : "Since " + String.join(", ", cell.changes()))
                + ", " + cell.cell().workload() + " through " + cell.cell().client() + " on " + cell.cell().database()
                + " " + listed(phrases);
    }

    private static String listed(List<String> phrases) {
        String last = phrases.getLast();
        return phrases.size() == 1
                ? last
                : String.join(", ", phrases.subList(0, phrases.size() - 1)) + " and " + last;
    }

    private static String phrase(CellVerdict cell, MetricReading reading) {
        boolean times = Math.max(reading.ratio(), 1 / reading.ratio()) >= TIMES;
        return switch (reading.metric()) {
            case THROUGHPUT -> times
                    ? "is " + number(1 / reading.ratio()) + " times slower "
                            + interval(1 / reading.upper(), 1 / reading.lower())
                    : "does " + percent(1 - reading.ratio()) + " fewer operations per second "
                            + percents(1 - reading.upper(), 1 - reading.lower());
            case TAIL_LATENCY -> times
                    ? "has " + number(reading.ratio()) + " times the " + tail(cell) + " latency "
                            + interval(reading.lower(), reading.upper())
                    : "has a " + percent(reading.ratio() - 1) + " longer " + tail(cell) + " latency "
                            + percents(reading.lower() - 1, reading.upper() - 1);
            case CLIENT_CPU -> times
                    ? "needs " + number(reading.ratio()) + " times the client CPU per operation "
                            + interval(reading.lower(), reading.upper())
                    : "needs " + percent(reading.ratio() - 1) + " more client CPU per operation "
                            + percents(reading.lower() - 1, reading.upper() - 1);
        };
    }

    private static String interval(double lower, double upper) {
        return "[" + number(lower) + ", " + number(upper) + "]";
    }

    private static String percents(double lower, double upper) {
        return interval(100 * lower, 100 * upper);
    }

    /** The percentile that stands for a cell's tail: {@code p99}; {@code tail} where none was read. */
    public static String tail(CellVerdict cell) {
        return cell.figures().map(figures -> figures.candidate()).map(Figures::tailPercentile)
                .map(percentile -> String.format(Locale.ROOT, "p%.0f", percentile)).orElse("tail");
    }

    private static String percent(double fraction) {
        return number(100 * fraction) + " %";
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
