package dev.regatta.analysis;

import dev.regatta.protocol.Slice;

import org.HdrHistogram.Histogram;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;

/** Decodes and merges the histograms of slices. */
public final class Latencies {

    private Latencies() {
    }

    /**
     * The nanoseconds below which {@code percentile} percent of the merged slices' operations ended, above 0. Where none both
     * started and ended in these slices, one takes at least as long as they: their length.
     *
     * @throws UnreadableLatencies if they cannot be read
     */
    static long percentileNanos(List<Slice> slices, double percentile) {
        var ended = slices.stream().filter(slice -> slice.operations() > 0).toList();
        long nanos = ended.isEmpty() ? 0 : percentile(merged(ended), percentile);
        return nanos > 0 ? nanos : slices.stream().mapToLong(Slice::windowNanos).sum();
    }

    private static long percentile(Histogram merged, double percentile) {
        return merged.getTotalCount() == 0 ? 0 : merged.getValueAtPercentile(percentile);
    }

    /**
     * The nanoseconds of all operations of these slices.
     *
     * @param slices at least one
     * @throws UnreadableLatencies if they cannot be read
     */
    public static Histogram merged(List<Slice> slices) {
        var merged = decode(slices.getFirst());
        if (slices.size() > 1) {
            merged.setAutoResize(true);
            slices.stream().skip(1).map(Latencies::decode).forEach(merged::add);
        }
        return merged;
    }

    private static Histogram decode(Slice slice) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(slice.latencies())), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new UnreadableLatencies("the latencies of a slice are not a compressed HdrHistogram", e);
        }
    }
}
