package dev.regatta.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * What one fork answers after one timed window.
 *
 * @param operations    correct operations, each as the share of its duration that lies inside the window, at least 0,
 *                      kept to six decimals
 * @param windowNanos   length of the window: the slice without its dropped start
 * @param allOperations operations that ended between the slice's start and its last operation's end: what
 *                      {@code cpuNanos} is divided by
 * @param cpuNanos      CPU time of all threads of the fork over the whole slice
 * @param errors        operations that threw, counted apart from latencies
 * @param wrong         operations whose digest was not the expected one
 * @param problem       the first error or wrong result in words, empty when there was none
 * @param compileMillis CPU time the JIT compilers of the fork spent since its previous slice ended: they go on while
 *                      other arms run, and disturb them
 * @param latencies     of every correct operation that overlaps the window
 * @param resources     what else the fork used over the whole slice; empty where its JVM does not count what it
 *                      allocates
 */
public record Slice(double operations, long windowNanos, int allOperations, long cpuNanos, int errors, int wrong,
        String problem, long compileMillis, Latencies latencies, Optional<Resources> resources) {

    /** What an empty slice counts as: less than one. */
    private static final double LEAST = 0.5;

    private static final double DECIMALS = 1e6;

    /** Checks the ranges. */
    public Slice {
        Objects.requireNonNull(problem);
        Objects.requireNonNull(latencies);
        Objects.requireNonNull(resources);
        if (!(operations >= 0) || allOperations < operations || windowNanos <= 0 || cpuNanos < 0 || errors < 0
                || wrong < 0
                || compileMillis < 0) {
            throw new IllegalArgumentException("a slice with " + operations + " of " + allOperations + " operations in "
                    + windowNanos + " ns, " + cpuNanos + " ns CPU, " + errors + " errors, " + wrong + " wrong, "
                    + compileMillis + " ms compiling is not a measurement");
        }
        operations = Math.round(operations * DECIMALS) / DECIMALS;
    }

    /** A slice without readings of other resources. */
    public Slice(double operations, long windowNanos, int allOperations, long cpuNanos, int errors, int wrong,
            String problem, long compileMillis, Latencies latencies) {
        this(operations, windowNanos, allOperations, cpuNanos, errors, wrong, problem, compileMillis, latencies,
                Optional.empty());
    }

    /**
     * What is kept of a slice of a race: its latencies {@linkplain Latencies#thinned() thinned}. The points of an
     * exploration are exact.
     */
    public Slice thinned() {
        return new Slice(operations, windowNanos, allOperations, cpuNanos, errors, wrong, problem, compileMillis,
                latencies.thinned(), resources);
    }

    /**
     * Correct operations per second. Where there was none it is half an operation, so that ratios stay finite; a share
     * of one that takes longer than the slice is less than that, and counts as it is.
     */
    public double throughput() {
        return (operations > 0 ? operations : LEAST) * 1e9 / windowNanos;
    }

    /**
     * CPU nanoseconds of the fork per operation, above 0; of half an operation where none ended. What its compilers used
     * is left out: it tells how long the fork has run, not what an operation costs.
     */
    public double cpuNanosPerOperation() {
        return Math.max(1, cpuNanosOfOperations()) / Math.max(LEAST, allOperations);
    }

    /** CPU nanoseconds of the fork without those of its compilers, where these are known. */
    public long cpuNanosOfOperations() {
        return cpuNanos - resources.flatMap(Resources::compilerNanos).orElse(0L);
    }
}
