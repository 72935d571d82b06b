package dev.regatta.stats;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the permitted error of one hypothesis is divided between the looks that may reject it (Bonferroni over the looks,
 * so that it holds however they depend on each other).
 *
 * @param alpha   the error over all looks, above 0 and below 1
 * @param weights share of it per look; the shares are positive and add up to 1
 */
public record AlphaSpending(double alpha, SortedMap<Integer, Double> weights) {

    /** Checks that no more than everything is spent. */
    public AlphaSpending {
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        if (!(alpha > 0 && alpha < 1) || Math.abs(sum - 1) > 1e-9
                || weights.values().stream().anyMatch(weight -> !(weight > 0))) {
            throw new IllegalArgumentException("an error of " + alpha + " cannot be spent as " + weights
                    + ": positive shares that add up to 1 are needed");
        }
    }

    /**
     * One hypothesis of {@code hypotheses}, all of which together may err with {@code familyError} (Bonferroni).
     *
     * @param hypotheses at least 1
     */
    public static AlphaSpending of(double familyError, int hypotheses, SortedMap<Integer, Double> weights) {
        if (hypotheses < 1) {
            throw new IllegalArgumentException("an error is shared by at least one hypothesis, not " + hypotheses);
        }
        return new AlphaSpending(familyError / hypotheses, weights);
    }

    /** The error spent at {@code look}; empty at a look that may not reject. */
    public OptionalDouble at(int look) {
        Double weight = weights.get(look);
        return weight == null ? OptionalDouble.empty() : OptionalDouble.of(weight * alpha);
    }
}
