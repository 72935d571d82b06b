package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Arm;
import dev.regatta.relay.Traffic;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Which count stands for all of those that were made one by one. */
class BlockTest {

    @Test
    void theSmallestStandsForAnArmThatIsAlone() {
        assertThat(Block.standing(List.of(5L, 4L, 6L), Arm.CANDIDATE, Optional.empty())).isEqualTo(4);
    }

    /** A thread of the pool that ran first made one operation open one more. */
    @Test
    void oneMoreInFewOperationsOfTheBaselineHidesNothing() {
        double was = baseline(4, 5, 4, 4, 5);
        assertThat(was).isEqualTo(4);
        assertThat(candidate(was, 5, 5, 6, 5, 5)).as("each does one more").isEqualTo(5);
        assertThat(candidate(was, 6, 4, 5, 5, 5)).as("one does not").isEqualTo(4);
        assertThat(candidate(was, 2, 3, 2, 3, 2)).as("fewer").isEqualTo(3);
        assertThat(candidate(was, 3, 5, 5, 5, 5)).as("none does as much, and one does less").isEqualTo(4);
    }

    /** What docs/counts.md admits. */
    @Test
    void anIncreaseByWhatTheBaselinesOwnOperationsDifferByIsMissed() {
        assertThat(candidate(baseline(12, 12, 13, 13, 13), 13, 13, 14, 14, 14)).isEqualTo(13);
    }

    /** On a machine that others used, one release raced itself: what one operation of five did was taken for all. */
    @Test
    void oneOperationOfTheBaselineThatDidLessIsNoIncrease() {
        double was = baseline(12, 12, 11, 12, 12);
        assertThat(was).isEqualTo(12);
        assertThat(candidate(was, 12, 13, 12, 12, 12)).isEqualTo(12);
        assertThat(candidate(was, 13, 13, 13, 14, 13)).as("one more in each").isEqualTo(13);
    }

    /** A pool sent something between two readings of one moment, as one that nobody asks does. */
    @Test
    void writesAreKnownWhereTheBytesAddUp() {
        assertThat(written(12, 6 * 12).writes()).contains(12L);
        assertThat(written(12, 6 * 12 + 3).writes()).isEmpty();
        assertThat(new Block(1, traffic(12), Optional.empty(), SystemWrites.NONE, 0).writes()).isEmpty();
    }

    private static double baseline(long... each) {
        return Block.standing(LongStream.of(each).boxed().toList(), Arm.BASELINE, Optional.empty());
    }

    private static long candidate(double baseline, long... each) {
        return Block.standing(LongStream.of(each).boxed().toList(), Arm.CANDIDATE, Optional.of(baseline));
    }

    private static Block written(long calls, long bytes) {
        return new Block(1, traffic(calls), Optional.of(new SystemWrites(calls, bytes)), SystemWrites.NONE, 0);
    }

    private static Traffic traffic(long roundTrips) {
        return new Traffic(0, roundTrips, 0, 0, 0, 0, 6 * roundTrips, 0, 1_000, 0);
    }
}
