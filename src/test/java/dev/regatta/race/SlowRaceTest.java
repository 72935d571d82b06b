package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.PacedFork;
import dev.regatta.fork.ScriptedForks;
import dev.regatta.fork.WarmUp;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Standstill;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A candidate whose operations take seconds is told after two sets of 20 s and one operation, however long these take. */
@Execution(ExecutionMode.CONCURRENT)
class SlowRaceTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    /** So long does it take at most to check several operations with one command. */
    private static final double CHECKING_SECONDS = 4;
    private static final Duration STALL = Patience.LONGEST.plusMillis(50);

    private final PacedFork.Time time = new PacedFork.Time();
    private final ScriptedForks source = new ScriptedForks();

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1})
    void eightPairsOfEachSetAreMeasured(double seconds) throws MeasurementFailure {
        CellMeasurement measured = race(seconds, 0.001);
        assertThat(measured.timed().standstills()).isEmpty();
        assertThat(measured.pairs()).hasSize(16);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.6, 1.9, 2.3, 3, 5, 7, 11, 19})
    void orBothAreGivenUp(double seconds) throws MeasurementFailure {
        CellMeasurement measured = race(seconds, 0.001);
        assertThat(measured.timed().standstills()).extracting(Standstill::arm).containsExactly(Arm.CANDIDATE,
                Arm.CANDIDATE);
        assertThat(measured.timed().standstills()).allSatisfy(still -> assertThat(still.waitedNanos())
                .isBetween(Patience.LONGEST.toNanos() / 2, Patience.LONGEST.toNanos()));
        assertThat(source.killed).isEqualTo(2);
    }

    /** A slow workload is no slow arm: it is raced for as long as it takes. */
    @Test
    void noneIsGivenUpWhereBothArmsAreSlow() throws MeasurementFailure {
        assertThat(race(5, 2).timed().standstills()).isEmpty();
    }

    /** Agroal 3.2.1 overlooks a caller now and then. To which arm that happens is chance. */
    @ParameterizedTest
    @CsvSource({"BASELINE, 0", "BASELINE, 1", "CANDIDATE, 0", "CANDIDATE, 1", "CANDIDATE, 12"})
    void oneLongWaitInEachSetSaysNothing(Arm arm, int before) throws MeasurementFailure {
        CellMeasurement measured = stalled(arm, before, 1);
        assertThat(measured.timed().standstills()).isEmpty();
        assertThat(measured.pairs()).hasSize(16);
    }

    @ParameterizedTest
    @EnumSource(value = Arm.class, names = {"BASELINE", "CANDIDATE"})
    void twoInEachSetAreALoss(Arm arm) throws MeasurementFailure {
        CellMeasurement measured = stalled(arm, 1, 2);
        assertThat(measured.timed().standstills()).extracting(Standstill::arm).containsExactly(arm, arm);
        assertThat(measured.pairs()).isEmpty();
    }

    private CellMeasurement stalled(Arm stalling, int before, int stalls) throws MeasurementFailure {
        return race((arm, set) -> new PacedFork(arm, set, time, 1_000_000) {
            private int command;

            private void mayStall() {
                int now = command++;
                if (arm == stalling && now >= before && now < before + stalls) {
                    time.pass(STALL);
                }
            }

            @Override
            public long check(String workload, int checked, long seed) throws MeasurementFailure {
                mayStall();
                return super.check(workload, checked, seed);
            }

            @Override
            public void warm(WarmUp warmUp, String workload, long seed) {
                mayStall();
                super.warm(warmUp, workload, seed);
            }
        }, Duration.ofDays(1));
    }

    /** A warm-up takes two seconds and more, but not twenty operations where these take long. */
    @ParameterizedTest
    @CsvSource({"0.00002, 20", "0.1, 20", "0.5, 10", "2, 10"})
    void forksWhoseOperationsTakeLongWarmUpInFewerOfThem(double seconds, int slices) throws MeasurementFailure {
        CellMeasurement measured = race(seconds, seconds);
        assertThat(measured.pairs()).hasSize(16);
        assertThat(measured.forks()).hasSize(4).allMatch(ForkStart::steady)
                .allMatch(start -> start.warmUpSlices() == slices);
    }

    /** It was warmed up, and timed for a pair; the cells behind it went without that time. */
    @Test
    void noSetBeginsWhoseForksWouldBeWarmWhenTheTimeIsOver() throws MeasurementFailure {
        long start = time.nanos();
        race(0.5, 0.5);
        Duration both = Duration.ofNanos(time.nanos() - start);
        CellMeasurement measured = race(0.5, 0.5, both.multipliedBy(6).dividedBy(10));
        assertThat(measured.pairs()).hasSize(8).allMatch(pair -> pair.set() == 1);
        assertThat(measured.timed().outOfBudget()).isTrue();
        assertThat(race(0.5, 0.5, both).pairs()).hasSize(16);
    }

    private CellMeasurement race(double candidate, double baseline) throws MeasurementFailure {
        return race(candidate, baseline, Duration.ofDays(1));
    }

    private CellMeasurement race(double candidate, double baseline, Duration budget) throws MeasurementFailure {
        var each = new EnumMap<>(
                Map.of(Arm.CANDIDATE, (long) (candidate * 1e9), Arm.BASELINE, (long) (baseline * 1e9)));
        long start = time.nanos();
        CellMeasurement measured = race((arm, set) -> new PacedFork(arm, set, time, each.get(arm)), budget);
        if (candidate > 4 * baseline) {
            Duration set = Patience.LONGEST.plusMillis((long) (1000 * Math.max(candidate, CHECKING_SECONDS)));
            assertThat(Duration.ofNanos(time.nanos() - start)).isLessThan(set.multipliedBy(2).plusSeconds(3));
        }
        return measured;
    }

    private CellMeasurement race(ScriptedForks.Maker maker, Duration budget)
            throws MeasurementFailure {
        source.maker = maker;
        var arms = new EnumMap<>(Map.of(Arm.CANDIDATE, setup("new"), Arm.BASELINE, setup("old")));
        ObservedServer server = new QuietServer();
        return new CellRun(
                new Race(CELL, arms.get(Arm.CANDIDATE), Optional.of(arms.get(Arm.BASELINE)), false),
                Workloads.of(CELL.workload()), arms, new TreeMap<>(),
                Map.of(Arm.CANDIDATE, server, Arm.BASELINE, server), 4, source, new TwoSets(), 1,
                new CellBudget(time.nanos() + budget.toNanos(), time::nanos), standing -> {
                }, decision -> {
                }).measure();
    }

    private static ArmSetup setup(String version) {
        return ArmSetup.of(new ResolvedRecipe(new Recipe(version, List.of(), new TreeMap<>()), List.of()),
                Jdk.running());
    }

    /** Eight pairs of a set, as many as the gate's first look has, and eight of another to confirm them. */
    private record TwoSets() implements StoppingRule {

        @Override
        public Set<Integer> looks() {
            return Set.of(8, 16);
        }

        @Override
        public List<Integer> sets() {
            return List.of(128, 128, 128);
        }

        @Override
        public Ruling rule(CellMeasurement soFar) {
            boolean oneSet = soFar.pairs().stream().map(Pair::set).distinct().count() == 1;
            return new Ruling(soFar.pairs().size() == 16, "", oneSet);
        }
    }
}
