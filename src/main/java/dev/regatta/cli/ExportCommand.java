package dev.regatta.cli;

import dev.regatta.protocol.CellId;
import dev.regatta.report.CsvExport;
import dev.regatta.report.MeterExport;
import dev.regatta.settings.Selection;
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
@Command(name = "export", header = "Writes results for other tools: CSV, meters of Prometheus and OpenTelemetry.", description = {
        "Prints results in a form that other tools read. `csv` has one line for each cell of each file, oldest first: ratios to"
                + " the baseline and to the raw wire with their 95 %% intervals, the verdict, absolute numbers; each file is"
                + " judged by itself. `prometheus` is the text that Prometheus scrapes, of one run; several files are the parts"
                + " of it. `otlp` sends each file as a run to the OpenTelemetry collector at --endpoint. -Dregatta.cells=<glob> chooses cells.",
        ""}, footer = {
                "",
                "Examples: the history of one cell for a change-point tool; a dashboard",
                "  regatta export --format csv -Dregatta.cells=postgresql/pgjdbc+hikari/platform/select-1 */results.jsonl.gz",
                "  regatta export --format otlp --endpoint http://localhost:4318 target/regatta/results.jsonl.gz"})
final class ExportCommand implements Callable<Integer> {

    /** The forms there are. */
    enum Format {
        CSV, PROMETHEUS, OTLP;

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
        // Everything is read before the first line is printed.
        List<Shards> runs = switch (format) {
            case PROMETHEUS -> List.of(Shards.read(files));
            case CSV, OTLP -> oldestFirst();
        };
        expectCells(runs, selection);
        switch (format) {
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

    /** It is an error if no run has a selected cell. */
    private void expectCells(List<Shards> runs, Selection selection) {
        List<CellId> offered = runs.stream().flatMap(run -> run.manifest().stream()).distinct().toList();
        if (offered.isEmpty()) {
            throw new IllegalArgumentException(files.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + (files.size() == 1 ? " holds" : " hold") + " no cell: there is nothing to export");
        }
        selection.of(offered);
    }

    private void register(Shards run, Selection selection, MeterRegistry registry) {
        MeterExport.register(run.judge(baselines.read(run.databases())), run.merged(), selection::matches, registry);
    }
}
