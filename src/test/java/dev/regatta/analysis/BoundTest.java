package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

class BoundTest {

    private static final Fingerprint PLACED = new Fingerprint(
            new TreeMap<>(Map.of(Fingerprint.PLACEMENT, "client=0 database=1")));

    @Test
    void whatIsReadAroundAShortSliceIsNoWaiting() {
        assertThat(Bound.of(pairs(13_000_000, 5_000_000, 9_500_000), PLACED)).contains(Bound.SERVER);
        assertThat(Bound.of(pairs(13_000_000, 9_700_000, 5_000_000), PLACED)).contains(Bound.CLIENT);
    }

    @Test
    void aServerThatIsIdleForAFifthOfTheTimeIsNotFull() {
        assertThat(Bound.of(pairs(13_000_000, 5_000_000, 8_000_000), PLACED)).contains(Bound.WAITING);
    }

    @Test
    void theTimeOfOperationsThatASliceLeftBehindCounts() {
        assertThat(Bound.of(pairs(30_000_000, 5_000_000, 12_000_000), PLACED)).contains(Bound.WAITING);
    }

    @Test
    void withoutCpusOfTheirOwnNobodyKnows() {
        assertThat(Bound.of(pairs(13_000_000, 5_000_000, 9_500_000), new Fingerprint(new TreeMap<>()))).isEmpty();
    }

    @Test
    void allCpusOfASideCount() {
        var wide = new Fingerprint(new TreeMap<>(Map.of(Fingerprint.PLACEMENT, "client=0-1 database=2-4,7")));
        assertThat(Bound.of(pairs(13_000_000, 19_400_000, 9_700_000), wide)).contains(Bound.CLIENT);
        assertThat(Bound.of(pairs(13_000_000, 9_700_000, 9_700_000), wide)).contains(Bound.WAITING);
    }

    private static List<Pair> pairs(long elapsed, long client, long server) {
        var slice = new ArmSlice(Arm.CANDIDATE, new Slice(100, 8_000_000, 110, client, 0, 0, "", 0, Latencies.NONE),
                new Surroundings(elapsed, OptionalLong.of(server), OptionalDouble.empty(), OptionalDouble.empty(),
                        OptionalDouble.empty(), 0));
        return List.of(new Pair(1, List.of(slice)));
    }
}
