package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

class PairedRatiosTest {

    /** An operation that is partly inside the slice has a share in it; its twelve callers each waited as long as they did. */
    @Test
    void aTailIsMergedUntilItHoldsEnoughLatenciesOfCallers() {
        assertThat(tail(1.75, 2, 24)).isEqualTo(new Tail(95, 9));
        assertThat(tail(2.05, 3, 36)).isEqualTo(new Tail(95, 6));
        assertThat(tail(1.75, 3, 24)).as("one of them is outside").isEqualTo(new Tail(95, 9));
    }

    @Test
    void anOperationThatIsItsOnlyCallerCountsWithItsShare() {
        assertThat(tail(1.75, 2, 2)).isEqualTo(new Tail(95, 115));
        assertThat(tail(6.4, 12, 12)).isEqualTo(new Tail(95, 32));
        assertThat(tail(0.5, 0, 0)).as("none has ended").isEqualTo(new Tail(95, 200));
    }

    private static Tail tail(double operations, int all, int latencies) {
        var histogram = new Histogram(3);
        if (latencies > 0) {
            histogram.recordValueWithCount(300_000_000, latencies);
        }
        var slice = new Slice(Math.min(operations, all), 875_000_000, all, 60_000_000, 0, 0, "", 0,
                Latencies.of(histogram));
        var quiet = new Surroundings(1_000_000_000, OptionalLong.empty(), OptionalDouble.of(0), OptionalDouble.of(0),
                OptionalDouble.of(0), 0);
        List<ArmSlice> both = Stream.of(Arm.CANDIDATE, Arm.BASELINE).map(arm -> new ArmSlice(arm, slice, quiet))
                .toList();
        return PairedRatios.of(Collections.nCopies(16, new Pair(1, both)), Arm.CANDIDATE, Arm.BASELINE).tail();
    }
}
