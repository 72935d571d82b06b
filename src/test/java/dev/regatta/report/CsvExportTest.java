package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

@Isolated("changes the locale")
class CsvExportTest {

    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");

    @Test
    void theTextIsTheSameEverywhere() throws Exception {
        assertThat(csv(run("abc1234"), cell -> true).split("\r\n")).hasSize(4);
        Golden.everywhere(getClass(), "export.csv", () -> csv(run("abc1234"), cell -> true).replace("\r\n", "\n"));
    }

    @Test
    void aParserReadsTheRatios() throws IOException {
        var report = Gate.judge(run("abc1234"), Map.of(Dialect.POSTGRESQL, Books.baseline()));
        List<CSVRecord> records = parsed(csv(run("abc1234"), cell -> true));
        assertThat(records).hasSize(3).allMatch(record -> record.size() == CsvExport.COLUMNS.size());
        CSVRecord duel = records.getFirst();
        assertThat(duel.get("cell")).isEqualTo(OTHER.toString());
        assertThat(duel.get("verdict")).isEqualTo("regressed");
        assertThat(duel.get("compared_with")).isEqualTo("duel");
        assertThat(Double.parseDouble(duel.get("throughput_to_baseline"))).isCloseTo(
                report.cells().getFirst().readings().firstEntry().getValue().ratio(), within(1e-6));
        CSVRecord book = records.get(1);
        assertThat(book.get("compared_with")).isEqualTo("short-check");
        // The candidate does 1 / 1.4 of the wire's throughput with 1 / 0.4 of its CPU.
        assertThat(Double.parseDouble(book.get("throughput_to_wire"))).isCloseTo(1 / 1.4, within(0.03));
        assertThat(Double.parseDouble(book.get("client_cpu_to_wire"))).isCloseTo(1 / 0.4, within(0.1));
        for (String metric : List.of("throughput", "tail_latency", "client_cpu")) {
            assertThat(Double.parseDouble(book.get(metric + "_to_wire"))).isBetween(
                    Double.parseDouble(book.get(metric + "_to_wire_lower")),
                    Double.parseDouble(book.get(metric + "_to_wire_upper")));
        }
        CSVRecord missing = records.getLast();
        assertThat(missing.get("verdict")).isEqualTo("invalid");
        assertThat(missing.get("throughput_to_wire")).isEmpty();
    }

    /** Its ratios are to no earlier version, and do not belong among those. */
    @Test
    void aRaceOfTwoClientsNamesTheOtherOne() throws IOException {
        var race = Books.results(Books.HERE, Measured.against(ClientId.of("pgjdbc+hikari/virtual"),
                SimulatedCell.duel(1).after(1024)));
        var record = parsed(CsvExport.header() + CsvExport.lines(
                Gate.judge(race, Map.of(Dialect.POSTGRESQL, Books.baseline())), race, cell -> true)).getFirst();
        assertThat(record.get("client")).isEqualTo("pgjdbc+hikari/platform");
        assertThat(record.get("compared_with")).isEqualTo("pgjdbc+hikari/virtual");
        assertThat(record.get("verdict")).isEqualTo("unchanged");
    }

    @Test
    void whatNeedsQuotesHasThem() throws IOException {
        String commit = "a \"b\",\r\nc";
        assertThat(parsed(csv(run(commit), OTHER::equals))).singleElement()
                .satisfies(record -> assertThat(record.get("commit")).isEqualTo(commit));
    }

    @Test
    void everyColumnIsDocumented() throws IOException {
        String documented = Files.readString(Path.of("docs/exports.md"));
        assertThat(CsvExport.COLUMNS).allSatisfy(column -> assertThat(documented)
                .contains('`' + column.replaceAll("_(lower|upper)$", "") + '`'));
    }

    private static String csv(MeasuredRun run, java.util.function.Predicate<CellId> chosen) {
        return CsvExport.header() + CsvExport.lines(
                Gate.judge(run, Map.of(Dialect.POSTGRESQL, Books.baseline())), run, chosen);
    }

    private static List<CSVRecord> parsed(String csv) throws IOException {
        try (var parser = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get()
                .parse(new StringReader(csv))) {
            return parser.getRecords();
        }
    }

    private static MeasuredRun run(String commit) {
        var run = Books.results(Books.HERE,
                SimulatedCell.duel(2).cell(OTHER).with(Arm.CANDIDATE, 0.1, 12, 6).after(128),
                SimulatedCell.book(1).after(256),
                Measured.failed(SimulatedCell.book(3)
                        .cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1")).after(16), "no luck"));
        return new MeasuredRun(new RunFacts(run.facts().schema(), run.facts().tool(), run.facts().started(), commit,
                run.facts().seed(), true, run.facts().manifest(),
                run.facts().environments(), run.facts().settings()), run.cells());
    }
}
