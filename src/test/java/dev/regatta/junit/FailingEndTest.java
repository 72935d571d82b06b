package dev.regatta.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.fork.ArmSetup;
import dev.regatta.gate.Acceptance;
import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.inputs.JdkAxis;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.race.Race;
import dev.regatta.race.ScriptedExperiment;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.results.ResultsFile;
import dev.regatta.run.RacePlan;
import dev.regatta.run.StartingPoint;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** The end of a session in which something cannot be cleaned up or written. */
@Isolated
class FailingEndTest {

    private static final CellId CELL = SimulatedCell.CELL;
    private static final List<Pair> PAIRS = SimulatedCell.book(1).after(512).pairs();
    private static final ArmSetup TODAY = ArmSetup.of(new ResolvedRecipe(SimulatedCell.TODAY,
            SimulatedCell.TODAY.artifacts().stream().map(jar -> Path.of(jar.version() + ".jar")).toList()),
            Jdk.running());

    @TempDir
    Path folder;

    private final Map<Arm, Iterator<Slice>> slices = new EnumMap<>(Arm.class);
    private final ScriptedExperiment experiment = new ScriptedExperiment(Books.HERE, this::slice);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.out;

    @BeforeEach
    void listen() throws IOException {
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        Files.createDirectories(baselines());
        experiment.closing = () -> {
            throw new IllegalStateException("cannot remove /dev/shm/x");
        };
    }

    @AfterEach
    void asBefore() {
        System.setOut(before);
    }

    @Test
    void theVerdictAndTheResultsStand() {
        PerformanceSession session = session(Map.of(Dialect.POSTGRESQL, Books.baseline()));
        measure(session);
        session.close();
        assertThat(said()).contains(
                "[regatta] the experiment did not end as it should: cannot remove /dev/shm/x\n"
                        + "[regatta] the resolver of recipes did not end as it should: a thread is left\n")
                .contains("1 not raced (same inputs)").contains("[regatta] report: ");
        assertThat(ResultsFile.read(results()).facts().complete()).isTrue();
    }

    @Test
    void theBaselinesAreUpdated() {
        PerformanceSession session = session(Map.of());
        measure(session);
        session.close();
        assertThat(said()).contains("cannot remove /dev/shm/x").contains("a thread is left");
        assertThat(Baselines.read(baselines(), Dialect.POSTGRESQL).environments()).singleElement()
                .satisfies(environment -> assertThat(environment.cells()).containsKey(CELL));
    }

    /** As where the disk is full. */
    @Test
    void baselinesThatCannotBeWrittenAreToldBesideTheOtherProblems() throws IOException {
        Files.createDirectory(baselines().resolve(".lock"));
        PerformanceSession session = session(Map.of());
        measure(session);
        Files.delete(results());
        Files.createDirectory(results());
        assertThatThrownBy(session::close).isInstanceOf(AssertionError.class)
                .hasMessageContaining(results() + " cannot be written")
                .hasMessageContaining("; baselines in " + baselines() + " cannot be written (");
    }

    /** The review that follows would refuse what an hour of measuring wrote. */
    @Test
    void aReasonThatWasUsedBeforeIsRefusedBeforeAnythingIsMeasured() {
        for (String used : List.of("first measurement", " first measurement ", "measured", "")) {
            PerformanceSession session = session(Map.of(Dialect.POSTGRESQL, Books.baseline()), update(used));
            assertThatThrownBy(() -> session.prepare(Dialect.POSTGRESQL)).isInstanceOf(IllegalStateException.class)
                    .hasMessage("no baseline was measured: the reason '"
                            + (used.isEmpty() ? "measured" : used.strip()) + "' "
                            + (used.contains("first") ? "is that of the entry of " + CELL + " already" : "says nothing")
                            + ", and each change needs one of its own: give it with -Dregatta.baseline.reason=…");
            assertThat(ResultsFile.read(results()).cells()).isEmpty();
        }
        session(Map.of(Dialect.POSTGRESQL, Books.baseline()), update("driver 42")).prepare(Dialect.POSTGRESQL);
        session(Map.of(), update("")).prepare(Dialect.POSTGRESQL);
    }

    private static Map<String, String> update(String reason) {
        return Map.of("regatta.baseline", "update", "regatta.baseline.reason", reason);
    }

    private void measure(PerformanceSession session) {
        experiment.allow(Duration.ofMinutes(5), 0);
        session.prepare(Dialect.POSTGRESQL);
        session.measure(CELL);
    }

    /** A session that updates its baselines if there are none. */
    private PerformanceSession session(Map<Dialect, Baseline> stored) {
        return session(stored, Map.of("regatta.baseline", stored.isEmpty() ? "update" : "check"));
    }

    private PerformanceSession session(Map<Dialect, Baseline> stored, Map<String, String> set) {
        var properties = new Properties();
        properties.putAll(set);
        properties.setProperty("regatta.results", folder.toString());
        properties.setProperty("regatta.baselines", baselines().toString());
        return new PerformanceSession(new Settings(properties), stored,
                new StartingPoint(Map.of(), List.of(), new Acceptance(Map.of(), Map.of(), List.of())), () -> {
                    throw new IllegalStateException("a thread is left");
                }, JdkAxis.of(List.of(), Jdks.here()),
                RacePlan.of(List.of(new Race(CELL, TODAY, Optional.empty(), true))),
                experiment);
    }

    private Path results() {
        return folder.resolve("results.jsonl.gz");
    }

    private Path baselines() {
        return folder.resolve("baselines");
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    /** The next slice of a simulated measurement, from the beginning again after its end. */
    private Slice slice(Arm arm) {
        if (!slices.containsKey(arm) || !slices.get(arm).hasNext()) {
            slices.put(arm, PAIRS.stream().map(pair -> pair.of(arm).slice()).iterator());
        }
        return slices.get(arm).next();
    }
}
