package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.protocol.Untimed;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

class ArmCountsTest {

    private static final int OPERATIONS = 100;

    @Test
    void allocationIsTheMedianOfTheForksMedians() {
        var counts = ArmCounts.of(measurement(
                // Bytes per operation of each set's slices: medians 1000, 1010 and, in one that was compiled
                // differently, 2000.
                List.of(900, 1000, 9000), List.of(1010, 1010, 1010), List.of(2000, 2000, 2000, 2000, 2000, 2000, 2000)),
                Arm.CANDIDATE).orElseThrow();
        assertThat(counts.of(Counter.ALLOCATED_WARM).orElseThrow().perOperation()).isEqualTo(1010);
        assertThat(counts.of(Counter.CONTEXT_SWITCHES).orElseThrow().perOperation()).isEqualTo(0.5);
    }

    @Test
    void timesAreSummedOverAllSlices() {
        var counts = ArmCounts.of(measurement(List.of(1, 2, 3, 4)), Arm.CANDIDATE).orElseThrow();
        assertThat(counts.of(Counter.COLLECTION_TIME)).contains(new Count(4 * 2_000_000, 4 * OPERATIONS));
        assertThat(counts.of(Counter.COMPILE_TIME)).contains(new Count(4 * 3_000_000, 4 * OPERATIONS));
        assertThat(counts.of(Counter.SERVER_CPU)).contains(new Count(4 * 5000, 4 * OPERATIONS));
    }

    @Test
    void slicesFromBeforeResourcesWereReadCountNothing() {
        var old = SimulatedCell.duel(1).after(12);
        assertThat(ArmCounts.of(old, Arm.CANDIDATE)).isEmpty();
        var counted = new Counts(Arm.CANDIDATE, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(1, 1))),
                new TreeMap<>());
        assertThat(ArmCounts.of(old.and(Untimed.counted(List.of(counted))), Arm.CANDIDATE)).contains(counted);
    }

    @Test
    void whatWasCountedBesideTheTimingStays() {
        var beside = new Counts(Arm.CANDIDATE, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(1, 1))),
                new TreeMap<>());
        assertThat(ArmCounts.of(measurement(List.of(1)).and(Untimed.counted(List.of(beside))), Arm.CANDIDATE)
                .orElseThrow().values())
                .containsKeys(Counter.ROUND_TRIPS, Counter.ALLOCATED_WARM);
    }

    @Test
    void howUnfairlyCallersAreServedIsToldWhereTheyWaitForAConnection() {
        // Medians of the sets: 3, 5 and 90 times the median.
        var slices = List.of(List.of(2, 3, 3), List.of(5, 5, 80), List.of(90, 90, 90));
        var waiting = CellId.of("postgresql/pgjdbc+hikari~4/virtual/select-1");
        assertThat(ArmCounts.of(longest(waiting, slices), Arm.CANDIDATE).orElseThrow()
                .of(Counter.LONGEST_OVER_MEDIAN).orElseThrow().perOperation()).isCloseTo(5, within(0.02));
        assertThat(ArmCounts.of(longest(waiting, List.of()), Arm.CANDIDATE)).isEmpty();
        assertThat(ArmCounts.of(longest(SimulatedCell.CELL, slices), Arm.CANDIDATE)).isEmpty();
    }

    @Test
    void itIsToldAsWellWhereAnOperationHasSeveralCallers() {
        var growing = CellId.of("postgresql/pgjdbc+hikari/virtual/pool-growth");
        assertThat(ArmCounts.of(longest(growing, List.of(List.of(5)), 5), Arm.CANDIDATE).orElseThrow()
                .of(Counter.LONGEST_OVER_MEDIAN).orElseThrow().perOperation()).isCloseTo(5, within(0.02));
        assertThat(ArmCounts.of(longest(growing, List.of(), 5), Arm.CANDIDATE)).isEmpty();
    }

    private static CellMeasurement longest(CellId cell, List<List<Integer>> sets) {
        return longest(cell, sets, 10);
    }

    /** Slices of some operations and ten latencies, one of which was so many times as long as the others. */
    private static CellMeasurement longest(CellId cell, List<List<Integer>> sets, int operations) {
        var pairs = new ArrayList<Pair>();
        for (int set = 0; set < sets.size(); set++) {
            for (int times : sets.get(set)) {
                var latencies = new Histogram(3);
                latencies.recordValueWithCount(1_000_000, 9);
                latencies.recordValue(times * 1_000_000L);
                pairs.add(new Pair(set + 1,
                        List.of(new ArmSlice(Arm.CANDIDATE, new Slice(operations, 1, operations, 1, 0, 0, "", 0,
                                Latencies.of(latencies)),
                                new Surroundings(0, OptionalLong.empty(), OptionalDouble.empty(),
                                        OptionalDouble.empty(), OptionalDouble.empty(), 0)))));
            }
        }
        return Measured.of(cell, SimulatedCell.TODAY, Optional.empty(), 4, 100, List.of(), pairs, Optional.empty(),
                false);
    }

    @Test
    void anArmThatDidNotRunHasNone() {
        assertThat(ArmCounts.of(measurement(List.of(1)), Arm.BASELINE)).isEmpty();
    }

    @SafeVarargs
    private static CellMeasurement measurement(List<Integer>... sets) {
        var pairs = new ArrayList<Pair>();
        for (int set = 0; set < sets.length; set++) {
            for (int bytes : sets[set]) {
                pairs.add(new Pair(set + 1, List.of(new ArmSlice(Arm.CANDIDATE, slice(bytes), new Surroundings(1,
                        OptionalLong.of(5000), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                        0)))));
            }
        }
        return Measured.of(SimulatedCell.CELL, SimulatedCell.TODAY, Optional.empty(), 4, 100, List.of(), pairs,
                Optional.empty(), false);
    }

    private static Slice slice(int bytesPerOperation) {
        return new Slice(OPERATIONS, 1, OPERATIONS, 1, 0, 0, "", 3, Latencies.NONE,
                Optional.of(new Resources((long) bytesPerOperation * OPERATIONS, OPERATIONS / 2, 1, 2)));
    }
}
