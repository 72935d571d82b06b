package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** What a duel passes and fails, and what it leaves undecided. */
@Execution(ExecutionMode.CONCURRENT)
class DuelVerdictTest {

    private static final int HYPOTHESES = FamilyError.hypotheses(30);
    private static final List<Metric> STEADY_METRICS = List.of(Metric.THROUGHPUT, Metric.CLIENT_CPU);

    @Test
    void aSmallGainPassesAtTheFirstLookThatRulesLossesOut() {
        for (long seed = 1; seed <= 5; seed++) {
            var measurement = SimulatedCell.duel(seed).with(Arm.CANDIDATE, 1.03, 1, 1).after(512);
            var passed = judge(measurement);
            assertThat(passed.verdict()).isInstanceOf(Verdict.Unchanged.class);
            for (int look : Looks.PLANNED.stream().filter(look -> look >= 16 && look < passed.pairs()).toList()) {
                var early = judge(first(look, measurement));
                assertThat(early.decided()).isFalse();
                assertThat(early.readings().values()).as(look + " pairs").anyMatch(reading -> {
                    double limit = reading.metric().lossOfRatio(reading.limit());
                    return reading.metric().lossOfRatio(reading.worst()) >= limit || reading.theta() <= -limit;
                });
            }
        }
    }

    /** So few pairs of one set are no race, however quiet they are. */
    @Test
    void aBudgetThatEndsBeforeTheFirstLookAtWhichARaceCanPassIsNoPass() {
        var quiet = SimulatedCell.duel(1).noise(0.001, 0.001, 0.001).forks(0).with(Arm.CANDIDATE, 1.03, 0.95, 0.97);
        assertThat(judge(Measured.outOfBudget(quiet.after(12))).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(Measured.outOfBudget(quiet.after(16))).verdict()).isInstanceOf(Verdict.Unchanged.class);
    }

    /** A large gain of one set may be chance: more sets could show it, or not. */
    @Test
    void aGainThatIsLeftPassesWhenTheTimeIsOverAndNotBefore() {
        var gain = SimulatedCell.duel(1).noise(0.001, 0.001, 0.001).forks(0).with(Arm.CANDIDATE, 1.08, 1, 1)
                .after(64);
        assertThat(judge(gain).verdict())
                .isEqualTo(new Verdict.Inconclusive(new Doubt.Undecided(Doubt.End.STOPPED)));
        assertThat(judge(gain).decided()).isFalse();
        assertThat(judge(Measured.outOfBudget(gain)).verdict()).isInstanceOf(Verdict.Unchanged.class);
    }

    @Test
    void whatIsTooNoisyGoesOnUntilTheTimeIsOver() {
        var noisy = veryNoisy(1).after(64);
        for (var verdict : List.of(judge(noisy), judge(Measured.outOfBudget(noisy)))) {
            assertThat(verdict.verdict()).isInstanceOfSatisfying(Verdict.Inconclusive.class,
                    inconclusive -> assertThat(inconclusive.doubt()).isInstanceOf(Doubt.Noisy.class));
        }
        assertThat(judge(noisy).decided()).isFalse();
        assertThat(judge(Measured.outOfBudget(noisy)).decided()).isTrue();
    }

    @Test
    void stallsOfBothArmsAreUnchanged() {
        for (long seed = 1; seed <= 6; seed++) {
            assertThat(judge(SimulatedCell.duel(seed).stalling(Arm.CANDIDATE, 0.09, 3).stalling(Arm.BASELINE, 0.09, 3)
                    .after(Looks.LAST)).verdict()).as("seed " + seed).isInstanceOf(Verdict.Unchanged.class);
        }
    }

    /** Two noisy sets of five feign nothing, whichever arm they slow. */
    @Test
    void aSetOfWhichLittleIsKnownWeighsLittle() {
        for (Arm slowed : List.of(Arm.CANDIDATE, Arm.BASELINE)) {
            var same = judge(SimulatedCell.duel(3).loud(20, 1, 2).slowFork(slowed, 1, 0.9).slowFork(slowed, 2, 0.9)
                    .after(640));
            assertThat(same.verdict()).isInstanceOf(Verdict.Unchanged.class);
            assertThat(same.readings().get(Metric.THROUGHPUT).ratio()).isBetween(0.97, 1.03);
        }
    }

    /** It says nothing that the others do not know better, and takes nothing from what they know. */
    @Test
    void aNoisySetDoesNotWidenTheInterval() {
        var quiet = judge(Measured.outOfBudget(SimulatedCell.duel(3).after(384))).readings();
        var beside = judge(Measured.outOfBudget(SimulatedCell.duel(3).loud(30, 4).after(512))).readings();
        for (Metric metric : Metric.values()) {
            assertThat(beside.get(metric).relativeHalfWidth())
                    .isLessThan(1.5 * quiet.get(metric).relativeHalfWidth());
        }
    }

    /** Whether one fork of two was disturbed or both, no disturbance makes a collapse of every pair. */
    @Test
    void aCollapseIsToldWhetherOneForkWasDisturbedOrBoth() {
        for (Integer[] forks : List.of(new Integer[]{1}, new Integer[]{2}, new Integer[]{1, 2})) {
            var collapsed = judge(
                    SimulatedCell.duel(3).sets(16, 128).with(Arm.CANDIDATE, 0.05, 20, 1).disturbed(0.9, forks)
                            .after(32));
            assertThat(collapsed.verdict()).as(Arrays.toString(forks)).isInstanceOf(Verdict.Regressed.class);
            assertThat(collapsed.pairs()).isLessThanOrEqualTo(32);
        }
    }

    /** As beside a build on the same CPUs: one pair in twelve hides that the candidate is twenty times slower. */
    @Test
    void aCollapseIsToldSoonWhereSomePairsHideIt() {
        for (long seed = 1; seed <= 20; seed++) {
            var collapsed = judge(veryNoisy(seed).with(Arm.CANDIDATE, 0.05, 1, 1).after(160));
            assertThat(collapsed.verdict()).as("seed " + seed).isInstanceOf(Verdict.Regressed.class);
            assertThat(collapsed.pairs()).as("seed " + seed).isLessThanOrEqualTo(160);
        }
    }

    /** One value as far on the other side: then the values beyond fourfold are noise of both arms. */
    @Test
    void noiseOfBothArmsIsNoCollapse() {
        for (long seed = 1; seed <= 200; seed++) {
            assertThat(judge(SimulatedCell.duel(seed).noise(1.5, 1.5, 1.5).disturbed(0.9).after(160)).verdict())
                    .as("seed " + seed).isInstanceOf(Verdict.Inconclusive.class);
        }
    }

    private static SimulatedCell veryNoisy(long seed) {
        return SimulatedCell.duel(seed).noise(0.8, 0.8, 0.8).disturbed(0.9);
    }

    /** In two noisy sets the other arm is worse still. */
    @Test
    void aLossThatQuietSetsShowIsNotOutweighedByNoisyOnes() {
        assertThat(judge(SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.85, 1, 1).loud(20, 1, 2)
                .slowFork(Arm.BASELINE, 1, 0.8).slowFork(Arm.BASELINE, 2, 0.8).after(1024)).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void amongSuchForksALossOfTheLimitIsFoundMoreOftenThanNot() {
        assertThat(regressed(12, seed -> restless(seed).with(Arm.CANDIDATE, 0.95, 1, 1))).isGreaterThan(6);
    }

    /** Two forks differ by 3 %, and nobody calibrated it: the floor is 1 %. */
    private static SimulatedCell restless(long seed) {
        return SimulatedCell.duel(seed).forks(0.03 / Math.sqrt(2));
    }

    /** How many hypotheses are rejected: throughput and CPU, whose readings need no histograms. */
    private static long regressed(int runs, LongFunction<SimulatedCell> cells) {
        return LongStream.rangeClosed(1, runs).map(seed -> {
            var cell = cells.apply(seed).after(Looks.LAST);
            var duel = new Duel(PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(),
                    cell.cell(), HYPOTHESES, Optional.empty());
            return STEADY_METRICS.stream()
                    .filter(metric -> List.of(192, 512, 1024, 2048, 3072).stream().anyMatch(look -> {
                        var estimates = new TreeMap<Metric, Estimate>();
                        estimates.put(metric, duel.estimate(metric, look).orElseThrow());
                        return duel.at(new Look(look, new Disturbance(2 * look, 0, 0), estimates))
                                .filter(Verdict.Regressed.class::isInstance).isPresent();
                    })).count();
        }).sum();
    }

    /** At every look the smallest loss that is told is the limit, or what the error of the look hides. */
    @Test
    void theSmallestLossThatIsToldShrinksDownToTheLimit() {
        var race = SimulatedCell.duel(1).forks(0).noise(0.4, 0.5, 0.3);
        double before = 1;
        for (int look : new int[]{16, 128, 1024}) {
            double smallest = judge(race.after(look)).readings().get(Metric.THROUGHPUT).smallestChange();
            assertThat(smallest).as(look + " pairs").isBetween(0.05, before);
            before = smallest;
        }
        assertThat(judge(SimulatedCell.duel(1).forks(0).noise(0.01, 0.01, 0.01).after(2048)).readings()
                .get(Metric.THROUGHPUT).smallestChange()).isBetween(0.05, 0.095);
    }

    /** Of 8 and 10 % of throughput; before there were rules for large losses only. */
    @Test
    void aSmallLossNeedNotWaitForManyPairs() {
        for (long seed = 1; seed <= 5; seed++) {
            var race = SimulatedCell.duel(seed).sets(96, 96, 96, 96).with(Arm.CANDIDATE, 0.90, 1, 1).after(384);
            assertThat(judge(race).verdict()).as("seed " + seed).isInstanceOf(Verdict.Regressed.class);
        }
    }

    private static CellMeasurement first(int pairs, CellMeasurement cell) {
        return Measured.of(cell.cell(), cell.candidate(), cell.baseline(), cell.setup().connections(),
                cell.timed().sliceMillis(), cell.forks(), cell.pairs().subList(0, pairs), cell.failure(), false);
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), HYPOTHESES);
    }
}
