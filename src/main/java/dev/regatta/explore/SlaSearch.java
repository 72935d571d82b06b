package dev.regatta.explore;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The search for the load that a client carries within a limit of latency. It knows how probable each load is to be the
 * one sought, probes the median of these, and weighs them anew by each outcome: a bisection that trusts no single probe
 * (R. Waeber, P. Frazier, S. Henderson, "Bisection search with noisy responses", SIAM J. Control Optim. 51(3), 2013).
 * How an outcome depends on the load is a logistic function with lapses (A. Watson, D. Pelli, "QUEST: a Bayesian
 * adaptive psychometric method", Perception & Psychophysics 33, 1983). The answer is the mean of what is probable in
 * the end.
 */
final class SlaSearch {

    /** Probes of a search, if they agree. */
    static final int PROBES = 14;
    /** Probes of a search that contradict each other, at most. */
    private static final int MOST = 2 * PROBES;
    /** How many probes at the end are close to the answer. */
    static final int LAST = 4;
    /** The first load, as a share of what a closed loop carries. */
    private static final double START = 0.5;
    /** Loads that are considered, as natural logarithms of shares of what a closed loop carries. */
    private static final double LOWEST = -7;
    private static final double HIGHEST = 1;
    private static final double GRID = 0.01;
    /** How fast probes go from keeping to the limit to missing it, in natural logarithms of the load. */
    private static final double WIDTH = 0.1;
    /**
     * A probe far below the load sought that misses the limit, because something else took the CPU. Of 207 real ones 3
     * did.
     */
    private static final double UNLUCKY = 0.05;
    /** The same where the operations were started late. Of 35 real ones that were 0.5 ms late or more, 23 did. */
    private static final double LATE = 0.6;
    /** A probe far above it that keeps to the limit. */
    private static final double LUCKY = 0.02;
    /** The standard deviation of the natural logarithm of the load at which a search is over. */
    private static final double REST = 0.15;
    /** Less than this share of the probability may be at either end of the grid, in {@link #END} of its loads. */
    private static final double FRINGE = 0.05;
    private static final int END = 20;

    private final double capacity;
    private final double[] probability = new double[(int) Math.round((HIGHEST - LOWEST) / GRID)];
    private int probes;
    private int kept;

    /** @param capacity what a closed loop of the client carries, in operations per second, above 0 */
    SlaSearch(double capacity) {
        this.capacity = Math.max(capacity, 1);
        Arrays.setAll(probability, i -> Math.exp(-Math.abs(at(i) - Math.log(START))));
        normalize();
    }

    /** Whether enough probes were made. */
    boolean over() {
        return probes >= PROBES && (error() <= REST || probes >= MOST);
    }

    /** The load of the next probe, in operations per second; to six digits, so that a file holds all of it. */
    double next() {
        double below = 0;
        int median = -1;
        while (below < 0.5) {
            below += probability[++median];
        }
        return Double.parseDouble(String.format(Locale.ROOT, "%.6g", capacity * Math.exp(at(median))));
    }

    /** Takes the outcome of a probe. */
    void add(Point probe, Sla sla) {
        add(probe.rate(), probe.within(sla), probe.onTime(sla));
    }

    /**
     * Takes the outcome of a probe.
     *
     * @param rate   the load of the probe, in operations per second
     * @param within whether it kept to the limit
     * @param onTime whether its operations were started on time
     */
    void add(double rate, boolean within, boolean onTime) {
        double probe = Math.log(rate / capacity);
        double unlucky = onTime ? UNLUCKY : LATE;
        for (int i = 0; i < probability.length; i++) {
            double keeps = LUCKY + (1 - unlucky - LUCKY) / (1 + Math.exp((probe - at(i)) / WIDTH));
            probability[i] *= within ? keeps : 1 - keeps;
        }
        normalize();
        probes++;
        kept += within ? 1 : 0;
    }

    /**
     * The load that keeps to the limit, in operations per second; empty where no probe did, or all did, or too few were made.
     * However uncertain it is, an answer counts: to leave out those that are would favour loads that are easily found.
     */
    OptionalDouble found() {
        double low = Arrays.stream(probability).limit(END).sum();
        double high = Arrays.stream(probability).skip(probability.length - END).sum();
        return probes >= PROBES && kept > 0 && kept < probes && low < FRINGE && high < FRINGE
                ? OptionalDouble.of(capacity * Math.exp(mean()))
                : OptionalDouble.empty();
    }

    private double mean() {
        return IntStream.range(0, probability.length).mapToDouble(i -> probability[i] * at(i)).sum();
    }

    private double error() {
        double mean = mean();
        return Math.sqrt(IntStream.range(0, probability.length)
                .mapToDouble(i -> probability[i] * (at(i) - mean) * (at(i) - mean)).sum());
    }

    private static double at(int i) {
        return LOWEST + i * GRID;
    }

    private void normalize() {
        double sum = Arrays.stream(probability).sum();
        Arrays.setAll(probability, i -> probability[i] / sum);
    }
}
