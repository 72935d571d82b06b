package dev.regatta.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Json;
import dev.regatta.report.CsvExport;
import dev.regatta.workload.Dialect;
import dev.regatta.report.VerdictsJson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

@Execution(ExecutionMode.CONCURRENT)
class ResultsFileTest {

    private static final MeasuredRun RUN = Books.results(Books.HERE, SimulatedCell.duel(1).after(512),
            SimulatedCell.book(2).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/rows-1000")).after(256),
            SimulatedCell.check(3).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1")).after(16));

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("target/regatta/results.json");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        WrittenRun.write(file(), RUN);
        WrittenRun.write(file(), RUN);
        MeasuredRun read = ResultsFile.read(file());
        assertThat(read.facts()).isEqualTo(RUN.facts());
        assertThat(read.ids()).isEqualTo(RUN.ids());
        assertThat(file().getParent().toFile().list()).containsExactly("results.json");
    }

    @Test
    void verdictsAndExportsAreThoseOfWhatWasMeasured() {
        WrittenRun.write(file(), RUN);
        MeasuredRun read = ResultsFile.read(file());
        var books = Map.of(Dialect.POSTGRESQL, Books.baseline());
        var report = Gate.judge(RUN, books);
        assertThat(VerdictsJson.of(Gate.judge(read, books))).isEqualTo(VerdictsJson.of(report));
        assertThat(CsvExport.lines(report, read, cell -> true)).isEqualTo(CsvExport.lines(report, RUN, cell -> true));
    }

    @Test
    void itIsAWholeJsonArrayAfterEveryRecord() throws IOException {
        var written = ResultsFile.begin(file(), RUN.facts());
        assertThat(JsonMapper.shared().readTree(Files.readString(file())).size()).isEqualTo(1);
        for (MeasuredCell cell : RUN.cells()) {
            written.append(cell);
        }
        assertThat(JsonMapper.shared().readTree(Files.readString(file())).size()).isEqualTo(4);
    }

    @Test
    void theSlicesTakeAnEighthOfTheirRoom() throws IOException {
        WrittenRun.write(file(), RUN);
        long plain = RUN.measurements().mapToLong(cell -> Json.line(cell).length()).sum();
        assertThat(Files.size(file())).isLessThan(plain / 8);
    }

    @Test
    void aRecordThatWasCutOffIsLeftOutOfAnInterruptedRun() throws IOException {
        var facts = new RunFacts(RunFacts.SCHEMA, "0.1.0", "2026-11-20T10:00:00Z", "abc1234", 42, false,
                RUN.facts().manifest(), RUN.facts().environments(), RUN.facts().settings());
        var written = ResultsFile.begin(file(), facts);
        written.append(RUN.cells().get(0));
        long one = Files.size(file());
        written.append(RUN.cells().get(1));
        cutOff((one + Files.size(file())) / 2);
        assertThat(ResultsFile.read(file()).ids()).containsExactly(RUN.ids().get(0));
        cutOff(one / 2);
        assertThat(ResultsFile.read(file()).ids()).isEmpty();
    }

    @Test
    void aCompleteRunMayNotBeCutOff() throws IOException {
        WrittenRun.write(file(), RUN);
        cutOff(Files.size(file()) - 100);
        assertThatThrownBy(() -> ResultsFile.read(file())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("results.json record 4 line 1");
    }

    private void cutOff(long size) throws IOException {
        try (var channel = Files.newByteChannel(file(), StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @Test
    void whatCannotBeWrittenIsNamed() throws IOException {
        Files.writeString(folder.resolve("target"), "a file");
        assertThatThrownBy(() -> WrittenRun.write(file(), RUN)).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("results.json cannot be written").hasMessageContaining("-Dregatta.results");
    }

    @Test
    void missingAndBrokenResultsAreNamed() throws IOException {
        Path file = folder.resolve("results.json");
        assertThatThrownBy(() -> ResultsFile.read(file)).hasMessageContaining("there are no results at");
        for (String broken : new String[]{"{\"schema\":1", "", "[\n", "[\n]\n", "[\n{\"run\":{}}\n]\n",
                "[\n{\"cell\":{}}\n]\n"}) {
            Files.writeString(file, broken);
            assertThatThrownBy(() -> ResultsFile.read(file)).as(broken).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("results.json");
        }
    }
}
