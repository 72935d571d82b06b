package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.SampledFrame.State;
import dev.regatta.protocol.SampledFrame;
import dev.regatta.protocol.StackSamples;
import dev.regatta.protocol.Untimed;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

@Isolated("changes the locale")
class ConsoleReportTest {

    @Test
    void theTextIsTheSameEverywhere() throws Exception {
        Golden.everywhere(getClass(), "console.txt", () -> text(report(), false));
    }

    @Test
    void tablesAlignAndAreAtMostAHundredColumnsWide() {
        // The longest name, the longest verdict, and intervals of more than 100 %.
        var wide = SimulatedCell.duel(4).cell(CellId.of("postgresql/pgjdbc+hikari/platform/transaction-read"))
                .noise(2, 2, 2).after(96);
        var report = Gate.judge(Books.results(Books.HERE, SimulatedCell.duel(1).after(512), wide),
                Map.of(Dialect.POSTGRESQL, Books.baseline()));
        var rows = text(report, false).lines().filter(line -> line.contains("±")).toList();
        assertThat(rows).hasSize(2).allMatch(line -> line.length() <= 100);
        assertThat(rows.stream().map(row -> row.lastIndexOf(' '))).containsOnly(rows.getFirst().lastIndexOf(' '));
        assertThat(rows.getLast()).contains("transaction-read ").endsWith(" inconclusive");
    }

    @Test
    void aRegressionIsToldFirst() {
        assertThat(text(report(), false)).startsWith("Since postgresql 42.2.21 -> 42.7.14, rows-1000 through ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.85 | 1   | 1   | does 1\\d\\.\\d % fewer operations per second \\[\\d+\\.\\d, [12]\\d\\.\\d]
            1    | 1.4 | 1   | has a [345]\\d\\.\\d % longer p99 latency \\[[234]\\d\\.\\d, [45]\\d\\.\\d]
            1    | 1   | 1.2 | needs [12]\\d\\.\\d % more client CPU per operation \\[1\\d\\.\\d, 2\\d\\.\\d]
            """)
    void aRegressionIsToldInWordsOfPeople(double throughput, double tail, double cpu, String words) {
        var lost = SimulatedCell.duel(2).with(Arm.CANDIDATE, throughput, tail, cpu).after(512);
        assertThat(Words.headlines(Gate.judge(Books.results(Books.HERE, lost),
                Map.of(Dialect.POSTGRESQL, Books.baseline())))).singleElement().asString()
                .matches("Since postgresql 42\\.2\\.21 -> 42\\.7\\.14, select-1 through pgjdbc\\+hikari/platform on "
                        + "postgresql " + words);
    }

    @Test
    void theWorstRegressionIsToldFirst() {
        var worse = SimulatedCell.duel(5).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1"))
                .with(Arm.CANDIDATE, 0.1, 12, 6).after(256);
        var bad = SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.5, 2, 1.5).after(256);
        assertThat(Words.headlines(Gate.judge(Books.results(Books.HERE, bad, worse),
                Map.of(Dialect.POSTGRESQL, Books.baseline())))).hasSize(2).first().asString()
                .contains("pgjdbc+hikari/virtual");
    }

    @Test
    void theCountsThatDecideAreATableOfTheirOwn() {
        var counts = new Counts(Arm.CANDIDATE, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(300, 100),
                Counter.WRITES, new Count(400, 100), Counter.BYTES_SENT, new Count(13_800, 100), Counter.ROWS_READ,
                new Count(197, 100), Counter.CONNECTIONS_IN_USE, new Count(1553, 100),
                Counter.CONNECTIONS_AWAITED, Count.level(3))), new TreeMap<>());
        var measured = Books.results(Books.HERE,
                SimulatedCell.duel(1).after(512).and(Untimed.counted(List.of(counts))));
        String text = text(Gate.judge(measured, Map.of(Dialect.POSTGRESQL, Books.baseline())), false);
        assertThat(text.lines()
                .filter(line -> line.startsWith("  per operation") || line.matches("  select-1 +3\\.0.*")).toList())
                .containsExactly(
                        "  per operation trips writes stmts prep sent recvd alloc",
                        "  select-1        3.0    4.0     -    -  138     -     -");
    }

    /** The heading said nothing of the change where the first cell was not compared. */
    @Test
    void theHeadingIsOfACellThatWasCompared() {
        var failed = Measured.failed(Measured.paired(
                SimulatedCell.duel(2).cell(CellId.of("postgresql/pgjdbc+hikari/platform/do-1")).after(0), List.of()),
                "the worker died");
        var report = Gate.judge(Books.results(Books.HERE, failed, SimulatedCell.duel(1).after(512)),
                Map.of(Dialect.POSTGRESQL, Books.baseline()));
        var first = report.cells().getFirst();
        var cells = List.of(new CellVerdict(first.cell(), first.verdict(), true, Optional.empty(), first.candidate(),
                first.baseline(), 0, 0, new TreeMap<>(), new TreeMap<>(), Optional.empty(), List.of(), List.of()),
                report.cells().getLast());
        assertThat(text(new GateReport(report.tool(), report.started(), report.commit(), true, report.environments(),
                cells), false))
                .contains("postgresql/pgjdbc+hikari/platform  (postgresql 42.2.21 -> 42.7.14)\n");
    }

    @Test
    void colourIsOnlyThereWhenAskedFor() {
        assertThat(text(report(), false)).doesNotContain("\u001b");
        assertThat(text(report(), true)).contains("\u001b[31;1mregressed\u001b[0m");
    }

    @Test
    void anInterruptedOrEmptyRunIsNoPass() {
        var report = report();
        var empty = new GateReport(report.tool(), report.started(), report.commit(), false, report.environments(),
                List.of());
        assertThat(text(empty, false)).contains("INTERRUPTED").contains("NO CELL WAS JUDGED");
    }

    /** Among what passes, what somebody should read comes first and has its sentence. */
    @Test
    void aDeclaredLossIsAtNoPlacePlainlyUnchanged() {
        var judged = Gate.judge(Books.results(Books.HERE, SimulatedCell.duel(1).after(512)),
                Map.of(Dialect.POSTGRESQL, Books.baseline()));
        var lost = new Verdict.Regressed(List.of(Metric.THROUGHPUT));
        var report = new GateReport(judged.tool(), judged.started(), judged.commit(), true, judged.environments(),
                Stream.of(new Verdict.Unchanged(false), Books.SAME_INPUTS,
                        new Verdict.NotRaced(List.of(new Change("jdk", "25", "26")), Optional.empty()),
                        new Verdict.Improved(List.of(Metric.THROUGHPUT)),
                        new Verdict.Unchanged(false, Optional.of(lost)))
                        .map(verdict -> with(judged.cells().getFirst(), verdict)).toList());
        assertThat(text(report, false).lines().filter(line -> line.contains("±"))
                .map(line -> line.replaceFirst(".*server +\\S+ ", "")))
                .containsExactly("unchanged", "not raced", "not raced", "improved",
                        "unchanged (but for a declared loss)");
        assertThat(text(report, false)).contains("\n5 cells: 1 unchanged (but for a declared loss), 1 improved, "
                + "1 not raced (old form not available), 1 unchanged, 1 not raced (same inputs)\n");
        assertThat(text(report, false).lines().filter(line -> line.matches("[A-Z ()]+"))).containsExactly(
                "UNCHANGED (BUT FOR A DECLARED LOSS)", "IMPROVED", "NOT RACED (OLD FORM NOT AVAILABLE)");
        assertThat(text(report, true)).contains("\u001b[33munchanged (but for a declared loss)\u001b[0m")
                .contains("\u001b[32munchanged\u001b[0m");
    }

    private static CellVerdict with(CellVerdict cell, Verdict verdict) {
        return new CellVerdict(cell.cell(), verdict, cell.decided(), cell.compared(), cell.candidate(),
                cell.baseline(), cell.pairs(), cell.sets(), cell.readings(), cell.counts(), cell.figures(),
                cell.warnings(), cell.frames());
    }

    @Test
    void methodsThatAreOnMoreStacksAreListed() {
        var slow = SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 1, 6).after(128)
                .and(Measured.profiled(List.of(
                        Profile.of(Arm.CANDIDATE, "c.jfr",
                                new StackSamples(0, 1000,
                                        List.of(new SampledFrame("org.Stream.pending", State.NATIVE, 713, 20)))),
                        Profile.of(Arm.BASELINE, "b.jfr",
                                new StackSamples(0, 1000,
                                        List.of(new SampledFrame("org.Stream.read", State.NATIVE, 10, 10)))))));
        assertThat(text(Gate.judge(Books.results(Books.HERE, slow), Map.of()), false))
                .contains("\n  postgresql/pgjdbc+hikari/platform/select-1\n"
                        + "      0.0% ->  71.3%,   2.0% on top  in native code  org.Stream.pending\n");
    }

    private static String text(GateReport report, boolean colour) {
        return new ConsoleReport(colour).text(report);
    }

    private static GateReport report() {
        var lost = SimulatedCell.duel(2).cell(CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000"))
                .with(Arm.CANDIDATE, 0.1, 12, 6).after(128);
        var measured = Books.results(Books.HERE, SimulatedCell.duel(1).after(512), lost,
                SimulatedCell.duel(3).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1"))
                        .noise(0.4, 0.5, 0.3).after(96));
        var manifest = new ArrayList<>(measured.facts().manifest());
        manifest.add(CellId.of("postgresql/pgjdbc+hikari/virtual/rows-1000"));
        return Gate.judge(
                new MeasuredRun(new RunFacts(measured.facts().schema(), measured.facts().tool(),
                        measured.facts().started(), measured.facts().commit(),
                        measured.facts().seed(), true, manifest, measured.facts().environments(),
                        measured.facts().settings()), measured.cells()),
                Map.of(Dialect.POSTGRESQL, Books.baseline()));
    }
}
