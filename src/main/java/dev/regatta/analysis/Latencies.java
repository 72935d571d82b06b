package dev.regatta.analysis;

import dev.regatta.protocol.Slice;

import org.HdrHistogram.Histogram;

import java.util.List;

/** Decodes and merges the histograms of slices. */
public final class Latencies {

    private Latencies() {
    }

    /**
     * The nanoseconds below which {@code percentile} percent of the merged slices' operations ended, above 0. If no
     * operation both started and ended in these slices, it is their total length, because an operation takes at least
     * that long.
     *
     * @throws UnreadableLatencies if they cannot be read
     */
    static long percentileNanos(List<Slice> slices, double percentile) {
        var ended = slices.stream().filter(slice -> slice.operations() > 0).toList();
        long nanos = switch (ended.size()) {
            case 0 -> 0;
            case 1 -> EncodedHistogram.of(ended.getFirst().latencies()).valueAt(percentile);
            default -> percentile(merged(ended), percentile);
        };
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
        var merged = EncodedHistogram.of(slices.getFirst().latencies()).empty();
        slices.forEach(slice -> EncodedHistogram.of(slice.latencies()).addTo(merged));
        return merged;
    }
}
