package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

/**
 * How large a change of each metric matters in a race, and how much two races of the same thing differ beyond the
 * scatter of their pairs. Limits and fluctuations are logarithms; a limit holds for losses and, mirrored, for gains.
 *
 * @param cpu the largest tolerated ratio of CPU per operation
 */
public record Tolerance(double cpu) {

    /**
     * The arms raced in one run: 5 % throughput, 10 % tail latency, 5 % CPU. Two forks of one recipe are taken to
     * differ by at least their mean difference over all recorded cells, 1.0 % (throughput) and 1.1 % (CPU), and by 1 %
     * in the tail. This holds even where a calibration of that client found less, because it rests on few forks.
     * For an unknown machine or client there is no calibration at all.
     */
    public static final Tolerance DUEL = new Tolerance(Workload.TOLERATED_CPU);

    /** The same with what a workload tolerates of client CPU. */
    public static Tolerance of(String workload) {
        return new Tolerance(Workloads.toleratedCpu(workload));
    }

    /** The largest tolerated loss. */
    public double limit(Metric metric) {
        return metric.lossOfRatio(switch (metric) {
            case THROUGHPUT -> 0.95;
            case TAIL_LATENCY -> 1.10;
            case CLIENT_CPU -> cpu;
        });
    }

    /** The standard deviation of what two forks differ by, unless the baseline's noise section knows more. */
    public double fluctuation(Metric metric) {
        return switch (metric) {
            case THROUGHPUT, TAIL_LATENCY -> 0.010;
            case CLIENT_CPU -> 0.011;
        };
    }
}
