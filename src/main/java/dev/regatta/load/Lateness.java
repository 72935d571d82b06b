package dev.regatta.load;

import org.HdrHistogram.Histogram;

/** How late the operations of an open loop were started. */
final class Lateness {

    private final Histogram nanos = new Histogram(60_000_000_000L, 3);

    void empty() {
        nanos.reset();
    }

    void add(long lateNanos) {
        nanos.recordValue(Math.clamp(lateNanos, 0, nanos.getHighestTrackableValue()));
    }

    /** The 99th percentile in nanoseconds; 0 where nothing was started. */
    long p99() {
        return nanos.getTotalCount() == 0 ? 0 : nanos.getValueAtPercentile(99);
    }
}
