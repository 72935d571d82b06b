package dev.regatta.baseline;

import dev.regatta.protocol.Slice;

import org.HdrHistogram.Histogram;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;

/** Decodes and merges the histograms of slices. */
final class Latencies {

    private Latencies() {
    }

    /** The nanoseconds below which {@code percentile} of the merged slices' operations ended; 0 when there was none. */
    static long percentileNanos(List<Slice> slices, double percentile) {
        var merged = decode(slices.getFirst());
        if (slices.size() > 1) {
            merged.setAutoResize(true);
            slices.stream().skip(1).map(Latencies::decode).forEach(merged::add);
        }
        return merged.getTotalCount() == 0 ? 0 : merged.getValueAtPercentile(percentile);
    }

    private static Histogram decode(Slice slice) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(slice.latencies())), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("the latencies of a slice are not a compressed HdrHistogram", e);
        }
    }
}
