package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.Verdict;
import dev.regatta.report.VerdictWords;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a self-check found: how often the gate errs, what it catches, how long it measures, and whether that is enough.
 */
public final class SelfCheckResult {

    private static final double MOST_FALSE_ALARMS = 0.01;
    private static final int SUITE = 30;
    private static final int WEAKEST = 3;
    private static final int SHOWN_FALSE_ALARMS = 10;

    /** The share of the losses in a tenth of the slices that must be caught. */
    private static final double LEAST_INTERMITTENT = 2.0 / 3;

    private static final Map<Metric, Double> TARGETS = Map.of(Metric.THROUGHPUT, 0.05, Metric.TAIL_LATENCY, 0.10,
            Metric.CLIENT_CPU, 0.05);

    private final Options options;
    private final Score equal;
    private final List<Caught> found;
    private final Optional<Score> book;
    private final List<Caught> bookFound;

    /** The cells with one planted loss. */
    record Caught(PlantedLoss loss, Score score) {}

    /**
     * Something the gate promises.
     *
     * @param words    the promise and what was found, as a sentence
     * @param met      whether it was kept
     */
    public record Target(String words, boolean met) {}

    SelfCheckResult(Options options, Score equal, List<Caught> found, Optional<Score> book, List<Caught> bookFound) {
        this.options = options;
        this.equal = equal;
        this.found = List.copyOf(found);
        this.book = book;
        this.bookFound = List.copyOf(bookFound);
    }

    /** Whether every promise was kept. */
    public boolean passed() {
        return targets().stream().allMatch(Target::met);
    }

    /** The promises. */
    public List<Target> targets() {
        var targets = new ArrayList<Target>();
        targets.add(falseAlarms("duels", equal));
        book.ifPresent(score -> targets.add(falseAlarms("short checks", score)));
        if (book.isEmpty() && !options.bookLosses().isEmpty()) {
            targets.add(
                    target(false, "short checks: nothing was checked, as the recording has no cell that ran beside the"
                            + " raw wire in a set that others left undisturbed; record one"));
        }
        found.stream().filter(one -> one.loss().pattern() == PlantedLoss.Pattern.ALWAYS
                && TARGETS.get(one.loss().metric()) == one.loss().fraction())
                .forEach(one -> targets.add(caught("", one, options.leastPower())));
        found.stream().filter(one -> one.loss().pattern() == PlantedLoss.Pattern.TENTH_OF_SLICES)
                .forEach(one -> targets.add(caught("", one, LEAST_INTERMITTENT)));
        bookFound.forEach(one -> targets.add(caught("short checks, ", one, options.leastPower())));
        double minutes = equal.minutes() * SUITE / options.suiteCells();
        targets.add(target(minutes <= options.mostMinutes(),
                "%d duels of equal clients take at most %.0f minutes of measuring, %.1f were needed", SUITE,
                options.mostMinutes(), minutes));
        return List.copyOf(targets);
    }

    /** The tables, in Markdown, and the promises. */
    public String text() {
        var out = new StringBuilder(table()).append('\n').append(effort("Duels", equal));
        book.ifPresent(score -> out.append(effort("Short checks", score)));
        for (Caught one : bookFound) {
            out.append(format("Short checks, %s: %.1f %% caught, %.1f %% inconclusive, %.0f pairs%n",
                    one.loss().words(), 100 * one.score().regressed(),
                    100 * one.score().share(Verdict.Inconclusive.class), one.score().pairs()));
        }
        falseAlarms(out);
        undecided(out);
        out.append('\n');
        for (Caught one : found) {
            out.append(format("%s: %.1f %% caught, %.1f %% inconclusive, %.1f %% passed, %.0f pairs; least in %s%n",
                    one.loss().words(), 100 * one.score().regressed(),
                    100 * one.score().share(Verdict.Inconclusive.class),
                    100 * one.score().passed(), one.score().pairs(), weakest(one.score())));
        }
        out.append('\n');
        for (Target target : targets()) {
            out.append(target.met() ? "met:    " : "MISSED: ").append(target.words()).append('\n');
        }
        return out.toString();
    }

    /** What the gate said where nothing had changed: the place to start when a false alarm is to be fixed. */
    private void falseAlarms(StringBuilder out) {
        equal.cells().stream().filter(Score.Judged::failed).limit(SHOWN_FALSE_ALARMS)
                .forEach(
                        cell -> out.append("false alarm: ").append(VerdictWords.sentence(cell.verdict())).append('\n'));
    }

    /** Why the gate could not tell that nothing had changed: the first reasons. */
    private void undecided(StringBuilder out) {
        equal.cells().stream().filter(cell -> !cell.verdict().verdict().good() && !cell.failed()).limit(WEAKEST)
                .forEach(cell -> out.append("no verdict: ").append(VerdictWords.sentence(cell.verdict())).append('\n'));
    }

    private String table() {
        var lines = new StringBuilder("| rule | false alarms per cell | per suite of " + options.suiteCells() + " |");
        found.forEach(one -> lines.append(' ').append(one.loss().words()).append(" |"));
        lines.append("\n|---|").append("---:|".repeat(2 + found.size())).append('\n');
        row(lines, "Regatta", equal.failed(), equal.suitesFailed() / (double) equal.suites(),
                found.stream().map(one -> one.score().regressed()).toList());
        for (UsualRule rule : UsualRule.values()) {
            row(lines, rule.words(), equal.alarmed(rule), equal.suitesAlarmed(rule),
                    found.stream().map(one -> one.score().alarmed(rule)).toList());
        }
        return lines.toString();
    }

    private static void row(StringBuilder lines, String rule, double perCell, double perSuite, List<Double> caught) {
        lines.append("| ").append(rule).append(format(" | %.2f %% | %.1f %% |", 100 * perCell, 100 * perSuite));
        caught.forEach(share -> lines.append(format(" %.0f %% |", 100 * share)));
        lines.append('\n');
    }

    private String effort(String what, Score score) {
        return format(
                "%s, nothing changed: %d suites, %d cells: %.2f %% regressed, %.2f %% improved, %.2f %% inconclusive, %.2f %% invalid; "
                        + "%.1f pairs per cell, %.1f minutes of measuring per suite (%.0f %% of it warming up)%n",
                what, score.suites(), score.cells().size(), 100 * score.regressed(),
                100 * score.share(Verdict.Improved.class), 100 * score.share(Verdict.Inconclusive.class),
                100 * score.share(Verdict.Invalid.class), score.pairs(), score.minutes(), 100 * score.warmUpShare());
    }

    private static Target falseAlarms(String what, Score score) {
        double share = score.suitesFailed() / (double) score.suites();
        return target(share <= MOST_FALSE_ALARMS,
                "%s: at most %.0f %% of unchanged suites fail, %d of %d did (95 %% bound: %.1f %%)", what,
                100 * MOST_FALSE_ALARMS, score.suitesFailed(), score.suites(), 100 * score.suitesFailedAtMost());
    }

    private static Target caught(String where, Caught found, double least) {
        return target(found.score().regressed() >= least, "%s%s: at least %.0f %% are caught, %.1f %% were", where,
                found.loss().words(), 100 * least, 100 * found.score().regressed());
    }

    /** The cells in which the fewest losses were caught. */
    private static String weakest(Score score) {
        var races = new TreeMap<>(score.cells().stream().collect(Collectors.groupingBy(Score.Judged::cell,
                Collectors.summarizingInt(cell -> cell.regressed() ? 1 : 0))));
        return races.entrySet().stream()
                .sorted(Comparator.comparingDouble(entry -> entry.getValue().getAverage())).limit(WEAKEST)
                .map(entry -> format("%s %d of %d", entry.getKey(), entry.getValue().getSum(),
                        entry.getValue().getCount()))
                .collect(Collectors.joining(", "));
    }

    private static Target target(boolean met, String form, Object... values) {
        return new Target(format(form, values), met);
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
