package dev.regatta.baseline;

import dev.regatta.analysis.LogRatios;
import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.TrimmedMean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Splits the scatter of log ratios into the part within forks and the part between them, as in a one-way random-effects
 * analysis of variance with unequal groups.
 */
final class NoiseEstimate {

    /** A cell with fewer sets says nothing about how forks differ. */
    static final int FEWEST_SETS = 2;

    /** Degrees of freedom, pooled over a client's cells, below which its forks say next to nothing. */
    static final int FEWEST_FREEDOM = 2;

    private NoiseEstimate() {
    }

    /**
     * The noise pooled over the cells of one client; empty when the cells with at least {@value #FEWEST_SETS} sets of
     * two values have fewer than {@value #FEWEST_FREEDOM} degrees of freedom between their forks.
     */
    static Optional<Noise> of(List<LogRatios> cells) {
        double withinSquares = 0;
        var cellsApart = new ArrayList<BetweenGroups>();
        int withinFreedom = 0;
        int betweenFreedom = 0;
        for (LogRatios cell : cells) {
            var sets = cell.bySet().values().stream().filter(values -> values.length >= 2).toList();
            if (sets.size() < FEWEST_SETS) {
                continue;
            }
            var between = BetweenGroups.of(sets.stream().map(TrimmedMean::of).toList());
            cellsApart.add(between);
            betweenFreedom += between.degreesOfFreedom();
            for (double[] values : sets) {
                withinSquares += squares(values);
                withinFreedom += values.length - 1;
            }
        }
        return betweenFreedom < FEWEST_FREEDOM
                ? Optional.empty()
                : Optional.of(new Noise(Math.sqrt(withinSquares / withinFreedom),
                        BetweenGroups.deviation(tau -> cellsApart.stream().mapToDouble(cell -> cell.q(tau)).sum(),
                                betweenFreedom),
                        OptionalDouble.empty()));
    }

    /**
     * The noise of one arm's forks, from cells of one client that raced against themselves. The arms of such a race
     * differ by noise alone and the mean difference is known to be 0, so every fork is a degree of freedom. The
     * difference of two forks has {@code sqrt(2)} times the standard deviation of one fork. Empty with fewer than
     * {@value #FEWEST_FREEDOM} forks of two values.
     */
    static Optional<Noise> ofEqualArms(List<LogRatios> cells) {
        var sets = cells.stream().flatMap(cell -> cell.bySet().values().stream())
                .filter(values -> values.length >= 2).toList();
        if (sets.size() < FEWEST_FREEDOM) {
            return Optional.empty();
        }
        double squares = 0;
        int freedom = 0;
        for (double[] values : sets) {
            squares += squares(values);
            freedom += values.length - 1;
        }
        var between = BetweenGroups.of(sets.stream().map(TrimmedMean::of).toList());
        return Optional.of(new Noise(Math.sqrt(squares / freedom),
                BetweenGroups.deviation(tau -> between.q(tau, 0), sets.size()) / Math.sqrt(2),
                OptionalDouble.empty()));
    }

    /** The squared deviations from the mean. */
    private static double squares(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(value -> square(value - mean)).sum();
    }

    private static double square(double value) {
        return value * value;
    }
}
