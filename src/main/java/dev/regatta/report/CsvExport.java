package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Evidence.Interval;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.results.MeasuredRun;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs as a table of RFC 4180: one line for each cell of each run, so that other tools can follow ratios over time.
 * Times are ISO-8601 UTC, decimals have a point, a number that was not measured is an empty field.
 */
public final class CsvExport {

    /** The names of the columns, in order. */
    public static final List<String> COLUMNS = columns();

    private CsvExport() {
    }

    /** The first line. */
    public static String header() {
        return line(COLUMNS);
    }

    /**
     * A line for each chosen cell of the report; all were judged together, so that choosing changes no verdict.
     *
     * @param run that was judged
     */
    public static String lines(GateReport report, MeasuredRun run, Predicate<CellId> chosen) {
        return report.cells().stream().filter(cell -> chosen.test(cell.cell()))
                .map(cell -> line(fields(report, cell, run.find(cell.cell()))))
                .collect(Collectors.joining());
    }

    private static List<String> columns() {
        var columns = new ArrayList<>(List.of("time", "commit", "tool", "cell", "database", "client", "workload",
                "connections", "candidate", "verdict", "reason", "compared_with", "pairs", "sets"));
        for (String of : List.of("to_baseline", "to_wire")) {
            for (Metric metric : Metric.values()) {
                String name = Words.key(metric) + "_" + of;
                columns.addAll(List.of(name, name + "_lower", name + "_upper"));
            }
        }
        columns.addAll(List.of("operations_per_second", "tail_percentile", "tail_micros", "client_cpu_micros",
                "server_cpu_micros"));
        return List.copyOf(columns);
    }

    private static List<String> fields(GateReport report, CellVerdict cell, Optional<CellMeasurement> measured) {
        Row row = Row.of(cell, measured);
        var fields = new ArrayList<>(List.of(report.started(), report.commit(), report.tool(), cell.cell().toString(),
                cell.cell().database().id(), cell.cell().client().toString(), cell.cell().workload(),
                measured.map(found -> Integer.toString(found.setup().connections())).orElse(""), cell.candidate(),
                cell.verdict().kind().word(), cell.verdict().reason().orElse(""),
                row.comparedWith().orElse(""), Integer.toString(cell.pairs()),
                Integer.toString(cell.sets())));
        Stream.of(row.toBaseline(), row.toWire()).flatMap(CsvExport::ratios).forEach(fields::add);
        fields.addAll(cell.figures().map(figures -> figures.candidate())
                .map(figures -> List.of(number(figures.operationsPerSecond()), number(figures.tailPercentile()),
                        number(figures.tailMicros()), number(figures.clientCpuMicros()),
                        figures.serverCpuMicros().stream().mapToObj(CsvExport::number).findFirst().orElse("")))
                .orElse(List.of("", "", "", "", "")));
        return fields;
    }

    private static Stream<String> ratios(Map<Metric, Interval> ratios) {
        return Stream.of(Metric.values()).map(metric -> Optional.ofNullable(ratios.get(metric)))
                .flatMap(ratio -> Stream
                        .<ToDoubleFunction<Interval>>of(Interval::ratio, Interval::lower, Interval::upper)
                        .map(end -> ratio.map(found -> number(end.applyAsDouble(found))).orElse("")));
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.6f", number);
    }

    static String line(List<String> fields) {
        return fields.stream().map(CsvExport::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String field) {
        return field.matches("[^\",\r\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
