package dev.regatta.analysis;

import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;

import java.util.List;

/**
 * Which percentile stands for the tail, and over how many consecutive slices of a fork the histograms are merged first.
 * Percentiles are never averaged.
 *
 * @param percentile    99, or 95 where more than {@value #MOST_SLICES} slices would make one value
 * @param slicesPerBlock how many slices are merged into one value, at least 1
 */
public record Tail(double percentile, int slicesPerBlock) {

    /** A 99th percentile rests on at least this many operations: ten above it. */
    static final int FEWEST_FOR_P99 = 1000;

    /** So many slices are merged at most for a 99th percentile; for a 95th as many as it takes. */
    static final int MOST_SLICES = 8;

    /** A 95th percentile rests on at least this many operations: ten above it. */
    static final int FEWEST_FOR_P95 = 200;

    /** Checks the ranges. */
    public Tail {
        if (!(percentile > 50 && percentile < 100) || slicesPerBlock < 1) {
            throw new IllegalArgumentException("the " + percentile + "th percentile of blocks of " + slicesPerBlock
                    + " slices is not a tail");
        }
    }

    /** The tail for slices whose median holds {@code operations}: p99 from 125 operations on, p95 below. */
    public static Tail forOperations(double operations) {
        return of(operations * MOST_SLICES >= FEWEST_FOR_P99 ? 99 : 95, operations);
    }

    /** A given percentile, merged over as many slices as it needs. */
    public static Tail of(double percentile, double operations) {
        int needed = percentile > 95 ? FEWEST_FOR_P99 : FEWEST_FOR_P95;
        return new Tail(percentile, (int) Math.max(1, Math.ceil(needed / Math.max(1, operations))));
    }

    /**
     * The nanoseconds below which {@code percentile} percent of the operations of these slices ended, above 0. If no
     * operation both started and ended in them, it is their total length, because an operation takes at least that long.
     */
    static long nanos(List<Slice> slices, double percentile) {
        var ended = slices.stream().filter(slice -> slice.operations() > 0).map(Slice::latencies).toList();
        long nanos = (ended.size() == 1 ? ended.getFirst() : Latencies.merged(ended)).valueAt(percentile);
        return nanos > 0 ? nanos : slices.stream().mapToLong(Slice::windowNanos).sum();
    }

    /** The percentile in a table: {@code p99}. */
    public String label() {
        return percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile;
    }
}
