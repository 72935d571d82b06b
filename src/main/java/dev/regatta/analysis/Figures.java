package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Pair;
import dev.regatta.stats.Median;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Absolute numbers of one arm, for display: they are never compared across runs.
 *
 * @param operationsPerSecond median over the slices
 * @param tailMicros          the tail percentile of all slices merged
 * @param tailPercentile      which percentile that is
 * @param clientCpuMicros     CPU microseconds of the fork per operation, median over the slices
 * @param serverCpuMicros     CPU microseconds of the database per operation, median over the slices where it was read
 */
public record Figures(double operationsPerSecond, double tailMicros, double tailPercentile, double clientCpuMicros,
        OptionalDouble serverCpuMicros) {

    /** Checks that the numbers are finite and not negative. */
    public Figures {
        for (double number : new double[]{operationsPerSecond, tailMicros, tailPercentile, clientCpuMicros,
                serverCpuMicros.orElse(0)}) {
            if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("the figure " + number + " is not a finite number of at least 0");
            }
        }
    }

    /** The figures of {@code arm} over {@code pairs}. */
    public static Figures of(List<Pair> pairs, Arm arm, double percentile) {
        var slices = pairs.stream().map(pair -> pair.of(arm)).toList();
        double[] server = slices.stream()
                .filter(slice -> slice.surroundings().serverCpuNanos().isPresent()
                        && slice.slice().allOperations() > 0)
                .mapToDouble(Figures::serverMicros).toArray();
        return new Figures(
                rounded(Median.of(slices.stream().mapToDouble(slice -> slice.slice().throughput()).toArray())),
                rounded(Tail.nanos(slices.stream().map(ArmSlice::slice).toList(), percentile) / 1e3),
                percentile,
                rounded(Median.of(
                        slices.stream().mapToDouble(slice -> slice.slice().cpuNanosPerOperation() / 1e3).toArray())),
                server.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(rounded(Median.of(server))));
    }

    private static double serverMicros(ArmSlice slice) {
        return slice.surroundings().serverCpuNanos().orElseThrow() / 1e3 / slice.slice().allOperations();
    }

    /** Three decimals: nanoseconds of a microsecond, and files that do not differ in meaningless digits. */
    private static double rounded(double number) {
        return Math.round(number * 1e3) / 1e3;
    }
}
