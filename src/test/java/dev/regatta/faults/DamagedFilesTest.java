package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.report.ExplorationWords;
import dev.regatta.baseline.Baseline;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Json;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.ExplorationCsv;
import dev.regatta.report.ExplorationText;
import dev.regatta.report.html.ExplorationPage;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.RunFacts;
import dev.regatta.results.WrittenRun;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Damaged files of baselines and results are refused in a sentence or judged, and never crash what reads them. */
@Execution(ExecutionMode.CONCURRENT)
class DamagedFilesTest {

    /** In every build; {@link DamagedFilesIT} takes more. */
    private static final int FEW = 2_500;
    /** Explorations are larger. */
    private static final int FEWER = 500;

    private static final Baseline BASELINE = Books.baseline();
    /** What a killed run leaves. No more pairs than are judged: each file is read thousands of times. */
    static final MeasuredRun RESULTS = interrupted(Books.results(Books.HERE, SimulatedCell.book(5).after(16),
            SimulatedCell.duel(6).after(16)));

    @Test
    void aDamagedBaselineIsRefusedOrJudgedWith() {
        baselines(FEW);
    }

    @Test
    void damagedResultsAreRefusedOrJudged(@TempDir Path folder) throws IOException {
        results(FEW, folder);
    }

    @Test
    void aDamagedExplorationIsRefusedOrTold(@TempDir Path folder) throws IOException {
        explorations(FEWER, folder);
    }

    static void baselines(int count) {
        each(Json.pretty(BASELINE), count,
                text -> judged(RESULTS, Json.read(text, Baseline.class, "baselines/postgresql.json")),
                "baselines/postgresql.json");
    }

    static void results(int count, Path folder) throws IOException {
        Path file = folder.resolve("results.jsonl.gz");
        WrittenRun.write(file, RESULTS);
        each(WrittenRun.text(file), count, text -> judged(read(text), BASELINE), "results.jsonl.gz");
    }

    static void explorations(int count, Path folder) throws IOException {
        each(Files.readString(Path.of("findings", "connectors-now.json")), count, text -> {
            Path file = written(folder, text);
            Exploration exploration = ExplorationFile.read(file);
            assertThat(new ExplorationText(exploration, ExplorationWords.RESUME).text()).isNotBlank();
            assertThat(ExplorationCsv.of(exploration)).isNotBlank();
            assertThat(ExplorationPage.page(exploration, ExplorationWords.RESUME)).isNotBlank();
        }, "exploration.json");
    }

    private static Path written(Path folder, String text) {
        try {
            Path file = Files.createTempFile(folder, "damaged", ".json");
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MeasuredRun interrupted(MeasuredRun run) {
        RunFacts facts = run.facts();
        return new MeasuredRun(new RunFacts(facts.schema(), facts.tool(), facts.started(), facts.commit(), facts.seed(),
                false, facts.manifest(), facts.environments(), facts.settings(), facts.given()), run.cells());
    }

    static MeasuredRun read(String text) {
        try {
            return ResultsFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    "results.jsonl.gz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void judged(MeasuredRun run, Baseline baseline) {
        GateReport report = Gate.judge(run, Map.of(Dialect.POSTGRESQL, baseline));
        assertThat(new ConsoleReport(false).text(report)).isNotBlank();
    }

    private static void each(String whole, int count, Consumer<String> reader, String what) {
        long refused = LongStream.range(0, count).parallel().filter(seed -> {
            try {
                reader.accept(new Mutator(seed).damaged(whole));
                return false;
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as("seed " + seed).isNotBlank().hasSizeLessThan(20_000);
                return true;
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + " of " + what, e);
            }
        }).count();
        System.out.printf("%s: %d damaged, %d refused in a sentence, the others judged%n", what, count, refused);
        // All refused, or none, would show that the damage is not what it should be.
        assertThat(refused).isBetween(count / 4L, count - count / 50L);
    }
}
