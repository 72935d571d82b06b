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

/** Natural logarithms of the ratio of two arms in one metric, one per pair or block of pairs, each with its set. */
public final class LogRatios {

    private final double[] values;
    private final int[] sets;

    LogRatios(double[] values, int[] sets) {
        this.values = values;
        this.sets = sets;
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
     * The effective number of sets, {@code n^2 / sum n_f^2} (Kish's effective sample size): that many sets with
     * equally many values would tell as much about the differences between sets. The mean weighs each set by its
     * number of values.
     */
    public double equalSets() {
        double squares = Arrays.stream(sets).boxed()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())).values().stream()
                .mapToDouble(count -> (double) count * count).sum();
        return (double) values.length * values.length / squares;
    }

    /** The results of {@code change} for each of these values. */
    public LogRatios map(DoubleUnaryOperator change) {
        return new LogRatios(Arrays.stream(values).map(change).toArray(), sets);
    }

    /** These values without those of the sets {@code without}. */
    public LogRatios without(Set<Integer> without) {
        int[] kept = IntStream.range(0, values.length).filter(i -> !without.contains(sets[i])).toArray();
        return new LogRatios(IntStream.of(kept).mapToDouble(i -> values[i]).toArray(),
                IntStream.of(kept).map(i -> sets[i]).toArray());
    }

    /** Their trimmed mean; empty with fewer than {@value TrimmedMean#FEWEST} values. */
    public Optional<TrimmedMean> summary() {
        return values.length < TrimmedMean.FEWEST ? Optional.empty() : Optional.of(TrimmedMean.of(values));
    }

    /** Those of one set. */
    public LogRatios ofSet(int set) {
        double[] kept = valuesOf(set);
        return new LogRatios(kept, IntStream.range(0, kept.length).map(i -> set).toArray());
    }

    /** The values of each set. */
    public SortedMap<Integer, double[]> bySet() {
        var bySet = new TreeMap<Integer, double[]>();
        for (int set : sets) {
            bySet.computeIfAbsent(set, this::valuesOf);
        }
        return Collections.unmodifiableSortedMap(bySet);
    }

    private double[] valuesOf(int set) {
        return IntStream.range(0, values.length).filter(i -> sets[i] == set).mapToDouble(i -> values[i]).toArray();
    }
}
