package dev.regatta.load;

import org.HdrHistogram.Histogram;

import java.util.Optional;

/**
 * What one logical worker counted during one slice. Throughput credits each correct operation with the share of its
 * duration that lies inside the window: counted whole, two operations of 10 ms and none of 11 ms fit into 20 ms.
 * Latencies are those of the correct operations that overlap the window, so that neither one that began before it nor
 * one still in flight when it closes is left out of the tail.
 */
public final class Tally {

    /** An operation that is its only caller. */
    static final long[] ONE = new long[0];

    private static final long HIGHEST_NANOS = 60_000_000_000L;

    /**
     * So many latencies are kept one by one and come into a histogram when the slice is over: to empty a histogram, and
     * to add two, takes longer than a short slice has operations for.
     */
    private static final int KEPT = 2048;

    /** Large, and most logical workers of a loop with many never need one of their own. */
    private Optional<Histogram> histogram = Optional.empty();
    private final long[] kept = new long[KEPT];
    private int keptCount;
    private long windowStart;
    private long windowEnd;
    private double operations;
    private int allOperations;
    private int errors;
    private int wrong;
    private String problem = "";

    /** Empties the tally and sets the window, in {@link Clock#nanos()}. */
    void open(long start, long end) {
        histogram.filter(used -> used.getTotalCount() > 0).ifPresent(Histogram::reset);
        keptCount = 0;
        windowStart = start;
        windowEnd = end;
        operations = 0;
        allOperations = 0;
        errors = 0;
        wrong = 0;
        problem = "";
    }

    /**
     * Records one operation.
     *
     * @param readyNanos when its logical worker was ready for it: the end of the previous operation
     * @param endNanos   when it ended
     * @param correct    whether its result was the expected one
     * @param callers    how long each caller within it waited, which are its latencies then; {@link #ONE} where it is the
     *                   only one
     */
    void ended(long readyNanos, long endNanos, boolean correct, long[] callers) {
        allOperations++;
        if (!correct) {
            countWrong();
            return;
        }
        double share = share(readyNanos, endNanos);
        if (share > 0) {
            operations += share;
            if (callers.length == 0) {
                keep(endNanos - readyNanos);
            }
            for (long nanos : callers) {
                keep(nanos);
            }
        }
    }

    private void countWrong() {
        wrong++;
        if (problem.isEmpty()) {
            problem = "an operation returned another result than the workload expects";
        }
    }

    private void keep(long latencyNanos) {
        if (keptCount == KEPT) {
            spill();
        }
        kept[keptCount++] = latencyNanos;
    }

    /**
     * Records one operation of an open loop: its latency if it was due inside the window, itself if it ended there.
     *
     * @param dueNanos when it should have started
     * @param endNanos when it ended
     * @param correct  whether its result was the expected one
     */
    void arrived(long dueNanos, long endNanos, boolean correct) {
        allOperations++;
        if (!correct) {
            countWrong();
            return;
        }
        if (endNanos >= windowStart && endNanos < windowEnd) {
            operations++;
        }
        if (dueNanos >= windowStart && dueNanos < windowEnd) {
            keep(endNanos - dueNanos);
        }
    }

    /** How much of an operation lies inside the window, 0 to 1; one too short for the clock counts where it ended. */
    private double share(long readyNanos, long endNanos) {
        if (readyNanos == endNanos) {
            return endNanos >= windowStart && endNanos < windowEnd ? 1 : 0;
        }
        long inside = Math.min(endNanos, windowEnd) - Math.max(readyNanos, windowStart);
        return Math.max(0, inside) / (double) (endNanos - readyNanos);
    }

    private void spill() {
        Histogram latencies = histogram();
        for (int i = 0; i < keptCount; i++) {
            latencies.recordValue(kept[i]);
        }
        keptCount = 0;
    }

    private Histogram histogram() {
        if (histogram.isEmpty()) {
            var fresh = new Histogram(HIGHEST_NANOS, 3);
            fresh.setAutoResize(true);
            histogram = Optional.of(fresh);
        }
        return histogram.get();
    }

    /** Records one operation that threw. */
    void failed(Throwable cause) {
        allOperations++;
        errors++;
        if (problem.isEmpty()) {
            problem = cause.toString().lines().findFirst().orElse(cause.getClass().getName());
        }
    }

    /** Adds what {@code other} counted. */
    void add(Tally other) {
        Histogram latencies = histogram();
        other.histogram.filter(used -> used.getTotalCount() > 0).ifPresent(latencies::add);
        for (int i = 0; i < other.keptCount; i++) {
            latencies.recordValue(other.kept[i]);
        }
        operations += other.operations;
        allOperations += other.allOperations;
        errors += other.errors;
        wrong += other.wrong;
        if (problem.isEmpty()) {
            problem = other.problem;
        }
    }

    /** Latencies in nanoseconds of the correct operations that overlap the window. */
    public Histogram latencies() {
        spill();
        return histogram();
    }

    /** Correct operations, each as the share of its duration that lies inside the window. */
    public double operations() {
        return operations;
    }

    /** Every operation of the slice, correct or not. */
    public int allOperations() {
        return allOperations;
    }

    /** Operations that threw. */
    public int errors() {
        return errors;
    }

    /** Operations with an unexpected result. */
    public int wrong() {
        return wrong;
    }

    /** The first error or wrong result in words, or empty. */
    public String problem() {
        return problem;
    }
}
