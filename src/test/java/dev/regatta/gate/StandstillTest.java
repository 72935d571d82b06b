package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One arm of a duel ends no operation, or too few, in the time that it is given. */
class StandstillTest {

    @Test
    void twoSetsAreARegression() {
        var verdict = judge(still(candidate(1), candidate(2)));
        assertThat(verdict.verdict()).isInstanceOfSatisfying(Verdict.Regressed.class, lost -> {
            assertThat(lost.metrics()).containsExactly(Metric.THROUGHPUT, Metric.TAIL_LATENCY);
            assertThat(lost.standstills().orElseThrow().last()).isEqualTo(candidate(2));
        });
        assertThat(VerdictWords.sentence(verdict)).isEqualTo("postgresql/pgjdbc+hikari/platform/select-1: "
                + "the candidate takes 20 s and more for what takes the other arm 8 ms "
                + "(postgresql 42.2.21 -> 42.7.14), in 2 sets");
        assertThat(verdict.decided()).isTrue();
    }

    @Test
    void theOtherWayRoundTheyAreAnImprovement() {
        var verdict = judge(still(baseline(1), baseline(2)));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Improved.class);
        assertThat(VerdictWords.sentence(verdict))
                .contains("the baseline takes 20 s and more for what takes the other arm 8 ms");
    }

    /** They were counted before, and the user was told that they decide. */
    @Test
    void noImprovementMakesUpForWhatDecidesByItself() {
        var counted = still(baseline(1), baseline(2))
                .and(Untimed.counted(List.of(roundTrips(Arm.CANDIDATE, 200), roundTrips(Arm.BASELINE, 100))));
        assertThat(judge(counted).verdict()).isInstanceOfSatisfying(Verdict.Regressed.class,
                lost -> assertThat(lost.timing()).isEqualTo(VerdictKind.IMPROVED));
        assertThat(VerdictWords.sentence(judge(counted)))
                .contains("2.0 round trips per operation, was 1.0; the baseline takes 20 s and more");
        var fewer = still(baseline(1), baseline(2))
                .and(Untimed.counted(List.of(roundTrips(Arm.CANDIDATE, 100), roundTrips(Arm.BASELINE, 200))));
        assertThat(judge(fewer).verdict()).isInstanceOf(Verdict.Improved.class);
    }

    private static Counts roundTrips(Arm arm, long of100Operations) {
        return new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(of100Operations, 100))),
                new TreeMap<>());
    }

    @Test
    void oneSetDecidesNothingAndTheRaceGoesOn() {
        var raced = SimulatedCell.duel(1).after(512);
        assertThat(judge(Measured.standing(raced, List.of(candidate(1)))).verdict()).isEqualTo(judge(raced).verdict())
                .isInstanceOf(Verdict.Unchanged.class);
        assertThat(judge(still(candidate(1))).verdict()).as("nothing else was measured")
                .isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void bothArmsAreNoVerdict() {
        var both = judge(still(candidate(1), baseline(2)));
        assertThat(both.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(both))
                .contains("no pair was measured, in set 1 the candidate takes 20 s and more for"
                        + " what takes the other arm 8 ms, in set 2 the baseline takes 20 s and more");
        var neither = Measured.failed(still(), "the candidate did not answer within 20 s");
        assertThat(judge(neither).verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(judge(neither))).contains("did not answer within 20 s");
    }

    @Test
    void whatTakesTheOtherArmSecondsIsNotFarEnough() {
        var near = new Standstill(Arm.CANDIDATE, 1, 20_000_000_000L, 5_100_000_000L);
        assertThat(judge(still(near, candidate(2))).verdict()).isInstanceOf(Verdict.Invalid.class);
        var far = new Standstill(Arm.CANDIDATE, 1, 20_000_000_000L, 5_000_000_000L);
        assertThat(judge(still(far, candidate(2))).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    /** What the pool of the other arm told when the timing was over, for example. */
    @Test
    void whoeverFailsAfterwardsIsNoBetterForIt() {
        var wrong = Measured.failed(still(baseline(1), baseline(2)), "the candidate arm returned wrong results for 3");
        assertThat(judge(wrong).verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(judge(wrong))).contains("returned wrong results for 3");
    }

    @Test
    void aRawWireThatStandsStillSaysNothingOfTheVersions() {
        var wire = new Standstill(Arm.REFERENCE, 1, 20_000_000_000L, 8_000_000L);
        assertThat(judge(still(wire, wire)).verdict()).isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void withoutABaselineNobodyStandsStillBesideIt() {
        var alone = Measured.standing(SimulatedCell.check(1).after(0), List.of(candidate(1), candidate(2)));
        assertThat(judge(alone).verdict()).isInstanceOf(Verdict.Invalid.class);
    }

    /** As a cell whose inputs are those of the base branch, equal clients that hang leave no pair and no failure. */
    @Test
    void equalClientsOfWhichOneHangsAreNoCellThatNeedNotBeMeasured() {
        var inputs = new Inputs(new TreeMap<>(Map.of(Inputs.JDK, "25")));
        var equal = Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs);
        for (var hanging : List.of(still(candidate(1), baseline(2)), still(candidate(1), candidate(2)))) {
            CellMeasurement measured = Measured.depending(hanging, equal);
            for (VerdictKind kind : List.of(judge(measured).verdict().kind(),
                    Gate.judge(Books.results(Books.HERE, measured), Map.of()).cells().getFirst().verdict().kind())) {
                assertThat(kind).isNotEqualTo(VerdictKind.NOT_RACED)
                        .satisfies(failing -> assertThat(failing.fails(false)).isTrue());
            }
        }
        assertThat(judge(Measured.depending(still(), equal)).verdict()).as("nothing stood still")
                .isInstanceOf(Verdict.NotRaced.class);
    }

    private static Standstill candidate(int fork) {
        return new Standstill(Arm.CANDIDATE, fork, 20_000_000_000L, 8_000_000L);
    }

    private static Standstill baseline(int fork) {
        return new Standstill(Arm.BASELINE, fork, 20_000_000_000L, 8_000_000L);
    }

    private static CellMeasurement still(Standstill... sets) {
        return Measured.standing(SimulatedCell.duel(1).after(0), Arrays.asList(sets));
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), 90);
    }
}
