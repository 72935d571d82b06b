package dev.regatta.results;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The slices of a cell as columns: numbers of one kind beside each other compress far better than slice by slice.
 * {@code stages} has a value for each pair, {@code arms} one for each slice with null after the last of a pair; all
 * others have one for each slice, in run order, null where a reading is absent. Their meanings are those of
 * {@link Slice}, {@link Resources} and {@link Surroundings}.
 */
record SliceColumns(List<Integer> stages, List<Arm> arms, List<Double> operations, List<Long> windowNanos,
        List<Integer> allOperations, List<Long> cpuNanos, List<Integer> errors, List<Integer> wrong,
        List<String> problem, List<Long> compileMillis, LatencyColumn latencies, List<Long> allocatedBytes,
        List<Long> contextSwitches, List<Long> collections, List<Long> collectionMillis, List<Long> unseenCpuNanos,
        List<Long> elapsedNanos, List<Long> serverCpuNanos, List<Double> foreignOnClientCpus,
        List<Double> foreignOnDatabaseCpus, List<Double> steal, List<Long> probeLateNanos) {

    /** The columns of these pairs, with their latencies. */
    static SliceColumns of(List<Pair> pairs, LatencyColumn latencies) {
        var all = pairs.stream().flatMap(pair -> pair.slices().stream()).toList();
        return new SliceColumns(pairs.stream().map(Pair::stage).toList(),
                pairs.stream().flatMap(pair -> Stream.concat(pair.slices().stream().map(ArmSlice::arm),
                        Stream.of((Arm) null))).toList(),
                slices(all, Slice::operations), slices(all, Slice::windowNanos), slices(all, Slice::allOperations),
                slices(all, Slice::cpuNanos), slices(all, Slice::errors), slices(all, Slice::wrong),
                slices(all, Slice::problem), slices(all, Slice::compileMillis), latencies,
                resources(all, Resources::allocatedBytes), resources(all, Resources::contextSwitches),
                resources(all, Resources::collections), resources(all, Resources::collectionMillis),
                slices(all, slice -> slice.resources().flatMap(Resources::unseenCpuNanos).orElse(null)),
                around(all, Surroundings::elapsedNanos),
                around(all, near -> near.serverCpuNanos().isPresent() ? near.serverCpuNanos().getAsLong() : null),
                around(all, near -> boxed(near.foreignOnClientCpus())),
                around(all, near -> boxed(near.foreignOnDatabaseCpus())), around(all, near -> boxed(near.steal())),
                around(all, Surroundings::probeLateNanos));
    }

    private static <T> List<T> slices(List<ArmSlice> all, Function<Slice, T> column) {
        return all.stream().map(ArmSlice::slice).map(column).toList();
    }

    private static List<Long> resources(List<ArmSlice> all, Function<Resources, Long> column) {
        return slices(all, slice -> slice.resources().map(column).orElse(null));
    }

    private static <T> List<T> around(List<ArmSlice> all, Function<Surroundings, T> column) {
        return all.stream().map(ArmSlice::surroundings).map(column).toList();
    }

    private static Double boxed(OptionalDouble reading) {
        return reading.isPresent() ? reading.getAsDouble() : null;
    }

    /**
     * The pairs of these columns.
     *
     * @throws IllegalArgumentException if they are not columns of the same slices
     */
    List<Pair> pairs() {
        var pairs = new ArrayList<Pair>();
        var texts = latencies.texts(sliceStages(), arms.stream().filter(arm -> arm != null).toList());
        var slices = new ArrayList<ArmSlice>();
        int next = 0;
        for (Arm arm : arms) {
            if (arm == null) {
                pairs.add(new Pair(stages.get(pairs.size()), slices));
                slices.clear();
            } else {
                slices.add(new ArmSlice(arm, slice(next, texts.get(next)), around(next)));
                next++;
            }
        }
        return List.copyOf(pairs);
    }

    private List<Integer> sliceStages() {
        var each = new ArrayList<Integer>();
        int pair = 0;
        for (Arm arm : arms) {
            if (arm == null) {
                pair++;
            } else {
                each.add(stages.get(pair));
            }
        }
        return each;
    }

    private Slice slice(int i, String text) {
        return new Slice(operations.get(i), windowNanos.get(i), allOperations.get(i), cpuNanos.get(i), errors.get(i),
                wrong.get(i), problem.get(i), compileMillis.get(i), text,
                allocatedBytes.get(i) == null
                        ? Optional.empty()
                        : Optional.of(new Resources(allocatedBytes.get(i), contextSwitches.get(i), collections.get(i),
                                collectionMillis.get(i), Optional.ofNullable(unseenCpuNanos.get(i)))));
    }

    private Surroundings around(int i) {
        return new Surroundings(elapsedNanos.get(i),
                serverCpuNanos.get(i) == null ? OptionalLong.empty() : OptionalLong.of(serverCpuNanos.get(i)),
                optional(foreignOnClientCpus.get(i)), optional(foreignOnDatabaseCpus.get(i)), optional(steal.get(i)),
                probeLateNanos.get(i));
    }

    private static OptionalDouble optional(Double reading) {
        return reading == null ? OptionalDouble.empty() : OptionalDouble.of(reading);
    }
}
