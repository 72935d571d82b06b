package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The gate judged by planted truth, 30 cells to a suite. More runs: {@code -Dregatta.simulations=1000}; the counts and
 * the pairs needed are printed.
 */
class OperatingCharacteristicsTest {

    private static final int HYPOTHESES = Gate.hypotheses(30);
    private static final int RUNS = Integer.getInteger("regatta.simulations", 20);

    @Test
    void identicalArmsNeverRegress() {
        var verdicts = verdicts("A/A duel", 10 * RUNS, SimulatedCell::duel);
        assertThat(verdicts).doesNotContainKeys("regressed", "improved");
        assertThat(verdicts.get("unchanged")).isGreaterThan((int) (9.5 * RUNS));
    }

    @Test
    void aLossOfFivePercentThroughputIsCaught() {
        caught(verdicts("throughput -5 %", RUNS, seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 0.95, 1, 1)));
    }

    @Test
    void aTenPercentLongerTailIsCaught() {
        caught(verdicts("tail +10 %", RUNS, seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 1, 1.10, 1)));
    }

    @Test
    void fivePercentMoreClientCpuIsCaught() {
        caught(verdicts("client CPU +5 %", RUNS, seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 1, 1, 1.05)));
    }

    @Test
    void aTenfoldLossIsCaughtAfter32Pairs() {
        for (int seed = 0; seed < 5; seed++) {
            var measurement = SimulatedCell.duel(seed).with(Arm.CANDIDATE, 0.1, 8, 6).untilDecided(this::judge);
            assertThat(measurement.pairs()).hasSize(32);
            assertThat(judge(measurement).verdict()).isInstanceOf(Verdict.Regressed.class);
        }
    }

    @Test
    void anImprovementIsImprovedAndNotUnchanged() {
        var verdicts = verdicts("throughput +8 %", RUNS,
                seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 1.08, 1, 1));
        assertThat(verdicts.getOrDefault("improved", 0)).isGreaterThanOrEqualTo((int) (0.95 * RUNS));
        assertThat(verdicts).doesNotContainKey("regressed");
    }

    @Test
    void aLossOfOnePercentIsHardlyEverOneOfFive() {
        var verdicts = verdicts("throughput -1 %", RUNS,
                seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 0.99, 1, 1));
        assertThat(verdicts.getOrDefault("regressed", 0)).isLessThanOrEqualTo(RUNS / 50);
    }

    private static void caught(Map<String, Integer> verdicts) {
        assertThat(verdicts.getOrDefault("regressed", 0)).isGreaterThanOrEqualTo((int) (0.95 * RUNS));
    }

    private Map<String, Integer> verdicts(String what, int runs, LongFunction<SimulatedCell> cells) {
        var counts = new TreeMap<String, Integer>();
        long pairs = 0;
        for (long seed = 1; seed <= runs; seed++) {
            // The first look that decides gives the verdict, so judging all pairs at once equals judging live.
            var verdict = judge(cells.apply(seed).after(Looks.LAST));
            counts.merge(verdict.verdict().word(), 1, Integer::sum);
            pairs += verdict.pairs();
        }
        System.out.println(what + ": " + counts + " of " + runs + ", " + pairs / runs + " pairs on average");
        return counts;
    }

    private CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), HYPOTHESES, 42);
    }
}
