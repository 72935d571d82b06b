package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.CellId;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.results.WrittenRun;
import io.opentelemetry.proto.metrics.v1.Metric;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@Execution(ExecutionMode.CONCURRENT)
class ExportCommandTest extends CommandTest {

    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");

    @TempDir
    Path folder;

    @BeforeEach
    void baseline() {
        Books.store(folder, Books.baseline());
    }

    @Test
    void runsAreLinesOldestFirst() {
        assertThat(export("csv", "-Dregatta.cells=**/select-1", write("b.json", "2026-11-21T10:00:00Z"),
                write("a.json", "2026-11-20T10:00:00Z"))).as(err.toString()).isEqualTo(Exits.GOOD);
        assertThat(out.toString().split("\r\n")).hasSize(3)
                .satisfies(lines -> assertThat(lines[0]).startsWith("time,commit,tool,cell,"))
                .satisfies(lines -> assertThat(lines[1]).startsWith("2026-11-20T10:00:00Z,abc1234,0.1.0,postgresql/"))
                .satisfies(lines -> assertThat(lines[2]).startsWith("2026-11-21T10:00:00Z,"));
    }

    @Test
    void twoRunsAreNotOne() {
        assertThat(
                export("prometheus", write("a.json", "2026-11-20T10:00:00Z"), write("b.json", "2026-11-21T10:00:00Z")))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("parts of one run share no cell");
    }

    @Test
    void oneRunIsWhatPrometheusScrapes() {
        assertThat(export("prometheus", write("a.json", "2026-11-20T10:00:00Z"))).as(err.toString())
                .isEqualTo(Exits.GOOD);
        assertThat(out.toString().lines()).contains("# TYPE regatta_verdict gauge")
                .contains(
                        "regatta_verdict{client=\"pgjdbc+hikari/platform\",database=\"postgresql\",reason=\"none\",verdict=\"invalid\","
                                + "workload=\"rows-1000\"} 1.0")
                .contains(
                        "regatta_verdict{client=\"pgjdbc+hikari/platform\",database=\"postgresql\",reason=\"none\",verdict=\"invalid\","
                                + "workload=\"select-1\"} 0.0")
                .contains("regatta_verdict{client=\"pgjdbc+hikari/platform\",database=\"postgresql\","
                        + "reason=\"same inputs\",verdict=\"not raced\",workload=\"select-1\"} 1.0")
                .anyMatch(line -> line.matches("regatta_tail_latency_seconds\\{.*workload=\"select-1\"} [\\d.]+E-4"))
                .noneMatch(line -> line.contains("NaN"));
        assertThat(export("prometheus", write("a.json", "2026-11-20T10:00:00Z"),
                write("b.json", "2026-11-21T10:00:00Z"))).isEqualTo(Exits.NO_VERDICT);
    }

    @Test
    void aCollectorReceivesEveryRunAsOfItsTime() throws IOException {
        try (var collector = new Collector(200)) {
            assertThat(export("otlp", "--endpoint", collector.address(), "-Dregatta.cells=**/select-1",
                    write("b.json", "2026-11-21T10:00:00Z"), write("a.json", "2026-11-20T10:00:00Z")))
                    .as(err.toString()).isEqualTo(Exits.GOOD);
            assertThat(collector.paths()).containsExactly("/v1/metrics", "/v1/metrics");
            for (int run = 0; run < 2; run++) {
                Instant started = Instant.parse(run == 0 ? "2026-11-20T10:00:00Z" : "2026-11-21T10:00:00Z");
                Map<String, Metric> metrics = collector.metrics(run);
                assertThat(metrics.get("regatta.verdict").getGauge().getDataPointsList())
                        .hasSize(VerdictKind.values().length)
                        .allSatisfy(point -> assertThat(point.getTimeUnixNano())
                                .isEqualTo(started.getEpochSecond() * 1_000_000_000));
                assertThat(metrics.get("regatta.verdict").getGauge().getDataPointsList())
                        .filteredOn(point -> point.getAsDouble() == 1).hasSize(1);
                assertThat(metrics.get("regatta.operations.per.second").getGauge().getDataPoints(0).getAsDouble())
                        .isPositive();
                assertThat(metrics.get("regatta.ratio").getGauge().getDataPoints(0).getAttributesList())
                        .extracting(tag -> tag.getKey() + "=" + tag.getValue().getStringValue())
                        .contains("database=postgresql", "client=pgjdbc+hikari/platform", "workload=select-1");
            }
        }
    }

    @Test
    void aCollectorThatRefusesIsAnError() throws IOException {
        try (var collector = new Collector(503)) {
            assertThat(
                    export("otlp", "--endpoint", collector.address() + "/api", write("a.json", "2026-11-20T10:00:00Z")))
                    .isEqualTo(Exits.NO_VERDICT);
            assertThat(err.toString()).contains("the collector at " + collector.address() + "/api did not take")
                    .contains("it answered with status 503");
            assertThat(collector.paths()).containsExactly("/api");
        }
    }

    @Test
    void aCollectorThatIsNotThereIsAnError() throws IOException {
        String address;
        try (var collector = new Collector(200)) {
            address = collector.address();
        }
        assertThat(export("otlp", "--endpoint", address, write("a.json", "2026-11-20T10:00:00Z")))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("did not take the run of 2026-11-20T10:00:00Z")
                .contains("ConnectException");
    }

    /** The registry logs what its sender throws, whatever it is, and goes on. */
    @Test
    void whateverEndsTheSendingIsAnError() {
        assertThat(export("otlp", "--endpoint", "http://localhost:99999", write("a.json", "2026-11-20T10:00:00Z")))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("the collector at http://localhost:99999/v1/metrics did not take the run of"
                + " 2026-11-20T10:00:00Z: java.lang.IllegalArgumentException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://hunter2@localhost:99999", "http://hunter2:x@localhost:99999/v1",
            "http://localhost:99999/v1?api-key=hunter2", "grpc://hunter2@localhost"})
    void aTokenInTheAddressOfACollectorIsInNoSentence(String address) {
        assertThat(export("otlp", "--endpoint", address, write("a.json", "2026-11-20T10:00:00Z")))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("***").doesNotContain("hunter2");
        assertThatThrownBy(() -> new OtlpPush(URI.create(address)).send(Instant.EPOCH,
                registry -> registry.gauge("some", 1))).hasMessageContaining("***").hasMessageNotContaining("hunter2");
    }

    @Test
    void aHeaderThatCannotBeSentIsNamedWithoutItsValue() {
        assertThatThrownBy(() -> OtlpPush.header(HttpRequest.newBuilder(), "Authorization", "hunter\n2"))
                .hasMessageContaining("the header Authorization of OTEL_EXPORTER_OTLP_HEADERS").hasNoCause()
                .hasMessageNotContaining("hunter");
        assertThatThrownBy(() -> OtlpPush.header(HttpRequest.newBuilder(), "a b", "c"))
                .hasMessageContaining("the header a b of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "prometheus", "otlp"})
    void anExportThatSelectsNothingIsNoSuccess(String format) throws IOException {
        try (var collector = new Collector(200)) {
            var arguments = new ArrayList<>(List.of("-Dregatta.cells=**/select-2", write("a.json",
                    "2026-11-20T10:00:00Z")));
            if (format.equals("otlp")) {
                arguments.addAll(List.of("--endpoint", collector.address()));
            }
            assertThat(export(format, arguments.toArray(String[]::new))).isEqualTo(Exits.NO_VERDICT);
            assertThat(err.toString()).contains("-Dregatta.cells=**/select-2 matches none of the 2 cells");
            assertThat(out.toString()).isEmpty();
            assertThat(collector.paths()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "prometheus"})
    void resultsWithoutACellAreNothingToExport(String format) {
        WrittenRun.write(folder.resolve("none.json"), Books.results(Books.HERE));
        assertThat(export(format, folder.resolve("none.json").toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("none.json holds no cell: there is nothing to export");
        assertThat(out.toString()).isEmpty();
    }

    /** A history begins with the run that first has the cell. */
    @Test
    void oneOfSeveralRunsMayLackTheCell() {
        WrittenRun.write(folder.resolve("b.json"), Books.results(Books.HERE, SimulatedCell.book(1).after(64)));
        assertThat(export("csv", "-Dregatta.cells=**/rows-1000", write("a.json", "2026-11-20T10:00:00Z"),
                folder.resolve("b.json").toString())).as(err.toString()).isEqualTo(Exits.GOOD);
        assertThat(out.toString().lines()).hasSize(2);
    }

    @Test
    void theEndpointBelongsToItsForm() {
        assertThat(export("otlp", "a.json")).isEqualTo(Exits.USAGE);
        assertThat(export("csv", "--endpoint", "http://localhost:1", "a.json")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("give both or neither");
        assertThat(export("otlp", "--endpoint", "localhost:4318", write("a.json", "2026-11-20T10:00:00Z")))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("is like http://localhost:4318, got localhost:4318");
    }

    @Test
    void anotherFormIsAUsageError() {
        assertThat(export("xml", "a.json")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("prometheus").contains("csv").contains("otlp");
        assertThat(run("export", "a.json")).isEqualTo(Exits.USAGE);
    }

    private int export(String format, String... arguments) {
        var all = new ArrayList<>(List.of("export", "--format", format, "--baselines", folder.toString()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private String write(String name, String started) {
        var run = Books.results(Books.HERE, SimulatedCell.book(1).after(256),
                SimulatedCell.book(2).cell(OTHER).after(128));
        WrittenRun.write(folder.resolve(name),
                new MeasuredRun(new RunFacts(run.facts().schema(), run.facts().tool(), started, run.facts().commit(),
                        run.facts().seed(), true, run.facts().manifest(), run.facts().environments(),
                        run.facts().settings()), run.cells()));
        return folder.resolve(name).toString();
    }
}
