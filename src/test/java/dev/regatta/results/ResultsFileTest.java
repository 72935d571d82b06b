package dev.regatta.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.report.CsvExport;
import dev.regatta.report.VerdictsJson;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import tools.jackson.databind.json.JsonMapper;

@Execution(ExecutionMode.CONCURRENT)
class ResultsFileTest {

    private static final MeasuredRun RUN = Books.results(Books.HERE, SimulatedCell.duel(1).after(512),
            SimulatedCell.book(2).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/rows-1000")).after(256),
            SimulatedCell.check(3).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1")).after(16));

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("target/regatta/results.jsonl.gz");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        WrittenRun.write(file(), RUN);
        WrittenRun.write(file(), RUN);
        MeasuredRun read = ResultsFile.read(file());
        assertThat(read.facts()).isEqualTo(RUN.facts());
        assertThat(read.ids()).isEqualTo(RUN.ids());
        assertThat(file().getParent().toFile().list()).containsExactly("results.jsonl.gz");
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
    void eachRecordIsALine() throws IOException {
        var written = ResultsFile.begin(file(), RUN.facts());
        assertThat(WrittenRun.text(file()).lines()).hasSize(1);
        for (CellMeasurement cell : RUN.cells()) {
            written.append(cell);
        }
        assertThat(WrittenRun.text(file()).lines()).hasSize(4)
                .allSatisfy(line -> assertThat(JsonMapper.shared().readTree(line).isObject()).isTrue());
    }

    @Test
    void compressionSavesThreeQuarters() throws IOException {
        WrittenRun.write(file(), RUN);
        assertThat(Files.size(file())).isLessThan(WrittenRun.text(file()).length() / 4);
    }

    @Test
    void linesThatSomebodyUnpackedOrRenamedAreRead() throws IOException {
        WrittenRun.write(file(), RUN);
        assertThat(ResultsFile.read(Files.writeString(folder.resolve("results.jsonl"), WrittenRun.text(file()))))
                .isEqualTo(RUN);
        assertThat(ResultsFile.read(Files.move(file(), folder.resolve("part1")))).isEqualTo(RUN);
    }

    /** What was written before is never in doubt. */
    @Test
    void damageEndsTheRecordsThatAreRead() throws IOException {
        var facts = RUN.facts();
        var written = ResultsFile.begin(file(), new RunFacts(RunFacts.SCHEMA, "0.1.0", facts.started(), "abc1234", 42,
                false, facts.manifest(), facts.environments(), facts.settings()));
        written.append(RUN.cells().get(0));
        long one = Files.size(file());
        written.append(RUN.cells().get(1));
        written.append(facts);
        byte[] bytes = Files.readAllBytes(file());
        for (long place = one + 20; place < bytes.length; place += 997) {
            byte[] damaged = bytes.clone();
            damaged[(int) place] ^= 0x55;
            Files.write(file(), damaged);
            MeasuredRun read = ResultsFile.read(file());
            assertThat(read.cells()).as("byte " + place).startsWith(RUN.cells().get(0));
            assertThat(read.facts().complete()).as("byte " + place).isFalse();
        }
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
                .hasMessageContaining("results.jsonl.gz record 4 is cut off or damaged: measure again");
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
                .hasMessageContaining("results.jsonl.gz cannot be written").hasMessageContaining("-Dregatta.results");
    }

    @Test
    void missingAndBrokenResultsAreNamed() throws IOException {
        Path file = folder.resolve("results.jsonl.gz");
        assertThatThrownBy(() -> ResultsFile.read(file)).hasMessageContaining("there are no results at");
        for (String broken : new String[]{"{\"schema\":1", "", "\n", "[\n]\n", "{\"run\":{}}\n", "{\"cell\":{}}\n",
                "{\"run\":null}\n", "null\n"}) {
            Files.writeString(file, broken);
            assertThatThrownBy(() -> ResultsFile.read(file)).as(broken).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("results.jsonl.gz");
        }
        Files.write(file, new byte[]{0x1f, (byte) 0x8b, 8});
        assertThatThrownBy(() -> ResultsFile.read(file)).hasMessageContaining("record 1 is cut off or damaged");
    }

    @Test
    void nothingInPlaceOfACellIsNamed() throws IOException {
        WrittenRun.write(file(), RUN);
        String text = WrittenRun.text(file());
        Path file = Files.writeString(folder.resolve("results.jsonl"), text.replaceFirst("\n", "\nnull\n"));
        assertThatThrownBy(() -> ResultsFile.read(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + " record 2: found 'null', expected a value");
    }

    @Test
    void whatIsReadIsClosedHoweverItEnds() throws IOException {
        WrittenRun.write(file(), RUN);
        for (byte[] content : List.of(Files.readAllBytes(file()), new byte[]{0x1f, (byte) 0x8b, 8}, new byte[0])) {
            var closed = new AtomicBoolean();
            var bytes = new ByteArrayInputStream(content) {
                @Override
                public void close() {
                    closed.set(true);
                }
            };
            if (content.length > 3) {
                assertThat(ResultsFile.read(bytes, "it").ids()).isEqualTo(RUN.ids());
            } else {
                assertThatThrownBy(() -> ResultsFile.read(bytes, "it")).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(closed).as(content.length + " bytes").isTrue();
        }
    }
}
