package dev.regatta.analysis;

import dev.regatta.stats.TrimmedMean;

import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Natural logarithms of the ratio of two arms in one metric, one per pair or block of pairs, each with its set. The values
 * of a set follow each other.
 */
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

    /** The results of {@code change} for each of these values. */
    public LogRatios map(DoubleUnaryOperator change) {
        return new LogRatios(Arrays.stream(values).map(change).toArray(), sets);
    }

    /** These values without those of the sets {@code without}. */
    public LogRatios without(Set<Integer> without) {
        if (without.isEmpty()) {
            return this;
        }
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
        double[] kept = bySet().getOrDefault(set, new double[0]);
        return new LogRatios(kept, IntStream.range(0, kept.length).map(i -> set).toArray());
    }

    /** The values of each set. */
    public SortedMap<Integer, double[]> bySet() {
        var bySet = new TreeMap<Integer, double[]>();
        int from = 0;
        for (int to = 1; to <= sets.length; to++) {
            if (to == sets.length || sets[to] != sets[from]) {
                bySet.put(sets[from], Arrays.copyOfRange(values, from, to));
                from = to;
            }
        }
        return Collections.unmodifiableSortedMap(bySet);
    }
}
