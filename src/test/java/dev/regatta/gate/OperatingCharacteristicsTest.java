package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * What the self-check, which judges the gate on recorded noise, leaves out: gross losses, gains, and losses too small.
 */
@Tag("simulation")
@Execution(ExecutionMode.CONCURRENT)
class OperatingCharacteristicsTest {

    private static final int HYPOTHESES = FamilyError.hypotheses(30);
    private static final int RUNS = 20;

    @Test
    void aTenfoldLossIsCaughtWithTheSecondFork() {
        for (int seed = 0; seed < 5; seed++) {
            var measurement = SimulatedCell.duel(seed).with(Arm.CANDIDATE, 0.1, 8, 6).untilDecided(this::judge);
            assertThat(measurement.pairs()).hasSize(16);
            assertThat(judge(measurement).verdict()).isInstanceOf(Verdict.Regressed.class);
        }
    }

    @Test
    void anImprovementIsImprovedAndNotUnchanged() {
        var verdicts = verdicts(RUNS,
                seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 1.08, 1, 1));
        assertThat(verdicts.getOrDefault("improved", 0)).isGreaterThanOrEqualTo((int) (0.95 * RUNS));
        assertThat(verdicts).doesNotContainKey("regressed");
    }

    @Test
    void aLossOfOnePercentIsHardlyEverOneOfFive() {
        var verdicts = verdicts(RUNS,
                seed -> SimulatedCell.duel(seed).with(Arm.CANDIDATE, 0.99, 1, 1));
        assertThat(verdicts.getOrDefault("regressed", 0)).isLessThanOrEqualTo(RUNS / 50);
    }

    private Map<String, Integer> verdicts(int runs, LongFunction<SimulatedCell> cells) {
        var counts = new TreeMap<String, Integer>();
        for (long seed = 1; seed <= runs; seed++) {
            // The first look that decides gives the verdict, so judging all pairs at once equals judging live.
            var verdict = judge(cells.apply(seed).after(Looks.LAST));
            counts.merge(verdict.verdict().kind().word(), 1, Integer::sum);
        }
        return counts;
    }

    private CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), HYPOTHESES);
    }
}
