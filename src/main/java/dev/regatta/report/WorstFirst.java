package dev.regatta.report;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.MetricReading;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The order in which cells are reported: what fails first, plain passes last, and among equals the larger loss. */
public final class WorstFirst {

    /** That order. */
    public static final Comparator<CellVerdict> ORDER = Comparator
            .<CellVerdict, Boolean>comparing(cell -> !cell.told())
            .thenComparing(cell -> cell.verdict().kind())
            .thenComparing(Comparator.comparingDouble(WorstFirst::largestLoss).reversed());

    private WorstFirst() {
    }

    /** All cells of a report. */
    static List<CellVerdict> of(GateReport report) {
        return report.cells().stream().sorted(ORDER).toList();
    }

    /** The same by the verdict's word, so that no reason is lost. */
    public static Map<String, List<CellVerdict>> byWord(GateReport report) {
        return of(report).stream().collect(Collectors.groupingBy(CellVerdict::word, LinkedHashMap::new,
                Collectors.toList()));
    }

    /** Of any metric, as a logarithm: a loss of throughput and a gain of latency count alike. */
    private static double largestLoss(CellVerdict cell) {
        return cell.readings().values().stream().mapToDouble(MetricReading::theta).max()
                .orElse(Double.NEGATIVE_INFINITY);
    }
}
