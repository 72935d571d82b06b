package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Doubt;
import dev.regatta.gate.Flaw;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.Verdict;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;
import java.util.Map;

class WorkflowCommandsTest {

    private static final CellVerdict CELL = Gate.judge(Books.results(Books.HERE, SimulatedCell.duel(1).after(512)),
            Map.of(Dialect.POSTGRESQL, Books.baseline())).cells().getFirst();

    @Test
    void whatPassedIsNoError() {
        assertThat(WorkflowCommands.errors(report(new Verdict.Unchanged(false)), true)).isEmpty();
    }

    @Test
    void nothingInTheTextEndsTheCommandOrItsTitle() {
        assertThat(WorkflowCommands.errors(report(new Verdict.Invalid(new Flaw.Unsound("100 %, a:b\r\n::set-env::c"))),
                false))
                .containsExactly("::error title=invalid%3A postgresql/pgjdbc+hikari/platform/select-1"
                        + "::" + CELL.cell() + ": 100 %25, a:b%0D%0A::set-env::c");
    }

    @Test
    void undecidedCellsAreErrorsWhereTheyFail() {
        var report = report(new Verdict.Inconclusive(new Doubt.Noisy("noise")));
        assertThat(WorkflowCommands.errors(report, false)).isEmpty();
        assertThat(WorkflowCommands.errors(report, true)).singleElement().asString()
                .endsWith(": machine too noisy: noise; run it again when less else runs");
    }

    @Test
    void atMostNineHaveASentenceAndTheTenthCountsTheRest() {
        assertThat(WorkflowCommands.errors(report(Collections.nCopies(9, new Verdict.Invalid(new Flaw.Unsound("x")))),
                false))
                .hasSize(9).allMatch(line -> line.endsWith("::" + CELL.cell() + ": x"));
        var errors = WorkflowCommands
                .errors(report(Collections.nCopies(30, new Verdict.Invalid(new Flaw.Unsound("x")))), false);
        assertThat(errors).hasSize(10);
        assertThat(errors.getLast()).isEqualTo("::error title=Regatta::and 21 more: see the job summary");
    }

    @Test
    void anInterruptedRunIsAnError() {
        var report = report(new Verdict.Unchanged(false));
        assertThat(WorkflowCommands.errors(new GateReport(report.tool(), report.started(), report.commit(), false,
                report.environments(), report.cells()), false)).singleElement().asString().contains("interrupted");
    }

    private static GateReport report(Verdict verdict) {
        return report(List.of(verdict));
    }

    private static GateReport report(List<? extends Verdict> verdicts) {
        return new GateReport("0.1.0", "2026-11-20T10:00:00Z", "abc1234", true,
                Collections.emptySortedMap(), verdicts.stream().map(verdict -> new CellVerdict(CELL.cell(), verdict,
                        true, CELL.compared(), CELL.candidate(), CELL.baseline(), CELL.pairs(),
                        CELL.sets(), CELL.readings(), CELL.counts(), CELL.figures(), CELL.warnings(), CELL.frames()))
                        .toList());
    }
}
