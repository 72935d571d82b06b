package dev.regatta.analysis;

import dev.regatta.stats.TrimmedMean;

import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Natural logarithms of the ratio of two arms in one metric, one per pair or block of pairs, each with its fork. */
public final class LogRatios {

    private final double[] values;
    private final int[] forks;

    LogRatios(double[] values, int[] forks) {
        this.values = values;
        this.forks = forks;
    }

    /** The values in run order. */
    public double[] values() {
        return values.clone();
    }

    /** How many values there are. */
    public int count() {
        return values.length;
    }

    /**
     * The effective number of forks, {@code n^2 / sum n_f^2} (Kish's effective sample size): that many forks with
     * equally many values would tell as much about the differences between forks. The mean weighs each fork by its
     * number of values.
     */
    public double equalForks() {
        double squares = Arrays.stream(forks).boxed()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())).values().stream()
                .mapToDouble(count -> (double) count * count).sum();
        return (double) values.length * values.length / squares;
    }

    /** The results of {@code change} for each of these values. */
    public LogRatios map(DoubleUnaryOperator change) {
        return new LogRatios(Arrays.stream(values).map(change).toArray(), forks);
    }

    /** These values without those of the forks {@code without}. */
    public LogRatios without(Set<Integer> without) {
        int[] kept = IntStream.range(0, values.length).filter(i -> !without.contains(forks[i])).toArray();
        return new LogRatios(IntStream.of(kept).mapToDouble(i -> values[i]).toArray(),
                IntStream.of(kept).map(i -> forks[i]).toArray());
    }

    /** Their trimmed mean; empty with fewer than {@value TrimmedMean#FEWEST} values. */
    public Optional<TrimmedMean> summary() {
        return values.length < TrimmedMean.FEWEST ? Optional.empty() : Optional.of(TrimmedMean.of(values));
    }

    /** Those of one fork. */
    public LogRatios ofFork(int fork) {
        double[] kept = valuesOf(fork);
        return new LogRatios(kept, IntStream.range(0, kept.length).map(i -> fork).toArray());
    }

    /** The values of each fork. */
    public SortedMap<Integer, double[]> byFork() {
        var byFork = new TreeMap<Integer, double[]>();
        for (int fork : forks) {
            byFork.computeIfAbsent(fork, this::valuesOf);
        }
        return Collections.unmodifiableSortedMap(byFork);
    }

    private double[] valuesOf(int fork) {
        return IntStream.range(0, values.length).filter(i -> forks[i] == fork).mapToDouble(i -> values[i]).toArray();
    }
}
