package dev.regatta.protocol;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

import java.util.Arrays;
import java.util.Collection;

/**
 * How long operations took: the buckets of an HdrHistogram of three digits, from 1 ns on, that hold any.
 *
 * @param steps  the number of each bucket as the distance from the one before, of the first from 0
 * @param counts how many operations each of them holds, at least 1
 */
public record Latencies(int[] steps, int[] counts) {

    /** No operation. */
    public static final Latencies NONE = new Latencies(new int[0], new int[0]);

    /** The width of buckets doubles every 2^10 of them. */
    private static final int HALF_BITS = 10;
    private static final int LAST_BUCKET = bucket((1L << 60) - 1);
    /** Buckets above the one that holds this percentile stay as they are: p95 and p99 of merged slices lie there. */
    private static final double EXACT_FROM = 80;
    /** So many buckets below it become one, of 6 to 12 %. */
    private static final int JOINED = 128;

    /** What happens with a bucket. */
    public interface Each {
        /**
         * Takes the next longer one.
         *
         * @param nanos its largest value
         */
        void bucket(long nanos, int operations);
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if these are no buckets
     */
    public Latencies {
        boolean ordered = steps.length == counts.length;
        long last = -1;
        long total = 0;
        for (int i = 0; ordered && i < steps.length; i++) {
            ordered = steps[i] >= (i == 0 ? 0 : 1) && counts[i] > 0;
            last = Math.max(last, 0) + steps[i];
            total += counts[i];
        }
        if (!ordered || last > LAST_BUCKET || total > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the latencies of a slice are no buckets of a histogram: measure again");
        }
    }

    /** The latencies of a histogram of three digits from 1 ns on. */
    public static Latencies of(Histogram nanos) {
        var buckets = new Ascending(64);
        for (HistogramIterationValue value : nanos.recordedValues()) {
            buckets.add(bucket(value.getValueIteratedTo()), Math.toIntExact(value.getCountAtValueIteratedTo()));
        }
        return buckets.latencies();
    }

    /** All of these together. */
    public static Latencies merged(Collection<Latencies> parts) {
        int first = LAST_BUCKET;
        int last = 0;
        for (Latencies part : parts) {
            if (part.steps.length > 0) {
                first = Math.min(first, part.steps[0]);
                last = Math.max(last, Arrays.stream(part.steps).sum());
            }
        }
        int[] sums = new int[Math.max(0, last - first + 1)];
        for (Latencies part : parts) {
            int bucket = -first;
            for (int i = 0; i < part.steps.length; i++) {
                bucket += part.steps[i];
                sums[bucket] = Math.addExact(sums[bucket], part.counts[i]);
            }
        }
        var buckets = new Ascending(sums.length);
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] > 0) {
                buckets.add(first + i, sums[i]);
            }
        }
        return buckets.latencies();
    }

    /**
     * What is kept of a slice. What lies below the bucket of the 80th percentile is joined into buckets of 6 to 12 %
     * (from a microsecond on), each at the mean of what it holds.
     */
    public Latencies thinned() {
        int exactFrom = bucket(valueAt(EXACT_FROM));
        var buckets = new Ascending(steps.length);
        int bucket = 0;
        long sum = 0;
        int joined = 0;
        for (int i = 0; i < steps.length; i++) {
            bucket += steps[i];
            sum += (long) bucket * counts[i];
            joined += counts[i];
            int next = i + 1 < steps.length ? bucket + steps[i + 1] : exactFrom;
            // They begin elsewhere in each slice, so that the sum of many has no gaps.
            if (next >= exactFrom || (exactFrom - 1 - next) / JOINED < (exactFrom - 1 - bucket) / JOINED) {
                buckets.add((int) ((sum + joined / 2) / joined), joined);
                sum = 0;
                joined = 0;
            }
        }
        return buckets.latencies();
    }

    /** The same, each {@code factor} times as long. */
    public Latencies times(double factor) {
        var buckets = new Ascending(steps.length);
        forEach((nanos, operations) -> buckets.add(bucket(Math.round(nanos * factor)), operations));
        return buckets.latencies();
    }

    /** Every bucket, the shortest latencies first. */
    public void forEach(Each each) {
        int bucket = 0;
        for (int i = 0; i < steps.length; i++) {
            bucket += steps[i];
            each.bucket(highest(bucket), counts[i]);
        }
    }

    /** How many operations. */
    public int count() {
        return Arrays.stream(counts).sum();
    }

    /** The nanoseconds below or at which {@code percentile} percent of the operations lie; 0 where there is none. */
    public long valueAt(double percentile) {
        long wanted = Math.max(1, (long) Math.ceil(Math.nextDown(percentile) * count() / 100));
        int bucket = 0;
        for (int i = 0; i < steps.length; i++) {
            bucket += steps[i];
            wanted -= counts[i];
            if (wanted <= 0) {
                return highest(bucket);
            }
        }
        return 0;
    }

    /** The bucket into which a value falls. */
    private static int bucket(long nanos) {
        int doublings = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - HALF_BITS - 1);
        return (doublings << HALF_BITS) + (int) (nanos >> doublings);
    }

    /** The largest value of a bucket. */
    private static long highest(int bucket) {
        int doublings = Math.max(0, (bucket >> HALF_BITS) - 1);
        return (bucket - ((long) doublings << HALF_BITS) + 1 << doublings) - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Latencies(int[] otherSteps, int[] otherCounts) && Arrays.equals(steps, otherSteps)
                && Arrays.equals(counts, otherCounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(steps) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "Latencies" + Arrays.toString(steps) + Arrays.toString(counts);
    }

    /** Collects buckets from the shortest latencies on. */
    private static final class Ascending {

        private int[] steps;
        private int[] counts;
        private int size;
        private int last;

        Ascending(int capacity) {
            steps = new int[capacity];
            counts = new int[capacity];
        }

        void add(int bucket, int count) {
            if (size > 0 && bucket == last) {
                counts[size - 1] += count;
                return;
            }
            if (size == steps.length) {
                steps = Arrays.copyOf(steps, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
            steps[size] = bucket - last;
            counts[size++] = count;
            last = bucket;
        }

        Latencies latencies() {
            return new Latencies(Arrays.copyOf(steps, size), Arrays.copyOf(counts, size));
        }
    }
}
