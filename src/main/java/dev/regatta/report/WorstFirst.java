package dev.regatta.report;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;

import java.util.Comparator;
import java.util.List;

/** The order in which people want to hear of cells: what fails first, and of equals the larger loss. */
public final class WorstFirst {

    /** That order. */
    public static final Comparator<CellVerdict> ORDER = Comparator
            .<CellVerdict>comparingInt(cell -> rank(cell.verdict()))
            .thenComparing(Comparator.comparingDouble(WorstFirst::largestLoss).reversed());

    private WorstFirst() {
    }

    /** All cells of a report. */
    static List<CellVerdict> of(GateReport report) {
        return report.cells().stream().sorted(ORDER).toList();
    }

    private static int rank(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Regressed regressed -> 0;
            case Verdict.Invalid invalid -> 1;
            case Verdict.Inconclusive inconclusive -> 2;
            case Verdict.Incomparable incomparable -> 3;
            case Verdict.Accepted accepted -> 4;
            case Verdict.Improved improved -> 5;
            case Verdict.NotRaced notRaced -> 6;
            case Verdict.Unchanged unchanged -> 7;
            case Verdict.SameInputs same -> 8;
        };
    }

    /** Of any metric, as a logarithm: a loss of throughput and a gain of latency count alike. */
    private static double largestLoss(CellVerdict cell) {
        return cell.readings().values().stream().mapToDouble(MetricReading::theta).max()
                .orElse(Double.NEGATIVE_INFINITY);
    }
}
