package dev.regatta.gate;

import static dev.regatta.analysis.GivenRatios.alike;
import static dev.regatta.analysis.GivenRatios.and;
import static dev.regatta.analysis.GivenRatios.of;
import static dev.regatta.analysis.GivenRatios.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What each look of a race may conclude, of values at the limit of each rule. With no standard error a loss is what it
 * seems.
 */
class EarlyAndLateLooksTest {

    private static final DuelRule RULE = new DuelRule(Looks.failures(FamilyError.hypotheses(30)), false, 42);
    private static final Optional<LookOutcome> SAME = Optional.of(new LookOutcome.Same());
    private static final double HALF = Math.log(2);
    private static final double A_SIXTEENTH_IS_LEFT = Math.log(16);

    @Test
    void atTheEndALossBeyondTheLimitMustBeRuledOutInAllMetricsAndInSixteenPairs() {
        var quiet = all(metric -> estimate(metric, 0, alike(1, times(16, 0))));
        assertThat(RULE.atTheEnd(16, quiet)).isEqualTo(SAME);
        assertThat(RULE.atTheEnd(8, quiet)).isEmpty();
        for (Metric metric : Metric.values()) {
            var incomplete = new TreeMap<>(quiet);
            incomplete.remove(metric);
            assertThat(RULE.atTheEnd(16, incomplete)).isEmpty();
            var lost = new TreeMap<>(quiet);
            lost.put(metric, estimate(metric, 0.2, alike(1, times(16, 0.2))));
            assertThat(RULE.atTheEnd(16, lost)).isEmpty();
        }
    }

    /** Whether gains were ruled out only decides how long a race takes. */
    @Test
    void aGainOfTheLimitIsLookedAtForLongerAndPassesAtTheEnd() {
        var gain = all(metric -> {
            double limit = Tolerance.DUEL.limit(metric);
            return estimate(metric, -limit, alike(1, times(16, -limit)));
        });
        assertThat(RULE.at(16, gain)).isEmpty();
        assertThat(RULE.atTheEnd(16, gain)).isEqualTo(SAME);
        assertThat(RULE.at(16, all(metric -> {
            double less = Math.nextDown(Tolerance.DUEL.limit(metric));
            return estimate(metric, -less, alike(1, times(16, -less)));
        }))).isEqualTo(SAME);
    }

    /** The tail is missing. Client CPU fell to a tenth, which is a collapse of the baseline's. */
    @Test
    void withoutATailAGainCountsOnlyWhereThroughputMoreThanDoubledInEveryPair() {
        assertThat(RULE.at(16, withoutTail(Math.nextUp(HALF), Math.nextUp(HALF))))
                .contains(new LookOutcome.Better(List.of(Metric.THROUGHPUT, Metric.CLIENT_CPU)));
        assertThat(RULE.at(16, withoutTail(1, HALF))).isEmpty();
        assertThat(RULE.at(16, withoutTail(0.4, 0.4))).isEmpty();
        assertThat(RULE.at(16, withoutTail(-HALF / 100, 0))).isEmpty();
    }

    private static SortedMap<Metric, Estimate> withoutTail(double gain, double lastGain) {
        var estimates = new TreeMap<Metric, Estimate>();
        estimates.put(Metric.THROUGHPUT, estimate(Metric.THROUGHPUT, -gain,
                of(List.of(times(8, -gain), and(times(7, -gain), times(1, -lastGain))))));
        estimates.put(Metric.CLIENT_CPU,
                estimate(Metric.CLIENT_CPU, -Math.log(10), alike(2, times(8, -Math.log(10)))));
        return estimates;
    }

    /** A look at 192 pairs: with no standard error the lower end is the loss. */
    @Test
    void aGrossLossIsMoreThanAQuarter() {
        double quarter = -Math.log(0.75);
        var losses = alike(2, times(96, 0.4));
        assertThat(RULE.at(192, only(estimate(Metric.THROUGHPUT, quarter, losses)))).isEmpty();
        assertThat(RULE.at(192, only(estimate(Metric.THROUGHPUT, Math.nextUp(quarter), losses))))
                .isEqualTo(worse(Metric.THROUGHPUT));
        double more = Math.log(1.25);
        assertThat(RULE.at(192, only(estimate(Metric.TAIL_LATENCY, more, losses)))).isEmpty();
        assertThat(RULE.at(192, only(estimate(Metric.TAIL_LATENCY, Math.nextUp(more), losses))))
                .isEqualTo(worse(Metric.TAIL_LATENCY));
    }

    /** Fourteen values have one sign in 1 of 16384 tosses of a coin, thirteen in 1 of 8192, which is more than 1e-4. */
    @Test
    void aCollapseIsMoreThanHalfInFourteenValuesOfTwoForks() {
        double beyond = Math.nextUp(HALF);
        assertThat(RULE.at(16, collapse(times(7, beyond), times(7, beyond)))).isEqualTo(worse(Metric.TAIL_LATENCY));
        assertThat(RULE.at(16, collapse(times(7, beyond), times(6, beyond)))).isEmpty();
        assertThat(RULE.at(16, collapse(times(14, beyond)))).as("one fork").isEmpty();
        assertThat(RULE.at(16, collapse(times(7, beyond), and(times(6, beyond), times(1, HALF))))).isEmpty();
    }

    @Test
    void aCollapseInNoiseOrAtALaterLookIsMoreThanThreeQuarters() {
        double beyond = Math.nextUp(Math.log(4));
        for (var at : List.<Function<SortedMap<Metric, Estimate>, Optional<LookOutcome>>>of(
                estimates -> RULE.inNoiseAt(16, estimates), estimates -> RULE.at(32, estimates),
                estimates -> RULE.at(160, estimates))) {
            assertThat(at.apply(collapse(times(7, beyond), times(7, beyond)))).isEqualTo(worse(Metric.TAIL_LATENCY));
            assertThat(at.apply(collapse(times(7, beyond), and(times(6, beyond), times(1, Math.log(4)))))).isEmpty();
            assertThat(at.apply(collapse(times(14, beyond)))).as("one fork").isEmpty();
        }
    }

    @Test
    void aStandstillIsMoreThanFifteenSixteenthsInEveryPair() {
        double beyond = Math.nextUp(A_SIXTEENTH_IS_LEFT);
        for (var at : List.<Function<SortedMap<Metric, Estimate>, Optional<LookOutcome>>>of(
                estimates -> RULE.at(8, estimates), estimates -> RULE.inNoiseAt(8, estimates))) {
            assertThat(at.apply(collapse(times(4, beyond), times(4, beyond)))).isEqualTo(worse(Metric.TAIL_LATENCY));
            assertThat(at.apply(collapse(times(4, beyond), times(3, beyond)))).as("seven values").isEmpty();
            assertThat(at.apply(collapse(times(8, beyond)))).as("one fork").isEmpty();
            assertThat(at.apply(collapse(times(4, beyond), and(times(3, beyond), times(1, A_SIXTEENTH_IS_LEFT)))))
                    .isEmpty();
            assertThat(at.apply(collapse(times(4, beyond), and(times(3, beyond), times(1, 1))))).isEmpty();
        }
    }

    private static SortedMap<Metric, Estimate> collapse(double[]... forks) {
        return only(estimate(Metric.TAIL_LATENCY, forks[0][0], of(Arrays.asList(forks))));
    }

    /** All values of a fork agree, and the tail has no slow forks: what fails here is a loss throughout. */
    @Test
    void threeForksFailALossThroughoutAndTwoOfThreeDoNot() {
        assertThat(RULE.at(512, only(estimate(Metric.TAIL_LATENCY, 0.2, alike(3, times(16, 0.2))))))
                .isEqualTo(worse(Metric.TAIL_LATENCY));
        assertThat(RULE.at(512, only(estimate(Metric.TAIL_LATENCY, 0.2,
                of(List.of(times(16, 0.2), times(16, 0.2), times(16, 0))))))).isEmpty();
        assertThat(RULE.at(512, only(estimate(Metric.TAIL_LATENCY, 0.2, alike(2, times(24, 0.2)))))).isEmpty();
    }

    /**
     * Of each fork nine values lie 0.1 above the margin and seven as far below it. Without the three largest and
     * smallest the mean is 0.02 above it, and Student's statistic is taken to be certain. That 27 coins of 48 or more
     * show heads has a probability of 24 %.
     */
    @Test
    void whatFlippedSignsMakeAsOftenIsNoLossThroughout() {
        for (double margin : new double[]{0, 0.05}) {
            var losses = alike(3, and(times(9, margin + 0.1), times(7, margin - 0.1)));
            var estimate = new Estimate(Metric.TAIL_LATENCY, losses, 0.3, 0.001, 1000, 0.1, margin, 0.0075, 0.01);
            assertThat(estimate.forksWithLoss()).isEqualTo(3);
            assertThat(RULE.at(512, only(estimate))).as("a margin of " + margin).isEmpty();
        }
    }

    @Test
    void theSmallestLossThatFailsChangesAtTheLooksThatAllowLess() {
        var estimate = estimate(Metric.THROUGHPUT, 0, alike(1, times(16, 0)));
        assertThat(List.of(8, 15, 16, 191, 192, 511, 512, 2048).stream()
                .map(look -> DuelRule.smallestThatFails(look, estimate)))
                .containsExactly(A_SIXTEENTH_IS_LEFT, A_SIXTEENTH_IS_LEFT, HALF, HALF, -Math.log(0.75),
                        -Math.log(0.75), -Math.log(0.95), -Math.log(0.95));
    }

    private static Optional<LookOutcome> worse(Metric metric) {
        return Optional.of(new LookOutcome.Worse(List.of(metric)));
    }

    private static SortedMap<Metric, Estimate> only(Estimate estimate) {
        return new TreeMap<>(Map.of(estimate.metric(), estimate));
    }

    private static SortedMap<Metric, Estimate> all(Function<Metric, Estimate> each) {
        return new TreeMap<>(Arrays.stream(Metric.values()).collect(Collectors.toMap(Function.identity(), each)));
    }

    private static Estimate estimate(Metric metric, double theta, LogRatios losses) {
        return new Estimate(metric, losses, theta, 0, 10, Tolerance.DUEL.limit(metric), 0, Duel.PASS_ERROR, 0.01);
    }
}
