package dev.regatta.faults;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.load.Clock;
import dev.regatta.protocol.CellId;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.CsvExport;
import dev.regatta.report.JobSummary;
import dev.regatta.report.html.HtmlReport;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Writes, judges and reports a run of many cells, in whatever heap this JVM has: see {@link LargeRunIT}. */
final class LargeRun {

    private static final int DIFFERENT = 10;

    private LargeRun() {
    }

    /** Arguments: the file of results, how many cells, how many pairs each. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        int pairs = Integer.parseInt(arguments[2]);
        List<CellId> ids = IntStream.range(0, Integer.parseInt(arguments[1]))
                .mapToObj(i -> CellId.of("postgresql/pgjdbc+hikari/virtual/cell-" + i)).toList();
        long started = Clock.nanos();
        var facts = new RunFacts(RunFacts.SCHEMA, "0.1.0", "2026-11-20T10:00:00Z", "abc1234", 42, true, ids,
                Books.results(Books.HERE).facts().environments(), Books.results(Books.HERE).facts().settings());
        var written = ResultsFile.begin(file, facts);
        for (CellId id : ids) {
            written.append(SimulatedCell.duel(ids.indexOf(id) % DIFFERENT).cell(id).after(pairs));
        }
        long wrote = Clock.nanos();
        MeasuredRun run = ResultsFile.read(file);
        var books = Map.of(Dialect.POSTGRESQL, Books.baseline());
        var report = Gate.judge(run, books);
        String console = new ConsoleReport(false).text(report);
        String page = new HtmlReport(run, books, List.of("results.jsonl.gz"), Map.of()).page(report);
        String summary = new JobSummary(run).text(report, JobSummary.MOST_BYTES);
        String csv = CsvExport.lines(report, run, cell -> true);
        System.out.printf("%d cells of %d pairs: %d bytes, %d verdicts, page %d, summary %d, csv %d;"
                + " %.1f s to simulate and write, %.1f s to read, judge and report%n", ids.size(), pairs,
                Files.size(file), report.cells().size(), page.length(), summary.length(), csv.length(),
                (wrote - started) / 1e9, (Clock.nanos() - wrote) / 1e9);
    }
}
