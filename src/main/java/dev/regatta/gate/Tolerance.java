package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How large a change of each metric matters in a race, and how much two races of the same thing differ beyond the scatter
 * of their pairs. All numbers are logarithms; a limit holds for losses and, mirrored, for gains.
 *
 * @param limits       the largest tolerated losses
 * @param fluctuations standard deviation of what two forks differ by, unless the baseline's noise section knows more
 */
public record Tolerance(SortedMap<Metric, Double> limits, SortedMap<Metric, Double> fluctuations) {

    /**
     * The arms raced in one run: 5 % throughput, 10 % tail latency, 5 % CPU. Two forks of one recipe are taken to differ by
     * what they do in the mean over all recorded cells, 1.0 % (throughput) and 1.1 % (CPU), and by 1 % in the tail, also where
     * a calibration of that client found less: it rests on nine forks, and on a machine or client that is not known on none.
     */
    public static final Tolerance DUEL = duel(1.05);

    /**
     * The same for operations that only wait. Their few instructions are those of other workloads, where they are held to
     * 5 %; here the compilers of a worker that has little to run are most of its CPU time, for minutes. What no other
     * workload shows, a client that spins or polls while it waits, costs more than a quarter.
     */
    public static final Tolerance DUEL_OF_WAITS = duel(1.25);

    /** Checks that every metric has both numbers. */
    public Tolerance {
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        fluctuations = Collections.unmodifiableSortedMap(new TreeMap<>(fluctuations));
        for (var numbers : List.of(limits, fluctuations)) {
            if (!numbers.keySet().containsAll(Arrays.asList(Metric.values()))
                    || numbers.values().stream().anyMatch(number -> !(number > 0))) {
                throw new IllegalArgumentException("a tolerance needs a positive number per metric: " + numbers);
            }
        }
    }

    /** The largest tolerated loss. */
    public double limit(Metric metric) {
        return limits.get(metric);
    }

    /** The standard deviation of what two forks differ by. */
    public double fluctuation(Metric metric) {
        return fluctuations.get(metric);
    }

    private static Tolerance duel(double cpu) {
        return of(0.95, 1.10, cpu, 0.010, 0.010, 0.011);
    }

    private static Tolerance of(double throughput, double tail, double cpu, double throughputFluctuation,
            double tailFluctuation, double cpuFluctuation) {
        return new Tolerance(
                new TreeMap<>(Map.of(Metric.THROUGHPUT, Metric.THROUGHPUT.lossOfRatio(throughput), Metric.TAIL_LATENCY,
                        Metric.TAIL_LATENCY.lossOfRatio(tail), Metric.CLIENT_CPU, Metric.CLIENT_CPU.lossOfRatio(cpu))),
                new TreeMap<>(Map.of(Metric.THROUGHPUT, throughputFluctuation, Metric.TAIL_LATENCY, tailFluctuation,
                        Metric.CLIENT_CPU, cpuFluctuation)));
    }
}
