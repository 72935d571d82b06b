package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Losses that a trimmed mean sets aside, for they do not strike everywhere. */
@Tag("simulation")
@Execution(ExecutionMode.CONCURRENT)
class LossesAtTimesTest {

    private static final int HYPOTHESES = FamilyError.hypotheses(1);
    private static final int RUNS = 20;

    /** The first fork and the seventh are slow: they differ too much from the others to be certain of the mean. */
    @Test
    void aThirdLostInOneForkOfSixDoesNotPass() {
        assertThat(verdicts(seed -> inForksOfSix(seed, 1024))).containsOnly(Map.entry("inconclusive", RUNS));
    }

    @Test
    void aThirdLostInTheFirstForkAloneIsNeitherPassedNorRegressed() {
        assertThat(verdicts(seed -> inForksOfSix(seed, 768))).containsOnly(Map.entry("inconclusive", RUNS));
    }

    /** Nothing changed, and forks that differ by ten times what they do elsewhere. */
    @Test
    void forksThatDifferByAFewPercentAreNotSlow() {
        assertThat(verdicts(seed -> SimulatedCell.duel(seed).forks(0.05).after(Looks.LAST)))
                .doesNotContainKey("regressed");
    }

    /** At the early looks only a few slices were struck: what passes there are races in which next to none was. */
    @Test
    void twoThirdsLostInATenthOfTheSlicesAreMostlyRegressed() {
        var verdicts = verdicts(LossesAtTimesTest::inATenth);
        assertThat(verdicts.getOrDefault("regressed", 0)).as("%s", verdicts)
                .isGreaterThanOrEqualTo((int) (0.75 * RUNS));
    }

    /** The same noise without the loss: looking for extremes costs no verdict. */
    @Test
    void whatDidNotChangeIsUnchanged() {
        assertThat(verdicts(seed -> SimulatedCell.duel(seed).after(512))).containsOnly(Map.entry("unchanged", RUNS));
    }

    private static CellMeasurement inForksOfSix(long seed, int pairs) {
        return slowed(SimulatedCell.duel(seed).after(pairs), pair -> pair.set() % 6 == 1, 0.7);
    }

    private static CellMeasurement inATenth(long seed) {
        var random = new Random(seed);
        return slowed(SimulatedCell.duel(seed).after(Looks.LAST), pair -> random.nextInt(10) == 0, 0.35);
    }

    private static CellMeasurement slowed(CellMeasurement measurement, Predicate<Pair> where, double factor) {
        List<Pair> pairs = new ArrayList<>();
        for (Pair pair : measurement.pairs()) {
            pairs.add(where.test(pair) ? slowed(pair, factor) : pair);
        }
        return Measured.of(measurement.cell(), measurement.candidate(), measurement.baseline(),
                measurement.setup().connections(), measurement.timed().sliceMillis(), measurement.forks(), pairs,
                Optional.empty(),
                true);
    }

    private static Pair slowed(Pair pair, double factor) {
        return new Pair(pair.set(), pair.slices().stream().map(slice -> slice.arm() == Arm.CANDIDATE
                ? new ArmSlice(slice.arm(), slowed(slice.slice(), factor), slice.surroundings())
                : slice).toList());
    }

    private static Slice slowed(Slice slice, double factor) {
        return new Slice(slice.operations() * factor, slice.windowNanos(), slice.allOperations(), slice.cpuNanos(),
                slice.errors(), slice.wrong(), slice.problem(), slice.compileMillis(), slice.latencies());
    }

    private static Map<String, Integer> verdicts(LongFunction<CellMeasurement> cells) {
        var counts = new TreeMap<String, Integer>();
        for (long seed = 1; seed <= RUNS; seed++) {
            var verdict = Gate.judge(cells.apply(seed), Books.HERE, Books.baseline(), HYPOTHESES);
            counts.merge(verdict.verdict().kind().word(), 1, Integer::sum);
        }
        return counts;
    }
}
