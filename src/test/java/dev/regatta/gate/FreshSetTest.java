package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How long a set is where an operation takes half a second. */
class FreshSetTest {

    private static final int CALLERS = 12;
    private static final long SECOND = 1_000_000_000;

    private final Random random = new Random(1);

    /** Nine slices make a value of the tail, and it takes six. A fresh set at 48 pairs would throw five away. */
    @Test
    void aSetGoesOnUntilItsTailIsKnown() {
        List<Pair> pairs = pairs(64, CALLERS);
        for (int early : new int[]{16, 32, 48}) {
            assertThat(wanted(pairs.subList(0, early))).as(early + " pairs").isFalse();
        }
        assertThat(wanted(pairs)).isTrue();
    }

    /** It is certain after 16 pairs, and decides with a tail only: a fresh set would begin that anew. A loss needs none. */
    @Test
    void aGainWaitsForItsTailAndALossForItsSets() {
        List<Pair> gain = pairs(64, CALLERS, 1.5);
        for (int early : new int[]{16, 32, 48}) {
            assertThat(wanted(gain.subList(0, early))).as(early + " pairs").isFalse();
        }
        assertThat(wanted(gain)).isTrue();
        assertThat(wanted(pairs(16, CALLERS, 0.67))).as("loss").isTrue();
        assertThat(wanted(pairs(16, CALLERS, 3))).as("a large gain, whose tail a usual set will tell").isFalse();
        assertThat(wanted(pairs(16, 1, 3))).as("too few operations of the baseline for a tail").isTrue();
    }

    /** With one caller in each operation, six values would take 600 pairs. */
    @Test
    void aTailThatIsFarAwayIsNotWaitedFor() {
        assertThat(wanted(pairs(16, 1))).isTrue();
    }

    /** Twenty slices of the warm-up, each of half a second instead of 100 ms, in either fork. */
    @Test
    void aSetCostsMoreWhereItsWarmUpWaitsForLongOperations() {
        assertThat(FreshSet.nanos(started(1000))).isEqualTo(FreshSet.NANOS + 40 * 0.4 * SECOND);
        assertThat(FreshSet.nanos(started(200))).as("an operation of 100 ms").isEqualTo(FreshSet.NANOS);
        assertThat(FreshSet.nanos(started(10))).isEqualTo(FreshSet.NANOS);
    }

    private static CellMeasurement started(int sliceMillis) {
        List<ForkStart> starts = Stream.of(start(1, 99), start(2, 20), start(2, 20)).toList();
        return Measured.of(SimulatedCell.CELL, SimulatedCell.TODAY, Optional.of(SimulatedCell.EARLIER), 1, sliceMillis,
                starts, List.of(), Optional.empty(), false);
    }

    private static ForkStart start(int set, int slices) {
        return new ForkStart(Arm.CANDIDATE, set, set, "25", "", List.of(), slices, true);
    }

    private static boolean wanted(List<Pair> pairs) {
        Duel duel = new Duel(PairedRatios.of(pairs, Arm.CANDIDATE, Arm.BASELINE), Optional.empty(), SimulatedCell.CELL,
                3, Optional.empty());
        return new FreshSet(duel, duel.look(pairs.size()), FreshSet.NANOS).isWanted();
    }

    private List<Pair> pairs(int count, int callers) {
        return pairs(count, callers, 1);
    }

    private List<Pair> pairs(int count, int callers, double candidate) {
        return IntStream.range(0, count).mapToObj(i -> new Pair(1,
                Stream.of(Arm.CANDIDATE, Arm.BASELINE)
                        .map(arm -> slice(arm, callers, arm == Arm.CANDIDATE ? candidate : 1)).toList()))
                .toList();
    }

    /** Two operations, of which the second one is partly inside. */
    private ArmSlice slice(Arm arm, int callers, double faster) {
        double pace = faster * Math.exp(0.01 * random.nextGaussian());
        var waits = new Histogram(3);
        IntStream.range(0, 2 * callers).forEach(i -> waits.recordValue(Math.round((1 + i) * 20_000_000 / pace)));
        return new ArmSlice(arm,
                new Slice(1.75 * pace, 875_000_000, (int) Math.max(2, Math.ceil(1.75 * pace)),
                        Math.round(60_000_000 / pace), 0, 0, "", 0,
                        Latencies.of(waits)),
                new Surroundings(SECOND, OptionalLong.empty(), OptionalDouble.of(0), OptionalDouble.of(0),
                        OptionalDouble.of(0), 0));
    }
}
