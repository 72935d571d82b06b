package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.protocol.Timetable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

class RoundsTest {

    private static final ClientId ONE = ClientId.of("pgjdbc+hikari/virtual");
    private static final ClientId OTHER = ClientId.of("pgjdbc+hikari/platform");
    private static final Conditions CONDITIONS = new Conditions(16, 16, 0);
    private static final long WINDOW = 23_000_000;

    private static LoadReading slice(int operations, double foreign, Optional<Resources> resources) {
        return new LoadReading(new Offering(new Slice(operations, WINDOW, operations, 1000L * operations, 0, 0, "", 1,
                Latencies.NONE, resources), operations, 0, 0, Latencies.NONE),
                new Surroundings(WINDOW + Timetable.DROPPED_NANOS + Timetable.AROUND_NANOS,
                        OptionalLong.of(2000L * operations), OptionalDouble.of(foreign), OptionalDouble.of(0),
                        OptionalDouble.of(0), operations),
                3000L * operations);
    }

    private static LoadReading late(Latencies lateness) {
        return new LoadReading(new Offering(slice(100).offering().slice(), 100, 0, 0, lateness),
                slice(100).surroundings(), 0);
    }

    private static LoadReading slice(int operations) {
        return slice(operations, 0, Optional.of(new Resources(10L * operations, operations, 0, 0)));
    }

    @Test
    void theSlicesOfAClientAreOnePoint() {
        var joined = new Rounds(Map.of(ONE, List.of(slice(100), slice(300)))).joined(ONE);
        Slice slice = joined.offering().slice();
        assertThat(slice.operations()).isEqualTo(400);
        assertThat(slice.windowNanos()).isEqualTo(2 * WINDOW);
        assertThat(slice.cpuNanos()).isEqualTo(400_000);
        assertThat(slice.compileMillis()).isEqualTo(2);
        assertThat(slice.resources().orElseThrow().allocatedBytes()).isEqualTo(4000);
        assertThat(joined.surroundings().serverCpuNanos()).hasValue(800_000);
        assertThat(joined.relayNanos()).isEqualTo(1_200_000);
        assertThat(joined.surroundings().elapsedNanos()).as("without the readings around the slices")
                .isEqualTo(2 * (WINDOW + Timetable.DROPPED_NANOS));
        assertThat(joined.surroundings().probeLateNanos()).isEqualTo(300);
    }

    @Test
    void whatOneSliceDoesNotTellIsUnknown() {
        var rounds = new Rounds(Map.of(ONE, List.of(slice(100), slice(100, 0.5, Optional.empty()))));
        assertThat(rounds.joined(ONE).offering().slice().resources()).isEmpty();
        assertThat(rounds.joined(ONE).surroundings().foreignOnClientCpus().getAsDouble()).isCloseTo(0.25, within(1e-9));
    }

    /** As where the machine stood still in one of them, for a single operation. */
    @Test
    void howLateOperationsWereStartedIsToldOfAllSlicesTogether() {
        var early = new Latencies(new int[]{0}, new int[]{100});
        var stalled = new Latencies(new int[]{0, 2000}, new int[]{50, 50});
        assertThat(late(stalled).offering().lateP99Nanos()).isGreaterThan(1_000);
        List<LoadReading> most = new ArrayList<>(Collections.nCopies(99, late(early)));
        most.add(late(stalled));
        assertThat(new Rounds(Map.of(ONE, most)).joined(ONE).offering().lateP99Nanos()).isZero();
        assertThat(new Rounds(Map.of(ONE, List.of(late(early), late(stalled)))).joined(ONE).offering().lateP99Nanos())
                .isGreaterThan(1_000);
    }

    /** Of ten rounds two at either end are set aside. */
    @Test
    void theRatioIsThatOfTheRoundsAndNotOfTheirSums() {
        List<LoadReading> ones = new ArrayList<>();
        List<LoadReading> others = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            boolean met = round % 2 == 0;
            ones.add(slice(met ? 200 : 2000));
            others.add(slice(met ? 100 : 1000));
        }
        ones.set(0, slice(1, 0.9, Optional.empty()));
        RatioReading ratio = new Rounds(Map.of(ONE, ones, OTHER, others)).ratio(ONE, OTHER, CONDITIONS, 2, 1);
        assertThat(ratio).isEqualTo(new RatioReading(ONE, OTHER, CONDITIONS, 2, 1, ratio.ratio(), 10, 1));
        assertThat(ratio.ratio()).isCloseTo(2, within(1e-9));
    }

    /** As a client that stands still for a slice does. */
    @Test
    void aSliceInWhichNothingEndedHasARatio() {
        RatioReading ratio = new Rounds(Map.of(ONE, List.of(slice(0)), OTHER, List.of(slice(100)))).ratio(ONE,
                OTHER, CONDITIONS, 1, 0);
        assertThat(ratio.ratio()).isCloseTo(0.005, within(1e-9));
    }
}
