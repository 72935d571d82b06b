package dev.regatta.explore;

import dev.regatta.protocol.Latencies;

/**
 * Latencies of the operations of a point in nanoseconds, from when they were due; 0 where there was none.
 *
 * @param count how many operations
 */
public record LatencySummary(long count, long p50, long p90, long p95, long p99, long p999, long max) {

    /** Checks the order. */
    public LatencySummary {
        if (count < 0 || p50 < 0 || p90 < p50 || p95 < p90 || p99 < p95 || p999 < p99 || max < p999) {
            throw new IllegalArgumentException("percentiles of latency fall: " + p50 + ", " + p90 + ", " + p95 + ", "
                    + p99 + ", " + p999 + ", " + max);
        }
    }

    static LatencySummary of(Latencies read) {
        return new LatencySummary(read.count(), read.valueAt(50), read.valueAt(90), read.valueAt(95), read.valueAt(99),
                read.valueAt(99.9), read.valueAt(100));
    }

    /** One of them, in nanoseconds. */
    public long at(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50;
            case P90 -> p90;
            case P95 -> p95;
            case P99 -> p99;
            case P999 -> p999;
            case MAX -> max;
        };
    }
}
