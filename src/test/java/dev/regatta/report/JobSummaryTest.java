package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.baseline.BaselineReview;
import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

@Execution(ExecutionMode.CONCURRENT)
class JobSummaryTest {

    private static final String HOSTILE = "no `luck` | <script>alert(1)</script>\n::error::[x](http://x) é";

    @Test
    void theWorstComesFirst() {
        var results = results();
        assertThat(new JobSummary(results).text(report(results), JobSummary.MOST_BYTES).lines()
                .filter(line -> line.startsWith("| postgresql/")).map(line -> line.split(" \\| ")[1]))
                .containsExactly("**regressed**", "**regressed**", "**invalid**", "**inconclusive (stopped)**",
                        "unchanged");
    }

    @Test
    void twoClientsAreWorseOrBetterOrAlike() {
        var results = Books.results(Books.HERE, Measured.against(ClientId.of("pgjdbc+hikari/virtual"),
                SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.5, 2, 2).after(384)));
        assertThat(new JobSummary(results).text(report(results), JobSummary.MOST_BYTES))
                .contains("1 cell, 1 worse", "- **Worse:** postgresql/pgjdbc+hikari/platform/select-1: throughput is ",
                        " of pgjdbc+hikari/virtual's", "| **worse** |")
                .doesNotContain("egressed");
    }

    @Test
    void threeHundredCellsStayBelowTheLimitAndAllOfThemAreThere() {
        var results = Many.RESULTS;
        var report = Many.REPORT;
        String text = new JobSummary(results).text(report, JobSummary.MOST_BYTES);
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isBetween(50_000, JobSummary.MOST_BYTES - 1);
        assertThat(text.lines().filter(line -> line.startsWith("| postgresql/"))).hasSize(300);
        assertThat(text).doesNotContain("left out");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 3000, 20_000, 60_000})
    void whatDoesNotFitIsLeftOutFromTheEndAndSaid(int bytes) {
        var results = Many.RESULTS;
        var report = Many.REPORT;
        var summary = new JobSummary(results);
        String all = summary.text(report, JobSummary.MOST_BYTES);
        String text = summary.text(report, bytes);
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isBetween(bytes / 3, bytes);
        String kept = text.substring(0, text.lastIndexOf("\n**"));
        assertThat(all).startsWith(kept);
        long left = all.substring(kept.length()).lines().filter(line -> !line.isBlank()).count();
        assertThat(text).endsWith("**" + left + " lines are left out, there is no room for more: they are in"
                + " results.jsonl.gz, which `./regatta judge` prints.**\n");
    }

    @Test
    void withoutRoomThereIsNothing() {
        var results = results();
        assertThat(new JobSummary(results).text(report(results), 10)).isEmpty();
        assertThat(new JobSummary(results).text(report(results), -10)).isEmpty();
    }

    @Test
    void anInterruptedOrEmptyRunIsNoPass() {
        var results = results();
        var report = report(results);
        var empty = new GateReport(report.tool(), report.started(), report.commit(), false, report.environments(),
                List.of());
        assertThat(new JobSummary(results).text(empty, JobSummary.MOST_BYTES))
                .startsWith("## Regatta: not passed, 0 cells").contains("interrupted").contains("No cell was judged");
    }

    @Test
    void whatTheBranchDoesToTheBaselinesStandsAboveTheCells() {
        var results = results();
        var changes = BaselineReview.of(Map.of(Dialect.POSTGRESQL, Books.baseline()),
                Map.of(Dialect.POSTGRESQL, Books.of(Books.HERE, SimulatedCell.book(5).after(256))), cell -> true);
        String text = new JobSummary(results).text(report(results).with(changes), JobSummary.MOST_BYTES);
        assertThat(text).contains("**Refused:** the baselines cannot be changed like this: ")
                .contains("### The baselines change: 2 differences");
        assertThat(text.indexOf("### The baselines change")).isBetween(0, text.indexOf("| cell | verdict |"));
    }

    static GateReport report(MeasuredRun results) {
        return Gate.judge(results, Map.of(Dialect.POSTGRESQL, Books.baseline()));
    }

    static MeasuredRun results() {
        return Books.results(Books.HERE, SimulatedCell.duel(1).after(512),
                SimulatedCell.duel(6).cell(cell("platform/rows-10")).with(Arm.CANDIDATE, 0.85, 1.2, 1.2).after(512),
                Measured.failed(SimulatedCell.duel(4).cell(cell("platform/connect")).after(16), HOSTILE),
                SimulatedCell.duel(2).cell(cell("platform/rows-1000")).with(Arm.CANDIDATE, 0.1, 12, 6).after(128),
                SimulatedCell.duel(3).cell(cell("virtual/select-1")).noise(0.4, 0.5, 0.3).after(96));
    }

    /** Three hundred cells, which take seconds to judge and are judged once: printing them is what is tested. */
    private static final class Many {

        static final MeasuredRun RESULTS = results(300);
        static final GateReport REPORT = report(RESULTS);

        private static MeasuredRun results(int cells) {
            var pairs = SimulatedCell.duel(1).after(128);
            var lost = SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.1, 12, 6).after(128);
            return Books.results(Books.HERE, IntStream.range(0, cells)
                    .mapToObj(i -> named(i % 15 == 0 ? lost : pairs, cell("platform/workload-" + i)))
                    .toArray(CellMeasurement[]::new));
        }
    }

    private static CellMeasurement named(CellMeasurement measured, CellId cell) {
        return Measured.of(cell, measured.candidate(), measured.baseline(), measured.setup().connections(),
                measured.timed().sliceMillis(), measured.forks(), measured.pairs(), measured.failure(),
                measured.timed().outOfBudget());
    }

    private static CellId cell(String name) {
        return CellId.of("postgresql/pgjdbc+hikari/" + name);
    }
}
