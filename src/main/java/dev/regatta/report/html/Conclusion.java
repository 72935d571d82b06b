package dev.regatta.report.html;

import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a whole run comes to.
 *
 * @param sentence in words
 * @param mark     as a mark
 */
record Conclusion(String sentence, Mark mark) {

    /** The order of verdicts in a list of counts: what somebody has to look at first. */
    private static final List<Class<? extends Verdict>> WORST_FIRST = List.of(Verdict.Regressed.class,
            Verdict.Invalid.class, Verdict.Inconclusive.class, Verdict.Incomparable.class, Verdict.Accepted.class,
            Verdict.Improved.class, Verdict.NotRaced.class, Verdict.Unchanged.class, Verdict.SameInputs.class);

    /** The conclusion of a report. */
    static Conclusion of(GateReport report) {
        int all = report.cells().size();
        long regressed = count(report, Verdict.Regressed.class::isInstance);
        long good = count(report, Verdict::good);
        if (regressed > 0) {
            return new Conclusion(of(regressed, all) + " regressed", new Mark("✗", "bad"));
        }
        if (report.passed()) {
            return new Conclusion("Nothing regressed in " + cells(all), new Mark("✓", "good"));
        }
        if (all == 0) {
            return new Conclusion("No cell was judged: it is not a pass", new Mark("!", "bad"));
        }
        if (report.refusal().isPresent()) {
            return new Conclusion("The changes of the baselines are refused", new Mark("!", "bad"));
        }
        return good == all
                ? new Conclusion("Interrupted: it is not a pass", new Mark("!", "bad"))
                : new Conclusion("Not a pass: " + of(all - good, all) + (all - good == 1 ? " has" : " have")
                        + " no verdict to rely on", new Mark("?", "doubt"));
    }

    /** How many cells have which verdict, what matters most first. */
    static String counts(GateReport report) {
        return WORST_FIRST.stream().map(kind -> report.cells().stream().filter(cell -> kind.isInstance(cell.verdict()))
                .toList()).filter(cells -> !cells.isEmpty())
                .map(cells -> Mark.of(cells.getFirst().verdict()).symbol() + " " + cells.size() + " "
                        + cells.getFirst().verdict().word())
                .collect(Collectors.joining("  ·  "));
    }

    private static long count(GateReport report, Predicate<Verdict> condition) {
        return report.cells().stream().filter(cell -> condition.test(cell.verdict())).count();
    }

    private static String of(long some, int all) {
        return some == all ? cells(all) : some + " of " + cells(all);
    }

    private static String cells(long count) {
        return count + (count == 1 ? " cell" : " cells");
    }
}
