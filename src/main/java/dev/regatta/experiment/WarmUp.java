package dev.regatta.experiment;

import dev.regatta.protocol.Slice;
import dev.regatta.stats.Median;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells when a fork has stopped getting faster: the median throughput of the last {@code window} slices is no longer
 * above that of the {@code window} slices before them, and the compilers were quiet meanwhile.
 */
final class WarmUp {

    /** A rise of the median by less than this between two neighbouring windows is no trend. */
    private static final double TREND = 0.02;
    /** C2 is quiet when a slice spends less than this on average, in milliseconds. */
    private static final double QUIET_MILLIS = 5;

    private final int window;
    private final int cap;
    private final List<Slice> slices = new ArrayList<>();
    private boolean over;
    private boolean steady;

    private WarmUp(int window, int cap) {
        this.window = window;
        this.cap = cap;
    }

    /** For a fork that has run nothing yet: at least 2 s, at most 16 s in slices of 100 ms. */
    static WarmUp ofFreshFork() {
        return new WarmUp(10, 160);
    }

    /** For another workload in a fork that is warm: at least 1 s, at most 8 s. */
    static WarmUp ofNewWorkload() {
        return new WarmUp(5, 80);
    }

    /** For a workload this fork has been warm for before: connections and caches only. */
    static WarmUp ofKnownWorkload() {
        return new WarmUp(2, 20);
    }

    /** Takes the next slice. */
    void add(Slice slice) {
        slices.add(slice);
        if (!over) {
            steady = trendless();
            over = steady || slices.size() >= cap;
        }
    }

    /** Whether this ended because there was no trend left, and not because the cap was reached. */
    boolean steady() {
        return steady;
    }

    private boolean trendless() {
        int n = slices.size();
        if (n < 2 * window) {
            return false;
        }
        List<Slice> last = slices.subList(n - window, n);
        double before = medianThroughput(slices.subList(n - 2 * window, n - window));
        double compiling = last.stream().mapToLong(Slice::compileMillis).average().orElse(0);
        return medianThroughput(last) < before * (1 + TREND) && compiling < QUIET_MILLIS;
    }

    /** Whether this fork needs no more slices; once it does not, it never will. */
    boolean over() {
        return over;
    }

    /** Slices taken so far. */
    int slices() {
        return slices.size();
    }

    /** Median throughput of the last window, in operations per second; 0 before the first slice. */
    double throughput() {
        int n = slices.size();
        return n == 0 ? 0 : medianThroughput(slices.subList(Math.max(0, n - window), n));
    }

    private static double medianThroughput(List<Slice> slices) {
        return Median.of(slices.stream().mapToDouble(Slice::throughput).toArray());
    }
}
