package dev.regatta.report;

import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Evidence.Interval;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.results.MeasuredRun;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A run as gauges of Micrometer, for a team's dashboard. Every gauge of a cell has the tags {@code database},
 * {@code client} and {@code workload}. Times are in seconds; what was not measured has no gauge.
 */
public final class MeterExport {

    private static final double MICROS = 1e6;

    private final MeterRegistry registry;

    private MeterExport(MeterRegistry registry) {
        this.registry = Objects.requireNonNull(registry);
    }

    /**
     * Registers the chosen cells of a report; all were judged together, so that choosing changes no verdict.
     *
     * @param run that was judged
     */
    public static void register(GateReport report, MeasuredRun run, Predicate<CellId> chosen, MeterRegistry registry) {
        var export = new MeterExport(registry);
        export.gauge("regatta.run.passed", "1 where every cell of the run is good, otherwise 0",
                Tags.of("commit", report.commit(), "tool", report.tool(), "started", report.started()),
                report.passed() ? 1 : 0);
        report.cells().stream().filter(cell -> chosen.test(cell.cell()))
                .forEach(cell -> export.cell(cell, run));
    }

    private void cell(CellVerdict cell, MeasuredRun run) {
        Tags tags = Tags.of("database", cell.cell().database().id(), "client", cell.cell().client().toString(),
                "workload", cell.cell().workload());
        for (VerdictKind kind : VerdictKind.values()) {
            boolean given = cell.verdict().kind() == kind;
            gauge("regatta.verdict", "1 for the verdict on the cell, 0 for the others", tags.and("verdict", kind.word(),
                    "reason", cell.verdict().reason().filter(why -> given).orElse("none")), given ? 1 : 0);
        }
        Row row = Row.of(cell, run.find(cell.cell()));
        gauge("regatta.pairs", "pairs that the verdict rests on, and what was compared",
                tags.and("candidate", cell.candidate(), "baseline", cell.baseline(), "compared_with",
                        row.comparedWith().orElse("none")),
                cell.pairs());
        row.toBaseline().forEach((metric, ratio) -> ratio(tags, metric,
                cell.rival().map(ClientId::toString).orElse("baseline"), ratio));
        row.toWire().forEach((metric, ratio) -> ratio(tags, metric, "wire", ratio));
        cell.figures().ifPresent(figures -> figures(tags, figures.candidate()));
        cell.counts().forEach((counter, reading) -> gauge("regatta.count",
                "what was counted, per operation unless it is a level; times in nanoseconds",
                tags.and("counter", name(counter)), reading.now().perOperation()));
    }

    /** Candidate / yardstick with the 95 % interval. */
    private void ratio(Tags tags, Metric metric, String to, Interval ratio) {
        Tags of = tags.and("metric", Words.key(metric), "to", to);
        gauge("regatta.ratio", "candidate / baseline, or candidate / raw wire", of, ratio.ratio());
        gauge("regatta.ratio.lower", "lower end of the 95 % interval of regatta_ratio", of, ratio.lower());
        gauge("regatta.ratio.upper", "upper end of the 95 % interval of regatta_ratio", of, ratio.upper());
    }

    private void figures(Tags tags, Figures figures) {
        gauge("regatta.operations.per.second", "throughput of the candidate", tags, figures.operationsPerSecond());
        seconds("regatta.tail.latency", "tail latency of the candidate",
                tags.and("percentile", Double.toString(figures.tailPercentile())), figures.tailMicros());
        seconds("regatta.client.cpu", "CPU time of the client per operation", tags, figures.clientCpuMicros());
        figures.serverCpuMicros().ifPresent(
                micros -> seconds("regatta.server.cpu", "CPU time of the server per operation", tags, micros));
    }

    private void seconds(String name, String description, Tags tags, double micros) {
        Gauge.builder(name, () -> micros / MICROS).baseUnit("seconds").description(description).tags(tags)
                .strongReference(true).register(registry);
    }

    private void gauge(String name, String description, Tags tags, double value) {
        Gauge.builder(name, () -> value).description(description).tags(tags).strongReference(true).register(registry);
    }

    private static String name(Counter counter) {
        return counter.name().toLowerCase(Locale.ROOT);
    }
}
