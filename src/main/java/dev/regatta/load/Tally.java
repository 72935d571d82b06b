package dev.regatta.load;

import org.HdrHistogram.Histogram;

/**
 * What one logical worker counted during one slice. Throughput counts the correct operations that <em>ended</em> inside
 * the window; latencies are those of the correct operations that <em>started</em> inside it, so that an operation still
 * in flight when the window closes is not left out of the tail.
 */
public final class Tally {

    private static final long HIGHEST_NANOS = 60_000_000_000L;

    private final Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
    private long windowStart;
    private long windowEnd;
    private int operations;
    private int allOperations;
    private int errors;
    private int wrong;
    private String problem = "";

    /** An empty tally; call {@link #open(long, long)} before recording. */
    public Tally() {
        latencies.setAutoResize(true);
    }

    /** Empties the tally and sets the window, in {@link Clock#nanos()}. */
    void open(long start, long end) {
        latencies.reset();
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
     */
    void ended(long readyNanos, long endNanos, boolean correct) {
        allOperations++;
        if (!correct) {
            wrong++;
            if (problem.isEmpty()) {
                problem = "an operation returned another result than the workload expects";
            }
            return;
        }
        if (endNanos >= windowStart && endNanos < windowEnd) {
            operations++;
        }
        if (readyNanos >= windowStart && readyNanos < windowEnd) {
            latencies.recordValue(endNanos - readyNanos);
        }
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
        latencies.add(other.latencies);
        operations += other.operations;
        allOperations += other.allOperations;
        errors += other.errors;
        wrong += other.wrong;
        if (problem.isEmpty()) {
            problem = other.problem;
        }
    }

    /** Latencies in nanoseconds. */
    public Histogram latencies() {
        return latencies;
    }

    /** Correct operations that ended inside the window. */
    public int operations() {
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
