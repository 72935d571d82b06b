package dev.regatta.results;

import dev.regatta.analysis.EncodedHistogram;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the bucket from which on the latencies of each slice are needed. It is the lowest tail that a verdict, a table
 * or a page may ask for, either of the slice's block or of the pairs up to a look. Of what lies below, only the sum
 * over a fork is shown.
 */
final class Thinning {

    private static final Set<Double> BOTH = Set.of(95.0, 99.0);

    private final List<Pair> pairs;
    private final Map<Arm, List<EncodedHistogram>> latencies;
    private final Map<Arm, int[]> from = new EnumMap<>(Arm.class);

    private Thinning(List<Pair> pairs, Map<Arm, List<EncodedHistogram>> latencies) {
        this.pairs = pairs;
        this.latencies = latencies;
    }

    /**
     * From which bucket on the latencies of each slice of each arm are kept, in run order; an arm that is compared with
     * none is missing.
     *
     * @param latencies of each arm's slices, in run order
     */
    static Map<Arm, int[]> of(CellMeasurement cell, Map<Arm, List<EncodedHistogram>> latencies) {
        var thinning = new Thinning(cell.pairs(), latencies);
        // Only the judge knows the percentile of a book; a race of two recipes chooses its own.
        boolean duel = cell.baseline().filter(older -> !older.equals(cell.candidate())).isPresent();
        if (thinning.raced(Arm.BASELINE)) {
            thinning.compare(Arm.BASELINE, duel ? thinning.chosen(Arm.BASELINE) : BOTH);
        }
        if (thinning.raced(Arm.REFERENCE)) {
            thinning.compare(Arm.REFERENCE, duel ? thinning.chosen(Arm.BASELINE, Arm.REFERENCE) : BOTH);
        }
        if (thinning.from.isEmpty() && thinning.raced(Arm.CANDIDATE)) {
            // Alone, where the raw wire does not run the workload.
            thinning.compare(Arm.CANDIDATE, BOTH);
        }
        return thinning.from;
    }

    /** Whether every pair holds the candidate and {@code yardstick}. */
    private boolean raced(Arm yardstick) {
        return !pairs.isEmpty() && Stream.of(Arm.CANDIDATE, yardstick)
                .allMatch(arm -> latencies.getOrDefault(arm, List.of()).size() == pairs.size());
    }

    private Set<Double> chosen(Arm... yardsticks) {
        return Stream.of(yardsticks).filter(this::raced)
                .map(yardstick -> PairedRatios.of(pairs, Arm.CANDIDATE, yardstick).tail().percentile())
                .collect(Collectors.toSet());
    }

    private void compare(Arm yardstick, Set<Double> percentiles) {
        for (double percentile : percentiles) {
            var blocks = Stream.of(PairedRatios.of(pairs, Arm.CANDIDATE, yardstick, percentile),
                    PairedRatios.ofCheck(pairs, Arm.CANDIDATE, yardstick, percentile))
                    .collect(Collectors.toMap(PairedRatios::tail, PairedRatios::blocks, (race, check) -> race))
                    .values();
            for (Arm arm : List.of(Arm.CANDIDATE, yardstick)) {
                from.computeIfAbsent(arm, any -> unneeded(pairs.size()));
                blocks.stream().flatMap(List::stream).forEach(block -> block(arm, percentile, block));
                looks(arm, percentile);
            }
        }
    }

    private static int[] unneeded(int slices) {
        int[] from = new int[slices];
        Arrays.fill(from, EncodedHistogram.NO_BUCKET);
        return from;
    }

    private void block(Arm arm, double percentile, int[] block) {
        var sum = new Counts();
        IntStream.of(block).forEach(i -> add(arm, i, sum));
        int bucket = sum.bucketOf(percentile);
        IntStream.of(block).forEach(i -> needs(arm, i, bucket));
    }

    /** The figures of an arm are those of the pairs up to some look. */
    private void looks(Arm arm, double percentile) {
        var sum = new Counts();
        int[] buckets = IntStream.range(0, pairs.size()).map(i -> {
            add(arm, i, sum);
            return sum.bucketOf(percentile);
        }).toArray();
        int lowest = EncodedHistogram.NO_BUCKET;
        for (int i = pairs.size() - 1; i >= 0; i--) {
            lowest = Math.min(lowest, buckets[i]);
            needs(arm, i, lowest);
        }
    }

    private void add(Arm arm, int i, Counts sum) {
        if (pairs.get(i).of(arm).slice().operations() > 0) {
            sum.add(latencies.get(arm).get(i));
        }
    }

    private void needs(Arm arm, int i, int bucket) {
        from.get(arm)[i] = Math.min(from.get(arm)[i], bucket);
    }

    /** How many operations each bucket holds. */
    private static final class Counts {

        private long[] counts = new long[1 << 10];
        private int top;
        private long total;

        void add(EncodedHistogram latencies) {
            for (int i = 0; i < latencies.size(); i++) {
                int bucket = latencies.bucket(i);
                if (bucket >= counts.length) {
                    counts = Arrays.copyOf(counts, Math.max(bucket + 1, 2 * counts.length));
                }
                counts[bucket] += latencies.count(i);
                total += latencies.count(i);
                top = Math.max(top, bucket);
            }
        }

        /**
         * The bucket of a percentile or the one below, so that it is kept however the rank is rounded;
         * {@link EncodedHistogram#NO_BUCKET} without operations.
         */
        int bucketOf(double percentile) {
            if (total == 0) {
                return EncodedHistogram.NO_BUCKET;
            }
            long above = total - (long) Math.ceil(percentile / 100 * total) + 2;
            int bucket = top;
            for (long seen = counts[bucket]; seen < above && bucket > 0; seen += counts[bucket]) {
                bucket--;
            }
            return bucket;
        }
    }
}
