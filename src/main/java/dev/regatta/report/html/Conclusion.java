package dev.regatta.report.html;

import dev.regatta.gate.GateReport;
import dev.regatta.gate.VerdictKind;
import dev.regatta.report.Words;
import dev.regatta.report.WorstFirst;

import java.util.stream.Collectors;

/**
 * The overall result of a run.
 *
 * @param sentence in words
 * @param mark     as a mark
 */
record Conclusion(String sentence, Mark mark) {

    /** The conclusion of a report. */
    static Conclusion of(GateReport report) {
        int all = report.cells().size();
        long regressed = report.of(VerdictKind.REGRESSED).size();
        // Of two clients that raced none changed.
        boolean clients = report.cells().stream().allMatch(cell -> cell.rival().isPresent());
        String worse = clients ? "worse" : "regressed";
        String better = clients ? "better" : "improved";
        long good = report.cells().stream().filter(cell -> cell.verdict().good()).count();
        if (regressed > 0) {
            return new Conclusion(of(regressed, all) + " " + worse, new Mark("✗", "bad"));
        }
        if (report.passed()) {
            int improved = report.of(VerdictKind.IMPROVED).size();
            return new Conclusion(improved == 0
                    ? "Nothing " + worse + " in " + Words.cells(all)
                    : of(improved, all) + " " + better + (improved == all ? "" : ", none " + worse),
                    new Mark("✓", "good"));
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
        return WorstFirst.byWord(report).entrySet().stream()
                .map(cells -> Mark.of(cells.getValue().getFirst().verdict()).symbol() + " " + cells.getValue().size()
                        + " " + cells.getKey())
                .collect(Collectors.joining("  ·  "));
    }

    private static String of(long some, int all) {
        return some == all ? Words.cells(all) : some + " of " + Words.cells(all);
    }
}
