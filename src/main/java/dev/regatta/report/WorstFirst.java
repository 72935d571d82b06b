package dev.regatta.report;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.VerdictKind;

import java.util.Comparator;
import java.util.List;

/** The order in which cells are reported: what fails first, and among equals the larger loss. */
public final class WorstFirst {

    /** That order. */
    public static final Comparator<CellVerdict> ORDER = Comparator
            .<CellVerdict, VerdictKind>comparing(cell -> cell.verdict().kind())
            .thenComparing(Comparator.comparingDouble(WorstFirst::largestLoss).reversed());

    private WorstFirst() {
    }

    /** All cells of a report. */
    static List<CellVerdict> of(GateReport report) {
        return report.cells().stream().sorted(ORDER).toList();
    }

    /** Of any metric, as a logarithm: a loss of throughput and a gain of latency count alike. */
    private static double largestLoss(CellVerdict cell) {
        return cell.readings().values().stream().mapToDouble(MetricReading::theta).max()
                .orElse(Double.NEGATIVE_INFINITY);
    }
}
