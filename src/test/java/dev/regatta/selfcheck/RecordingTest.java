package dev.regatta.selfcheck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.gate.Books;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.RunFacts;
import dev.regatta.results.WrittenRun;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@Execution(ExecutionMode.CONCURRENT)
class RecordingTest {

    @TempDir
    Path folder;

    @Test
    void ordinaryResultsAreReadCompressedOrNot() throws IOException {
        var run = Recordings.run(1, 2);
        Path file = folder.resolve("results.jsonl.gz");
        WrittenRun.write(file, run);
        MeasuredRun read = ResultsFile.read(file);
        assertThat(read.cells()).isEqualTo(run.cells());
        assertThat(ResultsFile.read(Files.writeString(file, WrittenRun.text(file)))).isEqualTo(read);
    }

    /** Recording operations of half a second would take an hour for each cell (docs/gate.md). */
    @ParameterizedTest
    @EnumSource
    void everyHourThatComesWithRegattaHoldsEveryCellOfTheDefaultSuiteButThoseThatOpenPools(Hour hour) {
        assertThat(hour.recording().runs().stream().flatMap(run -> run.ids().stream()))
                .containsExactlyInAnyOrderElementsOf(Baselines.of(Path.of("baselines"), List.of(Dialect.values()))
                        .values().stream().flatMap(Baseline::cells).distinct()
                        .filter(cell -> !Workloads.of(cell.workload()).opensPool()).toList());
    }

    @Test
    void whatIsNoRecordingIsNamed() {
        assertThatThrownBy(
                () -> ResultsFile.read(new ByteArrayInputStream("{\"runs\":1}".getBytes(UTF_8)), "mine.json"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("mine.json");
    }

    @Test
    void aCellThatRacedAgainstSomethingElseIsRefused() {
        refused(Books.results(Books.HERE, SimulatedCell.duel(1).after(256)), "raced against another recipe");
        refused(Books.results(Books.HERE, SimulatedCell.book(1).after(256)), "did not race against itself");
    }

    @Test
    void aFailedOrInterruptedRunIsRefused() {
        var cell = SimulatedCell.againstItself(SimulatedCell.duel(1).after(256));
        refused(Books.results(Books.HERE, Measured.failed(cell, "out of memory")), "out of memory");
        var run = Books.results(Books.HERE, cell);
        refused(new MeasuredRun(new RunFacts(run.facts().schema(), run.facts().tool(), run.facts().started(),
                run.facts().commit(), run.facts().seed(), false, run.facts().manifest(),
                run.facts().environments(), run.facts().settings()), run.cells()), "interrupted");
    }

    @Test
    void tooFewForksOrPairsAreRefused() {
        refused(Books.results(Books.HERE, itself(16)), "sets of [16] pairs");
        refused(Books.results(Books.HERE, itself(144)), "sets of [128, 16] pairs");
        refused(Books.results(Books.HERE), "without any cell");
    }

    private static CellMeasurement itself(int pairs) {
        return SimulatedCell.againstItself(SimulatedCell.duel(1).after(pairs));
    }

    private static void refused(MeasuredRun run, String words) {
        assertThatThrownBy(() -> new Recording(List.of(run))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("this is no recording: ").hasMessageContaining(words);
    }
}
