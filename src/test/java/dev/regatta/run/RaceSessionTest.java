package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.database.ServerForm;
import dev.regatta.fork.ArmSetup;
import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.Verdict;
import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Slice;
import dev.regatta.race.Race;
import dev.regatta.race.ScriptedExperiment;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.results.ResultsFile;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** A run from its plan to its record, with forks that do what the test says. */
class RaceSessionTest {

    private static final CellId CELL = SimulatedCell.CELL;
    private static final CellId NEXT = CellId.of("postgresql/pgjdbc+hikari/platform/point-select");
    private static final CellId OTHER = CellId.of("mariadb/mariadb+hikari/platform/select-1");
    private static final ArmSetup TODAY = setup(SimulatedCell.TODAY);
    private static final ArmSetup EARLIER = setup(SimulatedCell.EARLIER);
    private static final List<Pair> PAIRS = SimulatedCell.duel(1).after(512).pairs();

    @TempDir
    Path folder;

    private final Map<Arm, Iterator<Slice>> slices = new EnumMap<>(Arm.class);
    private final ScriptedExperiment experiment = new ScriptedExperiment(Books.HERE, this::slice);
    private final List<String> told = new ArrayList<>();

    /** Of 150 s it said "at most 2 min". */
    @Test
    void noMoreIsMeasuredThanThePlanSays() {
        assertThat(RacePlan.of(List.of(duel(CELL))).words(false, Duration.ofSeconds(150), experiment))
                .startsWith("1 cell, about ").endsWith(" min (at most 3 min of measuring), seed 42, 4 connections");
    }

    @Test
    void aRaceIsMeasuredUntilItIsDecidedAndJudgedFromWhatWasWritten() throws IOException {
        RaceSession session = session(RacePlan.of(List.of(duel(CELL))));
        measureAll(session);
        assertThat(told).singleElement().asString().startsWith(CELL + ": unchanged after ");
        var results = session.complete();
        assertThat(results.facts().complete()).isTrue();
        assertThat(session.unwritten()).isEmpty();
        assertThat(ResultsFile.read(file()).facts()).isEqualTo(results.facts());
        assertThat(Gate.judge(ResultsFile.read(file()), Map.of())).isEqualTo(Gate.judge(results, Map.of()));
        var report = Gate.judge(results, Map.of());
        assertThat(report.passed()).isTrue();
        assertThat(session.page(report, results)).isEqualTo("report: " + folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html"))).contains("unchanged");
        assertThat(results.facts().environments()).containsEntry(Dialect.POSTGRESQL, Books.HERE);
    }

    @Test
    void aDatabaseStartsOnceWithItsFirstCellAndThenTheClock() {
        measureAll(session(RacePlan.of(List.of(duel(CELL), duel(NEXT), duel(OTHER)))));
        assertThat(experiment.asked).containsExactly("start postgresql", "allow PT5M", "measure 1/3 " + CELL,
                "measure 2/3 " + NEXT, "start mariadb", "allow PT5M", "measure 3/3 " + OTHER);
        assertThat(experiment.expected).as("forks that start while their database does").containsExactly(CELL, OTHER);
    }

    @Test
    void theOlderServerOfARaceIsUpBeforeTheClockStarts() {
        var older = new ArmServer(ServerForm.of(Dialect.POSTGRESQL, "17.5.0"), Optional.of(folder), Optional.empty());
        measureAll(session(RacePlan.of(
                List.of(new Race(CELL, TODAY, Optional.of(EARLIER), false, Optional.of(older))))));
        assertThat(experiment.asked.subList(0, 3)).containsExactly("start postgresql", "start older " + older.form(),
                "allow PT5M");
    }

    @Test
    void aDatabaseThatDoesNotStartEndsTheRunAndLeavesNothingToPass() {
        experiment.broken = Optional.of("the server is gone");
        RaceSession session = session(RacePlan.of(List.of(duel(CELL))));
        assertThatThrownBy(() -> measureAll(session)).isInstanceOf(IllegalStateException.class)
                .hasMessage("the server is gone");
        assertThat(experiment.asked).containsExactly("start postgresql");
        assertThat(ResultsFile.read(file()).facts().complete()).isFalse();
        assertThat(ResultsFile.read(file()).facts().manifest()).containsExactly(CELL);
    }

    @Test
    void whatIsMeasuredIsWrittenAfterEveryCell() {
        RaceSession session = session(RacePlan.of(List.of(duel(CELL), duel(NEXT))));
        session.prepare(Dialect.POSTGRESQL);
        CellMeasurement first = session.measure(CELL);
        var written = ResultsFile.read(file());
        assertThat(written.facts().complete()).isFalse();
        assertThat(written.cells().stream().map(cell -> cell.pairs().size())).containsExactly(first.pairs().size());
        assertThat(Gate.judge(written, Map.of()).passed()).isFalse();
    }

    @Test
    void anInterruptWhileACellIsMeasuredLosesThatCellOnly() {
        RaceSession session = session(RacePlan.of(List.of(duel(CELL), duel(NEXT))));
        session.prepare(Dialect.POSTGRESQL);
        session.measure(CELL);
        experiment.running = () -> {
            throw new IllegalStateException("interrupted");
        };
        assertThatThrownBy(() -> session.measure(NEXT)).hasMessage("interrupted");
        assertThat(ResultsFile.read(file()).ids()).containsExactly(CELL);
    }

    @Test
    void aCellThatFailsIsInvalidAndTheNextOneIsMeasured() {
        var failing = new Slice(10, 10_000_000, 10, 5_000_000, 1, 0, "connection reset", 0, Latencies.NONE);
        var broken = new ScriptedExperiment(Books.HERE, arm -> failing);
        measureAll(new RaceSession(broken, settings(), RacePlan.of(List.of(duel(CELL), duel(NEXT))), Map.of()));
        assertThat(told).containsExactly(CELL + ": invalid after 0 pairs", NEXT + ": invalid after 0 pairs");
        assertThat(ResultsFile.read(file()).cells().stream()).hasSize(2).allSatisfy(
                cell -> assertThat(cell.failure().orElseThrow()).contains("first: connection reset"));
    }

    @Test
    void aBudgetThatIsSpentLeavesTheCellUndecided() {
        RaceSession session = session(RacePlan.of(List.of(duel(CELL))));
        session.measureAll(up -> session.allow(Duration.ZERO), session::untilDecided,
                measured -> assertThat(session.judge(measured).verdict()).isInstanceOf(Verdict.Inconclusive.class));
        assertThat(session.complete().cells().stream()).singleElement().satisfies(cell -> {
            assertThat(cell.timed().outOfBudget()).isTrue();
            assertThat(cell.pairs()).hasSize(8);
        });
    }

    @Test
    void whatNeedNotBeMeasuredIsNotedWithoutADatabase() {
        var inputs = new Inputs(new TreeMap<>(Map.of("jdk", "25")));
        Race race = new Race(CELL, TODAY, Optional.empty(), true);
        RaceSession session = session(new RacePlan(List.of(new PlannedCell(race, Optional.of(inputs), ""))));
        measureAll(session);
        assertThat(experiment.asked).doesNotContain("start postgresql").noneMatch(asked -> asked.startsWith("measure"));
        assertThat(told).containsExactly(CELL + ": not raced (same inputs) after 0 pairs");
        assertThat(session.complete().cells().stream()).singleElement()
                .satisfies(cell -> assertThat(cell.spared()).isTrue());
    }

    /** It takes no time, so that it must not have a share of it. */
    @Test
    void whatNeedNotBeMeasuredHasNoShareOfTheTime() {
        var inputs = Optional.of(new Inputs(new TreeMap<>(Map.of("jdk", "25"))));
        measureAll(session(new RacePlan(List.of(new PlannedCell(duel(CELL.on(21)), inputs, ""),
                new PlannedCell(duel(CELL), Optional.empty(), ""), new PlannedCell(duel(CELL.on(25)), inputs, ""),
                new PlannedCell(duel(NEXT), Optional.empty(), "")))));
        assertThat(experiment.asked).containsExactly("start postgresql", "allow PT5M", "measure 1/2 " + CELL,
                "measure 2/2 " + NEXT);
        assertThat(told).hasSize(4);
    }

    @Test
    void aRunBesideTheWireIsJudgedByItsBaseline() {
        RaceSession session = new RaceSession(experiment, settings(),
                RacePlan.of(List.of(new Race(CELL, TODAY, Optional.empty(), true))),
                Map.of(Dialect.POSTGRESQL, Books.baseline()));
        measureAll(session);
        assertThat(told).singleElement().asString().startsWith(CELL + ": not raced (same inputs) after ");
    }

    @Test
    void aNewRunTakesThePlaceOfAnEarlierOne() throws IOException {
        Files.writeString(folder.resolve("report.html"), "earlier");
        Files.writeString(file(), "earlier");
        session(RacePlan.of(List.of(duel(CELL))));
        assertThat(folder.resolve("report.html")).doesNotExist();
        assertThat(ResultsFile.read(file()).cells()).isEmpty();
    }

    private void measureAll(RaceSession session) {
        session.measureAll(up -> session.allow(Duration.ofMinutes(5)), session::untilDecided,
                measured -> told.add(measured.cell() + ": " + session.judge(measured).verdict().word() + " after "
                        + measured.pairs().size() + " pairs"));
    }

    private RaceSession session(RacePlan plan) {
        return new RaceSession(experiment, settings(), plan, Map.of());
    }

    private Settings settings() {
        var properties = new Properties();
        properties.setProperty("regatta.results", folder.toString());
        return new Settings(properties);
    }

    private Path file() {
        return folder.resolve("results.jsonl.gz");
    }

    /** The next slice of a simulated race, from the beginning again after its end. */
    private Slice slice(Arm arm) {
        if (!slices.containsKey(arm) || !slices.get(arm).hasNext()) {
            slices.put(arm, PAIRS.stream().map(pair -> pair.of(arm).slice()).iterator());
        }
        return slices.get(arm).next();
    }

    private static Race duel(CellId cell) {
        return new Race(cell, TODAY, Optional.of(EARLIER), false);
    }

    private static ArmSetup setup(Recipe recipe) {
        return ArmSetup.of(new ResolvedRecipe(recipe,
                recipe.artifacts().stream().map(jar -> Path.of(jar.version() + ".jar")).toList()), Jdk.running());
    }
}
