package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.relay.Traffic;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Which of the operations that were counted one by one stands for all. */
class BlockTest {

    @Test
    void theSmallestStandsForAnArmThatIsAlone() {
        assertThat(connections(List.of(5L, 4L, 6L), Arm.CANDIDATE, null)).isEqualTo(4);
    }

    /** A thread of the pool that ran first made one operation open one more. */
    @Test
    void oneMoreInAnOperationOfTheBaselineHidesNothing() {
        long was = connections(List.of(4L, 5L, 4L, 4L, 5L), Arm.BASELINE, null);
        assertThat(was).isEqualTo(4);
        assertThat(connections(List.of(5L, 5L, 6L, 5L, 5L), Arm.CANDIDATE, was)).as("each opens one more").isEqualTo(5);
        assertThat(connections(List.of(6L, 4L, 5L, 5L, 5L), Arm.CANDIDATE, was)).as("one does not").isEqualTo(4);
        assertThat(connections(List.of(2L, 3L, 2L, 3L, 2L), Arm.CANDIDATE, was)).as("fewer").isEqualTo(3);
    }

    /** On a machine that others used, one release raced itself: what one operation of five did was taken for all. */
    @Test
    void oneOperationOfTheBaselineThatDidLessIsNoIncrease() {
        Block was = Block.standing(failing(12, 12, 11, 12, 12), Arm.BASELINE, Optional.empty());
        assertThat(was.failures()).isEqualTo(12);
        assertThat(Block.standing(failing(12, 13, 12, 12, 12), Arm.CANDIDATE, counted(Counter.FAILURES, was.failures()))
                .failures()).isEqualTo(12);
        assertThat(Block.standing(failing(13, 13, 13, 14, 13), Arm.CANDIDATE, counted(Counter.FAILURES, was.failures()))
                .failures()).as("one more in each").isEqualTo(13);
    }

    /** Where connections and round trips are the same, bytes tell operations apart. */
    @Test
    void theOneMostLikeTheBaselineStandsForTheCandidate() {
        List<Block> each = List.of(block(traffic(1, 3, 40), 0), block(traffic(1, 2, 20), 0),
                block(traffic(1, 2, 30), 0));
        var values = new TreeMap<>(Map.of(Counter.CONNECTIONS, new Count(2, 2), Counter.ROUND_TRIPS, new Count(4, 2),
                Counter.BYTES_SENT, new Count(58, 2)));
        assertThat(Block.standing(each, Arm.CANDIDATE, Optional.of(new Counts(Arm.BASELINE, values, new TreeMap<>())))
                .traffic().bytesSent()).isEqualTo(30);
        assertThat(Block.standing(each, Arm.BASELINE, Optional.empty()).traffic().bytesSent()).isEqualTo(30);
        assertThat(Block.standing(each, Arm.CANDIDATE, Optional.empty()).traffic().bytesSent()).isEqualTo(20);
    }

    /** A pool sent something between two readings of one moment, as one that nobody asks does. */
    @Test
    void anOperationWhoseWritesAddUpGoesBeforeOthers() {
        Block torn = written(12, 6 * 12 + 3);
        Block clear = written(16, 6 * 16);
        assertThat(Block.standing(List.of(torn, clear, torn), Arm.BASELINE, Optional.empty()).writes()).contains(16L);
        assertThat(Block.standing(List.of(torn, clear, torn), Arm.CANDIDATE, counted(Counter.ROUND_TRIPS, 12)).traffic()
                .roundTrips()).isEqualTo(16);
        assertThat(Block.standing(List.of(torn, torn), Arm.BASELINE, Optional.empty()).writes()).isEmpty();
    }

    private static Block written(long roundTrips, long bytes) {
        return new Block(1, traffic(0, roundTrips, 6 * roundTrips), Optional.of(new SystemWrites(roundTrips, bytes)),
                SystemWrites.NONE, 0);
    }

    private static long connections(List<Long> each, Arm arm, Long baseline) {
        return Block.standing(each.stream().map(number -> block(traffic(number, 10, 100), 0)).toList(), arm,
                Optional.ofNullable(baseline).flatMap(number -> counted(Counter.CONNECTIONS, number))).traffic()
                .connections();
    }

    private static List<Block> failing(long... each) {
        return LongStream.of(each).mapToObj(number -> block(traffic(4, 96, 7_000 + 14 * number), number)).toList();
    }

    private static Optional<Counts> counted(Counter counter, long each) {
        return Optional.of(new Counts(Arm.BASELINE, new TreeMap<>(Map.of(counter, new Count(5 * each, 5))),
                new TreeMap<>()));
    }

    private static Block block(Traffic traffic, long failures) {
        return new Block(1, traffic, Optional.empty(), SystemWrites.NONE, failures);
    }

    private static Traffic traffic(long connections, long roundTrips, long bytesSent) {
        return new Traffic(connections, roundTrips, 0, 0, 0, 0, bytesSent, 0, 1_000, 0);
    }
}
