package dev.regatta.load;

import org.HdrHistogram.Histogram;

/** How late the operations of an open loop were started. */
public final class Lateness {

    private final Histogram nanos = new Histogram(60_000_000_000L, 3);

    /** Before the next run. */
    public void empty() {
        nanos.reset();
    }

    /** Adds that of one operation: of one that was started early, none. */
    public void add(long lateNanos) {
        nanos.recordValue(Math.clamp(lateNanos, 0, nanos.getHighestTrackableValue()));
    }

    /** All of them in nanoseconds, until it is {@linkplain #empty emptied}. */
    public Histogram nanos() {
        return nanos;
    }
}
