package dev.regatta.cli;

import dev.regatta.experiment.Selection;
import dev.regatta.protocol.CellId;
import dev.regatta.results.MeasuredRun;
import dev.regatta.report.CsvExport;
import dev.regatta.report.JmhExport;
import dev.regatta.report.MeterExport;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** {@code regatta export}: results for tools that draw them or look for change points. */
@Command(name = "export", header = "Writes results for other tools: CSV, JMH's JSON, meters of Prometheus and OpenTelemetry.", description = {
        "Prints results in a form that other tools read. `csv` has one line for each cell of each file, oldest first: ratios to"
                + " the baseline and to the raw wire with their 95 %% intervals, the verdict, absolute numbers; each file is"
                + " judged by itself. `jmh` is the JSON that JMH writes, of one run: throughput and latencies of each arm by"
                + " itself; several files are the parts of one run. `prometheus` is the text that Prometheus scrapes, of one run; `otlp`"
                + " sends each file as a run to the OpenTelemetry collector at --endpoint. -Dregatta.cells=<glob> chooses cells.",
        ""}, footer = {
                "",
                "Examples: the page of a JMH visualizer; the history of one cell for a change-point tool; a dashboard",
                "  regatta export --format jmh target/regatta/results.jsonl.gz > jmh.json",
                "  regatta export --format csv -Dregatta.cells=postgresql/pgjdbc+hikari/platform/select-1 */results.jsonl.gz",
                "  regatta export --format otlp --endpoint http://localhost:4318 target/regatta/results.jsonl.gz"})
final class ExportCommand implements Callable<Integer> {

    /** The forms there are. */
    enum Format {
        JMH, CSV, PROMETHEUS, OTLP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Regatta regatta;

    @Spec
    private CommandSpec spec;

    @Option(names = "--format", required = true, paramLabel = "<form>", description = "${COMPLETION-CANDIDATES}")
    private Format format;

    @Option(names = "--endpoint", paramLabel = "<url>", description = "URL of the OTLP collector, which takes OTLP over HTTP, like http://localhost:4318")
    private Optional<URI> endpoint = Optional.empty();

    @Parameters(arity = "1..*", paramLabel = "<file>", description = "results of runs, target/regatta/results.jsonl.gz for example")
    private List<Path> files;

    @Mixin
    private BaselineFolder baselines;

    ExportCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        Selection selection = regatta.settings("export").selection();
        PrintWriter out = regatta.out();
        if ((format == Format.OTLP) != endpoint.isPresent()) {
            throw new ParameterException(spec.commandLine(),
                    "--endpoint says where --format otlp sends to: give both or neither");
        }
        if (format == Format.JMH && (baselines.named() || regatta.given("regatta.baselines"))) {
            throw new ParameterException(spec.commandLine(),
                    "--format jmh compares with no baseline: leave out --baselines and -Dregatta.baselines");
        }
        // Everything is read before the first line is printed.
        List<Shards> runs = switch (format) {
            case JMH, PROMETHEUS -> List.of(Shards.read(files));
            case CSV, OTLP -> oldestFirst();
        };
        List<CellId> chosen = chosen(runs, selection);
        switch (format) {
            case JMH -> out.print(JmhExport.of(measured(runs.getFirst().merged(), chosen)));
            case CSV -> {
                var lines = runs.stream()
                        .map(run -> CsvExport.lines(run.judge(baselines.read(run.databases())), run.merged(),
                                selection::matches))
                        .toList();
                out.print(CsvExport.header());
                lines.forEach(out::print);
            }
            case PROMETHEUS -> {
                var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
                register(runs.getFirst(), selection, registry);
                out.print(registry.scrape());
            }
            case OTLP -> {
                var push = new OtlpPush(endpoint.orElseThrow());
                runs.forEach(run -> push.send(Instant.parse(run.merged().facts().started()),
                        registry -> register(run, selection, registry)));
            }
        }
        return Exits.GOOD;
    }

    private List<Shards> oldestFirst() {
        return files.stream().map(file -> Shards.read(List.of(file)))
                .sorted(Comparator.comparing(run -> run.merged().facts().started())).toList();
    }

    /** The selected cells, of which one run at least has each; it is an error if there are none. */
    private List<CellId> chosen(List<Shards> runs, Selection selection) {
        List<CellId> offered = runs.stream().flatMap(run -> run.manifest().stream()).distinct().toList();
        if (offered.isEmpty()) {
            throw new IllegalArgumentException(files.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + (files.size() == 1 ? " holds" : " hold") + " no cell: there is nothing to export");
        }
        return selection.of(offered);
    }

    private void register(Shards run, Selection selection, MeterRegistry registry) {
        MeterExport.register(run.judge(baselines.read(run.databases())), run.merged(), selection::matches, registry);
    }

    /** The form of JMH says nothing of cells without measurements. */
    private static MeasuredRun measured(MeasuredRun run, List<CellId> chosen) {
        MeasuredRun only = run.only(chosen::contains);
        if (only.cells().stream().allMatch(cell -> cell.pairs().isEmpty())) {
            throw new IllegalArgumentException("nothing was measured of "
                    + (chosen.size() == 1 ? chosen.getFirst() : "the " + chosen.size() + " cells")
                    + ": JMH's form would be empty");
        }
        return only;
    }
}
