package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.ArmSetup;
import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.race.ScriptedExperiment;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.RunFacts;
import dev.regatta.results.WrittenRun;
import dev.regatta.selfcheck.Recording;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class CalibrateCommandTest extends CommandTest {

    private static final Fingerprint ELSEWHERE = Books.HERE.with(Map.of("cpu.model", "Simulated 4000"));
    private static final List<Pair> PAIRS = SimulatedCell.book(1).after(16).pairs();
    private static final ArmSetup TODAY = ArmSetup.of(new ResolvedRecipe(SimulatedCell.TODAY,
            SimulatedCell.TODAY.artifacts().stream().map(jar -> Path.of(jar.version() + ".jar")).toList()),
            Jdk.running());

    @TempDir
    Path folder;

    private final ScriptedExperiment experiment = new ScriptedExperiment(Books.HERE, CalibrateCommandTest::slice);

    @Test
    void noiseOfEarlierRunsIsWritten() throws IOException {
        assertThat(calibrate(0.01)).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("wrote " + file() + "\n");
        assertThat(Files.readString(file())).contains("\"noiseReason\" : \"a new kernel\"");
    }

    @Test
    void noiseWithWhichNothingCouldPassIsRefusedAndNothingIsWritten() throws IOException {
        assertThat(calibrate(0.06)).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).startsWith("regatta: the noise was not calibrated: pgjdbc+hikari/platform: the ")
                .contains("sets to pass, and more than 16 take too long: calibrate it on a quieter machine");
        assertThat(Files.readString(file())).doesNotContain("a new kernel");
    }

    /** It ended with 0 and wrote nothing. */
    @Test
    void resultsOfADatabaseWithoutABaselineAreRefused() {
        Books.store(folder, Books.baseline());
        assertThat(run("calibrate", measured(Map.of(Dialect.MARIADB, Books.HERE)), "--baselines", folder.toString()))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).startsWith("regatta: there is no baseline of mariadb at ");
        assertThat(run("calibrate", measured(Map.of()), "--baselines", folder.toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: the noise was not calibrated: no database was measured");
    }

    private String measured(Map<Dialect, Fingerprint> where) {
        Path results = folder.resolve("of-" + where.size() + ".jsonl.gz");
        WrittenRun.write(results, new MeasuredRun(new RunFacts(RunFacts.SCHEMA, "0.1.0", "2026-11-20T10:00:00Z",
                "abc1234", 1, true, List.of(), new TreeMap<>(where), new TreeMap<>()), List.of()));
        return results.toString();
    }

    /** On any machine, and no baseline changes. */
    @Test
    void aRecordingIsTheOrdinaryResultsAndLeavesTheBaselinesAsTheyAre() throws IOException {
        Books.store(folder, Books.of(ELSEWHERE, SimulatedCell.book(5).after(256)));
        String before = Files.readString(file());
        assertThat(measure(() -> null, "--record")).as(err.toString()).isZero();
        Path recorded = folder.resolve("results").resolve("results.jsonl.gz");
        assertThat(out.toString()).isEqualTo("recorded 1 cell: " + recorded + "\n");
        assertThat(Files.readString(file())).isEqualTo(before);
        assertThat(new Recording(List.of(ResultsFile.read(recorded))).runs().getFirst().ids())
                .containsExactly(SimulatedCell.CELL);
    }

    /** It said what it had recorded, and exited with 0. */
    @Test
    void aRecordingThatCannotBeWrittenIsNone() {
        Books.store(folder, Books.of(ELSEWHERE, SimulatedCell.book(5).after(256)));
        Path recorded = folder.resolve("results").resolve("results.jsonl.gz");
        experiment.running = () -> {
            try {
                Files.deleteIfExists(recorded);
                Files.createDirectory(recorded);
                experiment.running = () -> {
                };
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        assertThat(measure(() -> null, "--record")).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("regatta: " + recorded + " cannot be written");
    }

    @Test
    void earlierResultsAreNotRecordedAgain() {
        assertThat(calibrate(0.01, "--record")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).startsWith("regatta: --record measures, so it takes no results of earlier runs");
    }

    /** Behind another update: hours later the noise would be refused because the file changed. */
    @Test
    void baselinesThatChangeWhileTheHostIsWaitedForAreReadAgain() throws IOException {
        Books.store(folder, Books.of(ELSEWHERE, SimulatedCell.book(5).after(256)));
        assertThat(measure(() -> Books.store(folder, Books.baseline()))).as(err.toString()).isZero();
        assertThat(experiment.asked).contains("measure 1/1 " + SimulatedCell.CELL).endsWith("close");
        assertThat(Files.readString(file())).contains("\"noiseReason\" : \"a new kernel\"");
    }

    @Test
    void baselinesThatBreakWhileTheHostIsWaitedForAreToldBeforeAnythingIsMeasured() {
        Books.store(folder, Books.baseline());
        assertThat(measure(() -> Files.writeString(file(), "{"))).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).startsWith("regatta: " + file()).contains("restore the file");
        assertThat(experiment.asked).containsExactly("close");
    }

    @Test
    void baselinesThatCannotBeUsedAreToldBeforeTheHostIsWaitedFor() throws IOException {
        Files.writeString(file(), "{");
        assertThat(measure(() -> {
            throw new AssertionError("waited for the host");
        })).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).startsWith("regatta: " + file());
    }

    /** Calibrates on a bench for which one has to wait until {@code meanwhile} has happened. */
    private int measure(Callable<?> meanwhile, String... more) {
        Regatta regatta = new Regatta(maven -> null, (settings, progress) -> null, Map.of(), new Properties(),
                new RealExplorations());
        CommandLine line = regatta.commandLine();
        line.getCommandSpec().removeSubcommand("calibrate");
        var command = new CommandLine(new CalibrateCommand((settings, progress) -> {
            try {
                meanwhile.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return new CalibrationBench(experiment, stack -> TODAY, () -> {
            });
        }, regatta));
        line.addSubcommand(command);
        line.setExecutionExceptionHandler(line.getExecutionExceptionHandler());
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(Stream.concat(Stream.of("calibrate", "--reason", "a new kernel", "--baselines",
                folder.toString(), "-Dregatta.results=" + folder.resolve("results")), Stream.of(more))
                .toArray(String[]::new));
    }

    private static Slice slice(Arm arm) {
        return PAIRS.getFirst().of(arm == Arm.BASELINE ? Arm.CANDIDATE : arm).slice();
    }

    private int calibrate(double betweenForks, String... more) {
        Books.store(folder, Books.baseline());
        Path results = folder.resolve("results.jsonl.gz");
        WrittenRun.write(results, Books.results(Books.HERE, IntStream.range(0, 4)
                .mapToObj(i -> SimulatedCell.againstItself(SimulatedCell.duel(i).forks(betweenForks)
                        .cell(CellId.of("postgresql/pgjdbc+hikari/platform/workload-" + i)).after(256)))
                .toArray(CellMeasurement[]::new)));
        return run(Stream.concat(Stream.of("calibrate", results.toString(), "--reason", "a new kernel", "--baselines",
                folder.toString()), Stream.of(more)).toArray(String[]::new));
    }

    private Path file() {
        return folder.resolve("postgresql.json");
    }
}
