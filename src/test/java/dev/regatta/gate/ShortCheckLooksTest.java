package dev.regatta.gate;

import static dev.regatta.analysis.GivenRatios.alike;
import static dev.regatta.analysis.GivenRatios.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What a short check may conclude, of values at its limits. */
class ShortCheckLooksTest {

    private static final Optional<Verdict> PASSED = Optional.of(Books.SAME_INPUTS);
    private static final double LIMIT = 0.3;
    /** Each of a hundred hypotheses may err by 0.01 %. */
    private static final ShortCheck CHECK = check(SimulatedCell.check(1).after(16));

    /** Half of the throughput, twice the tail and twice the CPU are the same loss, ln 2. */
    @Test
    void aCollapseItselfIsNotRuledOut() {
        double collapse = Math.log(2);
        var collapsed = all(metric -> collapse, 0, 1);
        assertThat(CHECK.at(look(collapsed))).isEmpty();
        assertThat(CHECK.at(noisy(collapsed))).isEmpty();
        assertThat(CHECK.atTheEnd(look(collapsed))).isEmpty();
        assertThat(CHECK.at(look(all(metric -> Math.nextDown(collapse), 0, 1)))).isEqualTo(PASSED);
    }

    @Test
    void aLossOfTheLimitIsWithinIt() {
        var atTheLimit = all(metric -> LIMIT, 0, LIMIT);
        assertThat(CHECK.at(look(atTheLimit))).isEqualTo(PASSED);
        assertThat(CHECK.at(noisy(atTheLimit))).isEqualTo(PASSED);
        assertThat(CHECK.atTheEnd(look(atTheLimit))).isEqualTo(PASSED);
    }

    /**
     * Beyond the limit by half of a standard error of 0.02: the upper end is {@code 0.31 + 2.764 x 0.02 = 0.37}, which
     * is below ln 2, and the lower one {@code 0.31 - 5.69 x 0.02}, which is below the limit.
     */
    @Test
    void whatSeemsToLieBeyondTheLimitPassesOnlyAtTheEnd() {
        var seems = all(metric -> metric == Metric.TAIL_LATENCY ? 0.31 : 0, 0.02, LIMIT);
        assertThat(CHECK.at(look(seems))).isEmpty();
        assertThat(CHECK.at(noisy(seems))).isEmpty();
        assertThat(CHECK.atTheEnd(look(seems))).isEqualTo(PASSED);
    }

    /**
     * Ten standard errors of 0.01 beyond the limit, and at most {@code 0.4 + 2.764 x 0.01}: no collapse, and yet a
     * loss.
     */
    @Test
    void whatIsShownBeyondTheLimitDoesNotPassAtTheEnd() {
        assertThat(CHECK.atTheEnd(look(all(metric -> metric == Metric.CLIENT_CPU ? 0.4 : 0, 0.01, LIMIT)))).isEmpty();
    }

    @Test
    void nothingPassesWhileAMetricIsNotKnown() {
        for (Metric metric : Metric.values()) {
            var some = all(any -> 0, 0.01, LIMIT);
            some.remove(metric);
            assertThat(CHECK.at(look(some))).isEmpty();
            assertThat(CHECK.at(noisy(some))).isEmpty();
            assertThat(CHECK.atTheEnd(look(some))).isEmpty();
        }
    }

    /**
     * z is 2.326 at 1 %: 0.3 less 0.070 is more than ln 1.25 = 0.223, and less 0.093 it is not; 0.8 less 0.093 is more
     * than ln 2.
     */
    @Test
    void aStoredValueIsBeatenByMoreThanWhatMovesForCertain() {
        assertThat(reading(-0.3, 0.03).beats(0, true)).isTrue();
        assertThat(reading(-0.3, 0.04).beats(0, true)).isFalse();
        assertThat(reading(0.3, 0.03).beats(0, true)).isFalse();
        assertThat(reading(-0.3, 0.03).beats(0, false)).as("stored elsewhere").isFalse();
        assertThat(reading(-0.8, 0.04).beats(0, false)).isTrue();
    }

    @Test
    void aStoredValueIsNotBeatenByWhatMoves() {
        assertThat(reading(-Math.log(1.25), 0).beats(0, true)).isFalse();
        assertThat(reading(Math.nextDown(-Math.log(1.25)), 0).beats(0, true)).isTrue();
        assertThat(reading(-Math.log(2), 0).beats(0, false)).isFalse();
        assertThat(reading(Math.nextDown(-Math.log(2)), 0).beats(0, false)).isTrue();
    }

    private static MetricReading reading(double theta, double standardError) {
        double ratio = Math.exp(theta);
        return new MetricReading(Metric.CLIENT_CPU, ratio, ratio, ratio, ratio, 0.1, 2, theta, standardError, 128,
                Optional.empty());
    }

    @Test
    void sixPairsAreEstimatedAndFiveAreNot() {
        var check = check(SimulatedCell.check(1).after(16));
        assertThat(check.estimate(Metric.THROUGHPUT, 6)).isPresent();
        assertThat(check.estimate(Metric.THROUGHPUT, 5)).isEmpty();
    }

    /** The later half, and at least 64: all of 60, 64 of 100, 128 of 256 and 256 of 512. */
    @Test
    void theLaterHalfOfManyPairsIsJudged() {
        var check = check(SimulatedCell.check(1).after(512));
        assertThat(List.of(60, 100, 256, 512).stream()
                .map(pairs -> check.estimate(Metric.THROUGHPUT, pairs).orElseThrow().losses().count()))
                .containsExactly(60, 64, 128, 256);
    }

    /** The counts were read before it, and no further slice tells more. */
    @Test
    void whereNoTimesAreComparedOnePairIsEnough() {
        var stored = Books.of(Books.HERE, withoutTheWire(SimulatedCell.book(77).forks(0).after(256)));
        var verdict = Gate.judge(withoutTheWire(SimulatedCell.check(1).after(1)), Books.HERE, stored, 90);
        assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(verdict.decided()).isTrue();
        assertThat(Gate.judge(SimulatedCell.check(1).after(1), Books.HERE, Books.baseline(), 90).decided())
                .as("times are compared").isFalse();
    }

    private static CellMeasurement withoutTheWire(CellMeasurement measurement) {
        Timed timed = measurement.timed();
        return new CellMeasurement(measurement.cell(), measurement.setup(),
                new Timed(timed.sliceMillis(),
                        timed.forks().stream().filter(fork -> fork.arm() == Arm.CANDIDATE).toList(),
                        timed.pairs().stream().map(pair -> new Pair(pair.set(), List.of(pair.of(Arm.CANDIDATE))))
                                .toList(),
                        timed.standstills(), timed.failure(), timed.outOfBudget()),
                measurement.untimed());
    }

    @Test
    void inputsThatBothKnowTellWhatChanged() {
        var stored = Books.of(Books.HERE, with(SimulatedCell.book(77).forks(0).after(256), "25"));
        var same = Gate.judge(with(SimulatedCell.check(1).after(64), "25"), Books.HERE, stored, 90);
        assertThat(same.verdict()).isEqualTo(Books.SAME_INPUTS);
        var changed = Gate.judge(with(SimulatedCell.check(1).after(64), "26"), Books.HERE, stored, 90);
        assertThat(changed.verdict())
                .isEqualTo(new Verdict.NotRaced(List.of(new Change("jdk", "25", "26")), Optional.empty()));
    }

    /** An older entry holds no inputs; the facts of its environment are the same. */
    @Test
    void inputsThatOnlyOneKnowsAreNotCompared() {
        var unknown = Gate.judge(with(SimulatedCell.check(1).after(64), "26"), Books.HERE, Books.baseline(), 90);
        assertThat(unknown.verdict()).isEqualTo(Books.SAME_INPUTS);
        var stored = Books.of(Books.HERE, with(SimulatedCell.book(77).forks(0).after(256), "25"));
        assertThat(Gate.judge(SimulatedCell.check(1).after(64), Books.HERE, stored, 90).verdict())
                .isEqualTo(Books.SAME_INPUTS);
    }

    private static CellMeasurement with(CellMeasurement measurement, String jdk) {
        return Measured.depending(measurement,
                Map.of(Arm.CANDIDATE, new Inputs(new TreeMap<>(Map.of(Inputs.JDK, jdk)))));
    }

    @Test
    void whatCouldNotBeCountedOfTheCandidateIsTold() {
        var counted = SimulatedCell.check(1).after(64).and(Untimed.counted(List.of(new Counts(Arm.CANDIDATE,
                new TreeMap<>(Map.of(Counter.STATEMENTS, new Count(10, 10))),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay was gone"))))));
        assertThat(Gate.judge(counted, Books.HERE, Books.baseline(), 90).warnings())
                .anyMatch(note -> note.contains("the relay was gone"));
    }

    private static ShortCheck check(CellMeasurement measurement) {
        return ShortCheck.of(measurement, Books.baseline().environments().getFirst(), Books.HERE, 100);
    }

    private static Look look(SortedMap<Metric, Estimate> estimates) {
        return new Look(16, new Disturbance(32, 0, 0), estimates);
    }

    private static Look noisy(SortedMap<Metric, Estimate> estimates) {
        return new Look(16, new Disturbance(32, 32, 0), estimates);
    }

    private static SortedMap<Metric, Estimate> all(ToDoubleFunction<Metric> theta, double standardError, double limit) {
        var estimates = new TreeMap<Metric, Estimate>();
        Arrays.stream(Metric.values()).forEach(metric -> estimates.put(metric,
                new Estimate(metric, alike(1, times(16, 0)),
                        new MeanLoss(theta.applyAsDouble(metric), standardError, 10, 0, 0), Optional.empty(), limit,
                        ShortCheck.PASS_ERROR, 0.01)));
        return estimates;
    }
}
