package dev.regatta.selfcheck;

import dev.regatta.analysis.EncodedHistogram;

import org.HdrHistogram.Histogram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * A slice's latencies at a few percentiles, which is all that a verdict reads of them: {@code counts[i]} operations
 * took {@code nanos[i]}, the latency at {@link #PERCENTILES}[i]. The percentiles of the list are kept as they were;
 * those of merged slices nearly so, because the list is dense around the two that stand for a tail.
 */
record LatencySketch(long[] nanos, long[] counts) {

    static final double[] PERCENTILES = {50, 80, 90, 92, 93, 94, 95, 96, 97, 98, 98.5, 99, 99.25, 99.5, 99.75, 99.9,
            100};

    /** Latencies are told apart down to this many nanoseconds, a thousandth of those that matter. */
    private static final long FINEST_NANOS = 64;

    /**
     * The sketch of an encoded histogram.
     *
     * @throws IllegalArgumentException if the text is not a histogram
     */
    static LatencySketch of(String latencies) {
        var histogram = EncodedHistogram.of(latencies);
        long[] nanos = new long[PERCENTILES.length];
        long[] counts = new long[PERCENTILES.length];
        long below = 0;
        for (int i = 0; i < PERCENTILES.length; i++) {
            // Rounded up, as the histogram does when it is asked for the percentile.
            long upTo = (long) Math.ceil(Math.nextDown(PERCENTILES[i]) * histogram.count() / 100);
            nanos[i] = histogram.valueAt(PERCENTILES[i]);
            counts[i] = upTo - below;
            below = upTo;
        }
        return new LatencySketch(nanos, counts);
    }

    /** The sketch as a worker would have encoded it, with every latency {@code factor} times as long. */
    String encoded(double factor) {
        long longest = Math.max(2 * FINEST_NANOS, Math.round(nanos[nanos.length - 1] * factor));
        var histogram = new Histogram(FINEST_NANOS, 2 * longest, 3);
        for (int i = 0; i < nanos.length; i++) {
            if (counts[i] > 0) {
                histogram.recordValueWithCount(Math.round(nanos[i] * factor), counts[i]);
            }
        }
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** The latency at one of {@link #PERCENTILES}. */
    double nanosAt(double percentile) {
        int i = Arrays.binarySearch(PERCENTILES, percentile);
        if (i < 0) {
            throw new IllegalArgumentException("the " + percentile + "th percentile is not kept, only "
                    + Arrays.toString(PERCENTILES));
        }
        return nanos[i];
    }
}
