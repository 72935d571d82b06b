package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.gate.CellFigures;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.ComparisonKind;
import dev.regatta.gate.CountReading;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.GrownFrame;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Json;
import dev.regatta.workload.Dialect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report as JSON, each verdict with its sentence: the same report gives the same bytes. */
public final class VerdictsJson {

    /** The keys of the file. */
    private record Report(String tool, String started, String commit, boolean complete,
            Map<Dialect, Fingerprint> environments, List<Cell> cells, List<BaselineChange> changes) {}

    /** The keys of a cell. */
    private record Cell(CellId cell, Conclusion verdict, boolean decided, Optional<ComparisonKind> how,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ClientId> against, String candidate, String baseline,
            List<Change> changes, int pairs, int sets,
            Map<Metric, MetricReading> readings, Map<Counter, CountReading> counts, Optional<CellFigures> figures,
            List<String> warnings, List<GrownFrame> frames) {

        static Cell of(CellVerdict cell) {
            return new Cell(cell.cell(), Conclusion.of(cell), cell.decided(), cell.how(), cell.rival(),
                    cell.candidate(),
                    cell.baseline(), cell.changes(), cell.pairs(), cell.sets(), cell.readings(), cell.counts(),
                    cell.figures(), cell.warnings(), cell.frames());
        }
    }

    /** The keys of a verdict. */
    @JsonPropertyOrder({"kind", "reason", "sentence"})
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    private record Conclusion(VerdictKind kind, Optional<String> reason, String sentence,
            Optional<List<Metric>> metrics) {

        static Conclusion of(CellVerdict cell) {
            return new Conclusion(cell.verdict().kind(), cell.verdict().reason(), VerdictWords.sentence(cell),
                    cell.verdict() instanceof Verdict.Regressed lost ? Optional.of(lost.metrics()) : Optional.empty());
        }
    }

    private VerdictsJson() {
    }

    /** The text of the file. */
    public static String of(GateReport report) {
        return Json.pretty(new Report(report.tool(), report.started(), report.commit(), report.complete(),
                report.environments(), report.cells().stream().map(Cell::of).toList(), report.changes()));
    }
}
