package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.stats.RandomEffects;
import dev.regatta.stats.TrimmedMean;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a race knows of how forks differ, and how many values it wants. */
class DuelTest {

    private static final CellMeasurement RACE = SimulatedCell.duel(1).forks(0).after(64);

    @Test
    void sixPairsAreEstimatedAndFiveAreNot() {
        var duel = duel(Optional.empty());
        assertThat(duel.estimate(Metric.THROUGHPUT, 6)).isPresent();
        assertThat(duel.estimate(Metric.THROUGHPUT, 5)).isEmpty();
    }

    /** 1.24 x sqrt(2) x 0.02. */
    @Test
    void forksDifferByWhatWasCalibratedAndAtLeastByWhatForksOfAnyClientDifferBy() {
        for (Metric metric : Metric.values()) {
            double any = metric == Metric.CLIENT_CPU ? 0.011 : 0.010;
            assertThat(duel(Optional.empty()).estimate(metric, 64).orElseThrow().betweenForks())
                    .isEqualTo(any);
            assertThat(estimate(metric, 0.02).betweenForks())
                    .isCloseTo(0.035072, within(1e-6));
            assertThat(estimate(metric, 0).betweenForks()).isEqualTo(any);
        }
    }

    @Test
    void theStandardErrorHoldsWhatForksDifferBy() {
        var estimate = estimate(Metric.THROUGHPUT, 0.02);
        var pairs = estimate.losses().summary().orElseThrow();
        assertThat(estimate.standardError()).isCloseTo(Math.hypot(pairs.standardError(), 0.035072), within(1e-6));
        assertThat(estimate.throughout().degreesOfFreedom()).isEqualTo(pairs.degreesOfFreedom());
    }

    /**
     * One fork of three loses 10 % and the others nothing, where forks are taken to differ by 1 %: the three contradict that, and
     * stand alone with 2 degrees of freedom.
     */
    @Test
    void forksThatDifferMoreThanKnownRuleNothingOut() {
        var apart = Measured.outOfBudget(SimulatedCell.duel(1).noise(0.02, 0.02, 0.02).forks(0)
                .slowFork(Arm.CANDIDATE, 1, 0.9).after(384));
        var estimate = uncalibrated(apart, 384);
        assertThat(estimate.standardError()).isCloseTo(0.061 / Math.sqrt(3), within(0.002));
        assertThat(estimate.throughout().degreesOfFreedom()).isBetween(2.0, 2.1);
        var verdict = Gate.judge(apart, Books.HERE, Baseline.empty(SimulatedCell.CELL.database()), 90);
        assertThat(verdict.verdict()).isEqualTo(new Verdict.Inconclusive(new Doubt.Undecided(Doubt.End.BUDGET)));
    }

    /** The second set shows a gain, and the third has a pair or two yet. */
    @Test
    void everySetThatShowsALossOrAGainIsCountedOnce() {
        for (int pairs : List.of(257, 258)) {
            var mixed = uncalibrated(SimulatedCell.duel(1).noise(0.02, 0.02, 0.02).forks(0)
                    .with(Arm.CANDIDATE, 0.85, 1, 1).slowFork(Arm.BASELINE, 2, 0.7).after(pairs), pairs).throughout();
            assertThat(mixed.worse()).as(pairs + " pairs").isEqualTo(2);
            assertThat(mixed.better()).as(pairs + " pairs").isEqualTo(1);
        }
    }

    /** Two forks may agree by chance. */
    @Test
    void forksThatHappenToAgreeTellNothing() {
        var agree = uncalibrated(SimulatedCell.duel(1).noise(0.001, 0.001, 0.001).forks(0).after(256), 256);
        var sets = agree.losses().bySet().values().stream().map(TrimmedMean::of).toList();
        double expected = RandomEffects.of(sets, RandomEffects.weights(sets, 0.01), 0.01).standardError();
        assertThat(agree.standardError()).isCloseTo(expected, within(1e-9));
        assertThat(expected).isCloseTo(0.01 / Math.sqrt(2), within(0.001));
    }

    /** Two sets that differ by a fifth say little of a loss of 5 %, and leave no doubt of one of fifteen sixteenths. */
    @Test
    void twoSetsThatDifferLeaveNoDoubtOfAHugeLoss() {
        var huge = SimulatedCell.duel(1).noise(0.02, 0.02, 0.02).forks(0).with(Arm.CANDIDATE, 1 / 16.0, 1, 1)
                .slowFork(Arm.CANDIDATE, 1, 0.8).after(256);
        assertThat(Math.exp(-uncalibrated(huge, 256).throughout().lower(0.025))).isBetween(1 / 16.0, 1 / 10.0);
    }

    /**
     * Slices of 7 % noise, a few of them hit by more: a pair of two slices of 20 ms scatters by 11 %. With sets that differ
     * by 1 % and take 10 s, sqrt(10 / 0.04) x 11 = 174 pairs are best, and some more, because a trimmed mean has a larger
     * error than a plain one.
     */
    @Test
    void aSetIsLongEnoughWhenAFreshOneBuysMorePrecisionInASecond() {
        var race = SimulatedCell.duel(1).sets(512).noise(0.07, 0.001, 0.001).forks(0);
        assertThat(longEnough(race, 112)).isFalse();
        assertThat(longEnough(race, 384)).isTrue();
        assertThat(longEnough(SimulatedCell.duel(1).sets(512).noise(0.2, 0.001, 0.001).forks(0), 384))
                .as("more scatter")
                .isFalse();
        assertThat(longEnough(SimulatedCell.duel(1).sets(512).noise(0.01, 0.001, 0.001).forks(0), 256)).as("less")
                .isTrue();
    }

    /** Only the pairs of the last set count. */
    @Test
    void aFreshSetIsNotLongEnough() {
        assertThat(longEnough(SimulatedCell.duel(1).noise(0.07, 0.001, 0.001).forks(0).sets(320, 320), 336))
                .isFalse();
    }

    /** 1.24 x sqrt(0.03^2 + 0.04^2), and 1.24 x sqrt(2) x 0.03 where one is unknown. */
    @Test
    void oneWhoseForksNobodyMeasuredDiffersAsTheOther() {
        var one = Optional.of(new Noise(0.1, 0.03, OptionalDouble.empty()));
        var other = Optional.of(new Noise(0.1, 0.04, OptionalDouble.empty()));
        assertThat(Duel.tau(0.01, one, other)).isCloseTo(0.062, within(1e-6));
        assertThat(Duel.tau(0.01, one, Optional.empty())).isCloseTo(0.052609, within(1e-6));
        assertThat(Duel.tau(0.01, Optional.empty(), one)).isCloseTo(0.052609, within(1e-6));
        assertThat(Duel.tau(0.01, Optional.empty(), Optional.empty())).isEqualTo(0.01);
    }

    private static boolean longEnough(SimulatedCell race, int pairs) {
        var duel = new Duel(PairedRatios.of(race.after(pairs).pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(),
                SimulatedCell.CELL, 90, Optional.empty());
        return new FreshSet(duel, duel.look(pairs), FreshSet.NANOS).isWorthMore();
    }

    private static Estimate uncalibrated(CellMeasurement race, int pairs) {
        return new Duel(PairedRatios.of(race.pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(),
                SimulatedCell.CELL, 90, Optional.empty()).estimate(Metric.THROUGHPUT, pairs).orElseThrow();
    }

    private static Estimate estimate(Metric metric, double betweenForks) {
        var noise = Arrays.stream(Metric.values())
                .collect(Collectors.toMap(Function.identity(),
                        any -> new Noise(0.1, betweenForks, OptionalDouble.empty())));
        var environment = new Environment(Books.HERE,
                new TreeMap<>(Map.of(SimulatedCell.CELL.client(), new TreeMap<>(noise))),
                Collections.emptySortedMap());
        return duel(Optional.of(environment)).estimate(metric, 64).orElseThrow();
    }

    private static Duel duel(Optional<Environment> environment) {
        return new Duel(PairedRatios.of(RACE.pairs(), Arm.CANDIDATE, Arm.BASELINE), environment, SimulatedCell.CELL,
                90, Optional.empty());
    }
}
