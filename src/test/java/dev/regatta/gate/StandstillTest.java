package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Standstill;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

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
        assertThat(judge(still(candidate(1), baseline(2))).verdict()).isInstanceOf(Verdict.Invalid.class);
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
