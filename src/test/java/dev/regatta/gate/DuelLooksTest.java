package dev.regatta.gate;

import static dev.regatta.analysis.GivenRatios.alike;
import static dev.regatta.analysis.GivenRatios.and;
import static dev.regatta.analysis.GivenRatios.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.stats.Quantiles;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What each look of a race may conclude, of values at the limit of each rule. */
class DuelLooksTest {

    private static final int HYPOTHESES = FamilyError.hypotheses(30);
    private static final Duel DUEL = new Duel(PairedRatios.of(List.of(), Arm.CANDIDATE, Arm.BASELINE),
            Optional.empty(), SimulatedCell.CELL, HYPOTHESES, Optional.empty());
    private static final Optional<Verdict> SAME = Optional.of(new Verdict.Unchanged(false));
    private static final Optional<Verdict> SAME_AT_THE_END = Optional.of(new Verdict.Unchanged(true));
    private static final LogRatios QUIET = alike(3, times(16, 0));
    private static final double QUARTER = -Math.log(0.75);
    private static final double HALF = Math.log(2);
    private static final int FREEDOM = 20;

    @Test
    void atTheEndALossBeyondTheLimitMustBeRuledOutInAllMetricsAndInSixteenPairs() {
        var quiet = all(metric -> known(metric, 0, 0));
        assertThat(atTheEnd(16, quiet)).isEqualTo(SAME_AT_THE_END);
        assertThat(atTheEnd(8, quiet)).isEmpty();
        for (Metric metric : Metric.values()) {
            var incomplete = new TreeMap<>(quiet);
            incomplete.remove(metric);
            assertThat(atTheEnd(16, incomplete)).isEmpty();
            var lost = new TreeMap<>(quiet);
            lost.put(metric, known(metric, 0.2, 0));
            assertThat(atTheEnd(16, lost)).isEmpty();
        }
    }

    /** Eight pairs of one set are no race, however quiet they are. */
    @Test
    void nothingPassesBeforeSixteenPairs() {
        var quiet = all(metric -> known(metric, 0, 0));
        assertThat(at(8, quiet)).isEmpty();
        assertThat(at(16, quiet)).isEqualTo(SAME);
    }

    /** Whether gains were ruled out only decides how long a race takes. */
    @Test
    void aGainOfTheLimitIsLookedAtForLongerAndPassesAtTheEnd() {
        var gain = all(metric -> known(metric, -Tolerance.DUEL.limit(metric), 0));
        assertThat(at(16, gain)).isEmpty();
        assertThat(atTheEnd(16, gain)).isEqualTo(SAME_AT_THE_END);
        assertThat(at(16, all(metric -> known(metric, -Math.nextDown(Tolerance.DUEL.limit(metric)), 0))))
                .isEqualTo(SAME);
    }

    /** The tail is missing, and throughput doubled. */
    @Test
    void withoutATailAGainCountsOnlyWhereThroughputMoreThanDoubled() {
        assertThat(at(16, withoutTail(Math.nextUp(HALF))))
                .contains(new Verdict.Improved(List.of(Metric.THROUGHPUT, Metric.CLIENT_CPU)));
        assertThat(at(16, withoutTail(HALF))).isEmpty();
    }

    private static SortedMap<Metric, Estimate> withoutTail(double gain) {
        var estimates = new TreeMap<Metric, Estimate>();
        estimates.put(Metric.THROUGHPUT, known(Metric.THROUGHPUT, -gain, 3));
        estimates.put(Metric.CLIENT_CPU, known(Metric.CLIENT_CPU, -Math.log(10), 3));
        return estimates;
    }

    /** The lower end of the interval is 0 where the loss is t standard errors. */
    @Test
    void aLossMustExceedStudentsTAtHalfTheErrorOfTheLook() {
        for (int look : new int[]{8, 16, 512, 3072}) {
            double t = Quantiles.student(1 - Looks.error(HYPOTHESES, look) / 2, FREEDOM);
            assertThat(at(look, only(certain(0.2, 0.2 / t * 0.999, 3)))).as(look + " pairs")
                    .isEqualTo(worse(Metric.THROUGHPUT));
            assertThat(at(look, only(certain(0.2, 0.2 / t * 1.001, 3)))).as(look + " pairs").isEmpty();
        }
    }

    @Test
    void threeSetsFailALossAndTwoFailOneOfMoreThanAQuarter() {
        assertThat(at(256, only(certain(QUARTER, 0.001, 3)))).isEqualTo(worse(Metric.THROUGHPUT));
        assertThat(at(256, only(certain(QUARTER, 0.001, 2)))).isEmpty();
        assertThat(at(256, only(certain(Math.nextUp(QUARTER), 0.001, 2)))).isEqualTo(worse(Metric.THROUGHPUT));
        assertThat(at(256, only(certain(Math.nextUp(QUARTER), 0.001, 1)))).isEmpty();
    }

    @Test
    void freshForksAreAwaitedWhereOnlySetsAreMissing() {
        assertThat(awaitsSets(256, only(certain(0.2, 0.001, 2)))).isTrue();
        var gain = all(metric -> known(metric, 0, 0));
        gain.put(Metric.THROUGHPUT, certain(0.2, 0.001, 2).mirrored());
        assertThat(awaitsSets(256, gain)).as("a gain as well").isTrue();
        gain.remove(Metric.TAIL_LATENCY);
        assertThat(awaitsSets(256, gain)).as("a gain that decides only with its tail").isFalse();
        assertThat(awaitsSets(256, only(certain(0.2, 0.1, 2)))).as("not certain").isFalse();
        assertThat(awaitsSets(256, only(certain(0.2, 0.001, 3)))).as("decided").isFalse();
        assertThat(awaitsSets(256, only(certain(0.02, 0.001, 2)))).as("within the limit").isFalse();
    }

    /** However certain it is: a suite that promises to find 5 % must not fail at 4 %. */
    @Test
    void aLossThatIsRuledOutBeyondTheLimitNeverFails() {
        assertThat(at(512, only(certain(0.04, 0.0001, 24)))).isEmpty();
    }

    /** The trimmed mean shows nothing, and is not within the limit for certain. */
    @Test
    void aLossAtTimesFailsByTheMeanOverAllPairs() {
        assertThat(at(512, only(atTimes(0.06, 0.001, 3)))).isEqualTo(worse(Metric.THROUGHPUT));
        assertThat(at(512, only(atTimes(0.06, 0.001, 2)))).as("two sets").isEmpty();
        assertThat(at(512, only(atTimes(0.06, 0.05, 3)))).as("not certain").isEmpty();
        assertThat(at(512, only(atTimes(0.04, 0.001, 3)))).as("within the limit").isEmpty();
    }

    private static Optional<Verdict> at(int pairs, SortedMap<Metric, Estimate> estimates) {
        return DUEL.at(look(pairs, estimates));
    }

    private static Optional<Verdict> atTheEnd(int pairs, SortedMap<Metric, Estimate> estimates) {
        return DUEL.atTheEnd(look(pairs, estimates));
    }

    private static boolean awaitsSets(int pairs, SortedMap<Metric, Estimate> estimates) {
        return new FreshSet(DUEL, look(pairs, estimates), FreshSet.NANOS).isAwaited();
    }

    private static Look look(int pairs, SortedMap<Metric, Estimate> estimates) {
        return new Look(pairs, new Disturbance(2 * pairs, 0, 0), estimates);
    }

    private static Estimate atTimes(double share, double error, int sets) {
        return new Estimate(Metric.THROUGHPUT, alike(3, and(times(14, 0), times(2, 1))),
                new MeanLoss(0, 0.1, FREEDOM, 0, 0),
                Optional.of(new MeanLoss(share, error, FREEDOM, sets, 0)), Tolerance.DUEL.limit(Metric.THROUGHPUT),
                Duel.PASS_ERROR, 0.01);
    }

    /** A loss of throughput. */
    private static Estimate certain(double loss, double error, int sets) {
        return new Estimate(Metric.THROUGHPUT, QUIET, new MeanLoss(loss, error, FREEDOM, sets, 0), Optional.empty(),
                Tolerance.DUEL.limit(Metric.THROUGHPUT), Duel.PASS_ERROR, 0.01);
    }

    /** With no standard error a loss is what it seems. */
    private static Estimate known(Metric metric, double loss, int better) {
        return new Estimate(metric, QUIET, new MeanLoss(loss, 0, FREEDOM, 0, better), Optional.empty(),
                Tolerance.DUEL.limit(metric), Duel.PASS_ERROR, 0.01);
    }

    private static Optional<Verdict> worse(Metric metric) {
        return Optional.of(new Verdict.Regressed(List.of(metric)));
    }

    private static SortedMap<Metric, Estimate> only(Estimate estimate) {
        return new TreeMap<>(Map.of(estimate.metric(), estimate));
    }

    private static SortedMap<Metric, Estimate> all(Function<Metric, Estimate> each) {
        return new TreeMap<>(Arrays.stream(Metric.values()).collect(Collectors.toMap(Function.identity(), each)));
    }
}
