package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.stats.Median;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The counts of an arm's operations, from untimed slices and from the timed ones. Timed slices in old results may lack
 * the readings for some counts; these counts are then missing here.
 */
public final class ArmCounts {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int THOUSANDTHS = 1000;

    private ArmCounts() {
    }

    /** The counts of {@code arm}; empty when there are none. */
    public static Optional<Counts> of(CellMeasurement measurement, Arm arm) {
        var beside = measurement.untimed().counts(arm);
        var timed = timed(measurement.pairs(), arm);
        if (measurement.cell().client().pool().isPresent() || severalCallers(measurement.pairs(), arm)) {
            longestOverMedian(measurement.pairs(), arm).ifPresent(
                    count -> timed.put(Counter.LONGEST_OVER_MEDIAN, count));
        }
        return timed.isEmpty()
                ? beside
                : Optional.of(new Counts(arm, timed, new TreeMap<>())).map(
                        counts -> beside.map(others -> others.and(counts)).orElse(counts));
    }

    private static SortedMap<Integer, List<ArmSlice>> bySet(List<Pair> pairs, Arm arm) {
        var bySet = pairs.stream().filter(pair -> pair.slices().stream().anyMatch(slice -> slice.arm() == arm))
                .collect(Collectors.groupingBy(Pair::set, TreeMap::new,
                        Collectors.mapping(pair -> pair.of(arm), Collectors.filtering(ArmCounts::read,
                                Collectors.toList()))));
        bySet.values().removeIf(List::isEmpty);
        return bySet;
    }

    private static double[] medians(SortedMap<Integer, List<ArmSlice>> bySet, ToDoubleFunction<ArmSlice> reading) {
        return bySet.values().stream()
                .mapToDouble(set -> Median.of(set.stream()
                        .mapToDouble(slice -> reading.applyAsDouble(slice) / slice.slice().allOperations()).toArray()))
                .toArray();
    }

    private static SortedMap<Counter, Count> timed(List<Pair> pairs, Arm arm) {
        var bySet = bySet(pairs, arm);
        var counts = new TreeMap<Counter, Count>();
        if (bySet.isEmpty()) {
            return counts;
        }
        var slices = bySet.values().stream().flatMap(List::stream).toList();
        counts.put(Counter.ALLOCATED_WARM, typical(bySet, slices, slice -> resources(slice).allocatedBytes()));
        counts.put(Counter.CONTEXT_SWITCHES, typical(bySet, slices, slice -> resources(slice).contextSwitches()));
        counts.put(Counter.COLLECTION_TIME,
                sum(slices, slice -> resources(slice).collectionMillis() * NANOS_PER_MILLI));
        counts.put(Counter.COMPILE_TIME, sum(slices, slice -> slice.slice().compileMillis() * NANOS_PER_MILLI));
        var served = slices.stream().filter(slice -> slice.surroundings().serverCpuNanos().isPresent()).toList();
        if (!served.isEmpty()) {
            counts.put(Counter.SERVER_CPU,
                    sum(served, slice -> slice.surroundings().serverCpuNanos().getAsLong()));
        }
        return counts;
    }

    /** Whether operations have callers of their own, whose latencies are told: then there are more of these. */
    private static boolean severalCallers(List<Pair> pairs, Arm arm) {
        var slices = pairs.stream().flatMap(pair -> pair.slices().stream()).filter(slice -> slice.arm() == arm)
                .map(ArmSlice::slice).toList();
        return slices.stream().mapToLong(slice -> slice.latencies().count())
                .sum() >= 2 * Math.max(1, slices.stream().mapToLong(Slice::allOperations).sum());
    }

    /** The median over the sets of each set's median over its slices; empty where no operation was timed. */
    private static Optional<Count> longestOverMedian(List<Pair> pairs, Arm arm) {
        double[] bySet = pairs.stream().filter(pair -> pair.slices().stream().anyMatch(slice -> slice.arm() == arm))
                .collect(Collectors.groupingBy(Pair::set, TreeMap::new,
                        Collectors.mapping(pair -> pair.of(arm).slice().latencies(), Collectors.toList())))
                .values().stream()
                .map(slices -> slices.stream().filter(latencies -> latencies.valueAt(50) > 0)
                        .mapToDouble(latencies -> (double) latencies.valueAt(100) / latencies.valueAt(50)).toArray())
                .filter(ratios -> ratios.length > 0).mapToDouble(Median::of).toArray();
        return bySet.length == 0
                ? Optional.empty()
                : Optional.of(new Count(Math.round(THOUSANDTHS * Median.of(bySet)), THOUSANDTHS));
    }

    private static boolean read(ArmSlice slice) {
        return slice.slice().resources().isPresent() && slice.slice().allOperations() > 0;
    }

    private static Resources resources(ArmSlice slice) {
        return slice.slice().resources().orElseThrow();
    }

    /**
     * The median over the sets of each set's median over its slices, scaled to all operations of {@code slices}. A
     * single unusual slice or set therefore does not change it.
     */
    private static Count typical(SortedMap<Integer, List<ArmSlice>> bySet, List<ArmSlice> slices,
            ToDoubleFunction<ArmSlice> reading) {
        double median = Median.of(medians(bySet, reading));
        long operations = operations(slices);
        return new Count(Math.round(median * operations), operations);
    }

    private static Count sum(List<ArmSlice> slices, ToLongFunction<ArmSlice> reading) {
        return new Count(slices.stream().mapToLong(reading).sum(), operations(slices));
    }

    private static long operations(List<ArmSlice> slices) {
        return slices.stream().mapToLong(slice -> slice.slice().allOperations()).sum();
    }
}
