package dev.regatta.baseline;

import dev.regatta.analysis.Metric;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.regatta.gate.Books;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Inputs;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class CalibrationTest {

    private static final ClientId CLIENT = SimulatedCell.CELL.client();

    @Test
    void forksThatDifferAreFoundToDiffer() {
        var noise = noise(run(40, 0, seed -> SimulatedCell.duel(seed).forks(0.06)));
        for (Metric metric : Metric.values()) {
            assertThat(noise.get(metric).betweenForks()).as(metric.words()).isCloseTo(0.06, within(0.012));
        }
        // Each arm's slices scatter by 7 %, and drift and hits of the machine add to that.
        assertThat(noise.get(Metric.THROUGHPUT).pairSigma()).isBetween(0.08, 0.15);
    }

    @Test
    void forksThatDoNotDifferAreNotSaidTo() {
        assertThat(noise(run(40, 0, seed -> SimulatedCell.duel(seed).forks(0))).get(Metric.THROUGHPUT).betweenForks())
                .isLessThan(0.01);
    }

    @Test
    void oneRunSaysNothingAboutHowRunsDiffer() {
        assertThat(noise(run(4, 0, SimulatedCell::duel)).get(Metric.THROUGHPUT).betweenRuns()).isEmpty();
    }

    @Test
    void runsThatDifferAreFoundToDiffer() {
        var runs = IntStream.range(0, 8).mapToObj(i -> run(4, 100 * i, seed -> SimulatedCell.duel(seed).forks(0)
                .with(Arm.REFERENCE, 1.4 * (i % 2 == 0 ? 1.1 : 1), 0.7, 0.4)))
                .toArray(MeasuredRun[]::new);
        // Half of the runs lie 9.5 % from the other half: a standard deviation of 5.1 %, times sqrt(2) for a
        // difference.
        assertThat(noise(runs).get(Metric.THROUGHPUT).betweenRuns().orElseThrow()).isCloseTo(0.072, within(0.015));
        assertThat(noise(runs).get(Metric.CLIENT_CPU).betweenRuns().orElseThrow()).isLessThan(0.02);
    }

    @Test
    void onlyTheNoiseOfWhatWasCalibratedChanges() {
        var old = Books.baseline();
        var updated = Calibration.apply(old, List.of(run(4, 0, SimulatedCell::duel)), "a new kernel");
        assertThat(updated.environments().getFirst().noise()).isNotEqualTo(old.environments().getFirst().noise())
                .containsOnlyKeys(CLIENT);
        assertThat(updated.environments().getFirst().cells()).isEqualTo(old.environments().getFirst().cells());
        assertThat(updated.recipes()).isEqualTo(old.recipes());
    }

    @Test
    void anUpdateOfTheBaselineKeepsWhatWasCalibrated() {
        var calibrated = Calibration.apply(Books.baseline(), List.of(run(4, 0, SimulatedCell::duel)), "a new kernel");
        var updated = BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(calibrated),
                Books.results(Books.HERE, SimulatedCell.book(3).after(256)), "test");
        assertThat(updated.environments().getFirst().noise()).isEqualTo(calibrated.environments().getFirst().noise());
    }

    /** Two forks of an update tell less of how forks differ. */
    @Test
    void anUpdateElsewhereTakesWhatWasCalibratedInTheNearestEnvironment() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        var measured = Books.results(there, SimulatedCell.book(3).after(256));
        var calibrated = Calibration.apply(Books.baseline(), List.of(run(4, 0, SimulatedCell::duel)), "a new kernel");
        assertThat(BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(calibrated), measured, "test").environments()
                .getLast().noise()).isEqualTo(calibrated.environments().getFirst().noise());
        assertThat(BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(Books.baseline()), measured, "test")
                .environments().getLast().noise()).as("estimated").containsOnlyKeys(CLIENT)
                .isNotEqualTo(Books.baseline().environments().getFirst().noise());
    }

    /** What runs differ by takes several runs, which the next calibration need not have. */
    @Test
    void whatRunsDifferByStaysUntilOtherRunsTellIt() {
        var runs = Stream.of(1, 2, 3, 4).map(seed -> Books.begun("day " + seed,
                run(4, 10 * seed, cell -> SimulatedCell.duel(cell).with(Arm.REFERENCE, 1.4, 0.7, 0.4)))).toList();
        var pooled = Calibration.apply(Books.baseline(), runs, "four runs");
        var again = Calibration.apply(pooled, List.of(run(4, 90, SimulatedCell::duel)), "one more");
        var before = pooled.environments().getFirst().noise().get(CLIENT).get(Metric.THROUGHPUT);
        var after = again.environments().getFirst().noise().get(CLIENT).get(Metric.THROUGHPUT);
        assertThat(before.betweenRuns()).isPresent();
        assertThat(after.betweenRuns()).isEqualTo(before.betweenRuns());
        assertThat(after.pairSigma()).isNotEqualTo(before.pairSigma());
    }

    @Test
    void aRunThatIsGivenTwiceIsRefused() {
        var run = run(4, 0, SimulatedCell::duel);
        assertThatThrownBy(() -> Calibration.apply(Books.baseline(), List.of(run, run), "a copy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the noise was not calibrated: the run of " + run.facts().started() + " is given twice");
    }

    @Test
    void aRaceOfTwoJdksIsRefused() {
        var cell = SimulatedCell.againstItself(SimulatedCell.duel(1).after(128));
        refused(Books.results(Books.HERE, Measured.depending(cell, Map.of(
                Arm.BASELINE, new Inputs(new TreeMap<>(Map.of(Inputs.JDK, "21"))),
                Arm.CANDIDATE, new Inputs(new TreeMap<>(Map.of(Inputs.JDK, "25")))))), "jdk 21 -> 25");
    }

    @Test
    void anEnvironmentTheBaselineDoesNotKnowIsRefused() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        var cell = SimulatedCell.againstItself(SimulatedCell.duel(1).after(128));
        refused(Books.results(there, cell), "cpu.model Simulated 3000 -> Simulated 9000");
    }

    @Test
    void aRaceAgainstAnotherRecipeIsRefused() {
        refused(Books.results(Books.HERE, SimulatedCell.duel(1).after(128)), "postgresql 42.2.21 -> 42.7.14");
    }

    @Test
    void aCellThatDidNotRaceIsRefused() {
        refused(Books.results(Books.HERE, SimulatedCell.book(1).after(128)), "did not race against itself");
        refused(Books.results(Books.HERE, Measured.against(ClientId.of("pgjdbc+hikari/virtual"),
                SimulatedCell.againstItself(SimulatedCell.duel(1).after(128)))),
                "raced against another client: pgjdbc+hikari/virtual");
    }

    @Test
    void aDisturbedRaceIsRefused() {
        refused(Books.results(Books.HERE,
                SimulatedCell.againstItself(SimulatedCell.duel(1).disturbed(0.6).after(128))), "too noisy");
    }

    /** As in a race: a set beside which others ran does not count, and the others do. */
    @Test
    void aDisturbedSetDoesNotCount() {
        var quiet = noise(run(4, 0, SimulatedCell::duel));
        var without = noise(run(4, 0, seed -> SimulatedCell.duel(seed).disturbed(0.9, 2)));
        for (Metric metric : Metric.values()) {
            assertThat(without.get(metric)).as(metric.words()).isNotEqualTo(quiet.get(metric));
            assertThat(without.get(metric).pairSigma()).as(metric.words())
                    .isCloseTo(quiet.get(metric).pairSigma(), withinPercentage(25));
        }
    }

    @Test
    void aClientWithoutAnUndisturbedSetHasNoNoise() {
        var run = run(1, 0, seed -> SimulatedCell.duel(seed).disturbed(0.9));
        assertThat(Calibration.noise(Dialect.POSTGRESQL, Books.HERE, List.of(run))).isEmpty();
        refused(run, "too noisy");
    }

    private static void refused(MeasuredRun run, String words) {
        assertThatThrownBy(() -> Calibration.apply(Books.baseline(), List.of(run), "a new kernel"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("the noise was not calibrated: ")
                .hasMessageContaining(words);
    }

    private static Map<Metric, Noise> noise(MeasuredRun... runs) {
        return Calibration.noise(Dialect.POSTGRESQL, Books.HERE, List.of(runs)).get(CLIENT);
    }

    private static MeasuredRun run(int cells, long seed, LongFunction<SimulatedCell> simulated) {
        return Books.results(Books.HERE, IntStream.range(0, cells)
                .mapToObj(i -> SimulatedCell.againstItself(simulated.apply(seed + i)
                        .cell(new CellId(Dialect.POSTGRESQL, CLIENT, "workload-" + i)).after(256)))
                .toArray(CellMeasurement[]::new));
    }
}
