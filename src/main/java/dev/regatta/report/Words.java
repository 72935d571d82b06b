package dev.regatta.report;

import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Doubt;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Headlines, short forms and numbers of verdicts; their sentences are those of {@link VerdictWords}. */
public final class Words {

    /** What the fact of JVM options says of services whose JVMs have none of the user's. */
    public static final String NO_JVM_OPTIONS = "none";

    /** A larger share is told as such: the smallest loss that two sets show may be infinite. */
    static final double LARGE = 10;

    /** From this factor on, people say how many times and not how many percent. */
    private static final double TIMES = 2;

    private Words() {
    }

    /** How many cells got which verdict, what fails first: {@code 1 regressed, 2 unchanged}. */
    static String counts(GateReport report) {
        return WorstFirst.byWord(report).entrySet().stream()
                .map(cells -> cells.getValue().size() + " " + cells.getKey()).collect(Collectors.joining(", "));
    }

    /** {@code 1 cell}, {@code 2 cells}. */
    public static String cells(long count) {
        return counted(count, "cell");
    }

    /** How many there are of what has this name: {@code 1 set}, {@code 2 sets}. */
    public static String counted(long count, String name) {
        return count + " " + name + (count == 1 ? "" : "s");
    }

    /** One sentence for each regression, as somebody would tell it, the worst first. */
    static List<String> headlines(GateReport report) {
        return report.cells().stream().filter(cell -> cell.verdict() instanceof Verdict.Regressed)
                .sorted(WorstFirst.ORDER).map(Words::headline).toList();
    }

    /**
     * A regression as somebody would tell it; the whole sentence where no numbers were compared or none of them is
     * worse.
     */
    public static String headline(CellVerdict cell) {
        if (!(cell.verdict() instanceof Verdict.Regressed regressed) || cell.readings().isEmpty()
                || regressed.metrics().isEmpty()) {
            return VerdictWords.sentence(cell);
        }
        var others = LossWords.others(cell, regressed.metrics(), true);
        var phrases = cell.readings().values().stream()
                .filter(reading -> regressed.metrics().contains(reading.metric()) || others.contains(reading))
                .map(reading -> phrase(cell, reading)).toList();
        return cell.rival().map(client -> "Against " + client).orElseGet(() -> cell.changes().isEmpty()
                ? "Compared with the baseline"
                : "Since " + VerdictWords.changes(cell.changes()))
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
        return LossWords.hiddenLoss(reading)
                .map(hidden -> "is worse in " + metric(cell, reading.metric()) + " " + LossWords.where(reading, hidden))
                .orElseGet(() -> phraseOfRatio(cell, reading)
                        + (LossWords.shown(reading) ? "" : LossWords.near(reading)));
    }

    private static String phraseOfRatio(CellVerdict cell, MetricReading reading) {
        double ratio = reading.ratio();
        boolean times = Math.max(ratio, 1 / ratio) >= TIMES;
        return switch (reading.metric()) {
            case THROUGHPUT -> times
                    ? "is " + one(1 / ratio) + " times slower " + between(1 / reading.upper(), 1 / reading.lower())
                    : "does " + one(100 * (1 - ratio)) + " % fewer operations per second "
                            + between(100 * (1 - reading.upper()), 100 * (1 - reading.lower()));
            case TAIL_LATENCY -> more(reading, times, "has ", " times the " + tail(cell) + " latency ", "has a ",
                    " % longer " + tail(cell) + " latency ");
            case CLIENT_CPU -> more(reading, times, "needs ", " times the client CPU per operation ", "needs ",
                    " % more client CPU per operation ");
        };
    }

    private static String more(MetricReading reading, boolean times, String verb, String factor, String verbOfPercent,
            String percent) {
        return times
                ? verb + one(reading.ratio()) + factor + between(reading.lower(), reading.upper())
                : verbOfPercent + one(100 * (reading.ratio() - 1)) + percent
                        + between(100 * (reading.lower() - 1), 100 * (reading.upper() - 1));
    }

    private static String between(double lower, double upper) {
        return "[" + one(lower) + ", " + one(upper) + "]";
    }

    private static String one(double number) {
        return number("%.1f", number);
    }

    /**
     * A verdict's reason as short as a column: what was measured and the limit it is held against; the whole sentence
     * where no numbers were compared.
     */
    public static String inShort(CellVerdict cell) {
        return switch (cell.verdict()) {
            case Verdict.Regressed regressed when regressed.standstills().isEmpty() && !regressed.metrics().isEmpty() ->
                regressed.metrics().stream()
                        .map(metric -> cell.readings().get(metric)).map(reading -> metric(cell, reading.metric()) + " "
                                + (LossWords.shown(reading)
                                        ? ratio(reading.ratio()) + ", limit " + ratio(reading.limit())
                                        : LossWords.unseen(reading)))
                        .collect(Collectors.joining("; "));
            case Verdict.Unchanged unchanged when unchanged.declared().isEmpty() -> atWorst(cell);
            case Verdict.Improved improved when improved.standstills().isEmpty() && !improved.metrics().isEmpty() ->
                improved.metrics().stream()
                        .map(cell.readings()::get).map(reading -> metric(cell, reading.metric()) + " "
                                + ratio(reading.ratio()) + " " + interval(reading))
                        .collect(Collectors.joining("; "));
            case Verdict.Improved improved when improved.standstills().isEmpty() -> atWorst(cell);
            case Verdict.Inconclusive(Doubt.Undecided(Doubt.End end)) -> LossWords.hidesMost(cell)
                    .map(reading -> "undecided " + VerdictWords.end(cell, end) + ": " + metric(cell, reading.metric())
                            + " " + LossWords.suspicion(reading, reading.hidden().get()))
                    .or(() -> nearest(cell).map(reading -> "undecided " + VerdictWords.end(cell, end) + ": "
                            + metric(cell, reading.metric())
                            + " " + interval(reading) + " reaches the limit " + ratio(reading.limit())))
                    .orElseGet(() -> VerdictWords.reason(cell));
            default -> VerdictWords.reason(cell);
        };
    }

    private static String atWorst(CellVerdict cell) {
        return nearest(cell).map(reading -> "at worst " + metric(cell, reading.metric()) + " " + ratio(reading.worst())
                + ", limit " + ratio(reading.limit())).orElseGet(() -> VerdictWords.reason(cell));
    }

    /** The metric that is nearest to its limit at worst, or farthest beyond it. */
    private static Optional<MetricReading> nearest(CellVerdict cell) {
        return cell.readings().values().stream().max(Comparator.comparingDouble(
                reading -> reading.metric().lossOfRatio(reading.worst())
                        / reading.metric().lossOfRatio(reading.limit())));
    }

    /** The metric's name; of the tail, its percentile. */
    public static String metric(CellVerdict cell, Metric metric) {
        return metric == Metric.TAIL_LATENCY ? tail(cell) + " latency" : metric.words();
    }

    /** A metric as programs name it: {@code tail_latency}. */
    static String key(Metric metric) {
        return metric.words().toLowerCase(Locale.ROOT).replace(' ', '_');
    }

    /** The percentile that stands for a cell's tail: {@code p99}; {@code tail} where none was read. */
    public static String tail(CellVerdict cell) {
        return cell.figures().map(figures -> figures.candidate()).map(Figures::tailPercentile)
                .map(percentile -> number("p%.0f", percentile)).orElse("tail");
    }

    /** A ratio with three digits that count. */
    public static String ratio(double ratio) {
        return number(ratio >= 10 ? "%.1f" : "%.3f", ratio);
    }

    /** The 95 % interval of a ratio. */
    public static String interval(MetricReading reading) {
        return "[" + ratio(reading.lower()) + ", " + ratio(reading.upper()) + "]";
    }

    /** A fraction in percent with two digits, which say all that such a number knows. */
    public static String percent(double fraction) {
        return fraction > LARGE
                ? ">1000 %"
                : number(fraction < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * fraction);
    }

    /** A duration with its unit, at most three digits: {@code 250 µs}. */
    public static String duration(double nanos) {
        String[] units = {"ns", "µs", "ms", "s"};
        int unit = 0;
        double number = nanos;
        while (number >= 999.5 && unit < units.length - 1) {
            number /= 1000;
            unit++;
        }
        String form = number >= 99.5 || number == Math.rint(number)
                ? "%.0f"
                : number >= 9.95 ? "%.1f" : "%.2f";
        return number(form, number) + " " + units[unit];
    }

    /** A whole number with separators between thousands. */
    public static String grouped(double number) {
        return number("%,.0f", number);
    }

    /** A number in this form, the same in every locale. */
    static String number(String form, double number) {
        return String.format(Locale.ROOT, form, number);
    }
}
