package dev.regatta.report;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What failed, as the commands that make GitHub's runner annotate a pull request: {@code ::error title=…::…}. It keeps
 * ten errors of a step; the tenth says how many more there are.
 */
public final class WorkflowCommands {

    /** Errors with a sentence of their own. */
    static final int MOST = 9;

    private WorkflowCommands() {
    }

    /**
     * One line each, what is worst first; none when the run passed.
     *
     * @param strict whether a cell without a verdict fails as well
     */
    public static List<String> errors(GateReport report, boolean strict) {
        var errors = new ArrayList<String>();
        if (!report.complete()) {
            errors.add(error("Regatta", "the run was interrupted: it is not a pass"));
        }
        if (report.cells().isEmpty()) {
            errors.add(error("Regatta", "no cell was judged: it is not a pass"));
        }
        report.refusal().ifPresent(sentence -> errors.add(error("Baselines", sentence)));
        WorstFirst.of(report).stream().filter(cell -> cell.verdict().kind().fails(strict))
                .forEach(cell -> errors.add(error(cell)));
        return errors.size() <= MOST
                ? List.copyOf(errors)
                : Stream.concat(errors.stream().limit(MOST), Stream.of(
                        error("Regatta", "and " + (errors.size() - MOST) + " more: see the job summary"))).toList();
    }

    private static String error(CellVerdict cell) {
        return error(cell.word() + ": " + cell.cell(), VerdictWords.sentence(cell));
    }

    /** The escapes of github.com/actions/toolkit, packages/core/src/command.ts. */
    private static String error(String title, String message) {
        return "::error title=" + escaped(title).replace(":", "%3A").replace(",", "%2C") + "::" + escaped(message);
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }
}
