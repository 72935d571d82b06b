package dev.regatta.baseline;

import dev.regatta.analysis.LogRatios;
import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.TrimmedMean;

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
        var measured = cells.stream().map(NoiseEstimate::sets).filter(sets -> sets.size() >= FEWEST_SETS).toList();
        var apart = measured.stream().map(NoiseEstimate::apart).toList();
        return apart.stream().mapToInt(BetweenGroups::degreesOfFreedom).sum() < FEWEST_FREEDOM
                ? Optional.empty()
                : Optional.of(noise(measured.stream().flatMap(List::stream).toList(), BetweenGroups.deviation(apart)));
    }

    /**
     * The noise of one arm's forks, from cells of one client that raced against themselves. The arms of such a race
     * differ by noise alone and the mean difference is known to be 0, so every fork is a degree of freedom. The
     * difference of two forks has {@code sqrt(2)} times the standard deviation of one fork. Empty with fewer than
     * {@value #FEWEST_FREEDOM} forks of two values.
     */
    static Optional<Noise> ofEqualArms(List<LogRatios> cells) {
        var sets = cells.stream().flatMap(cell -> sets(cell).stream()).toList();
        return sets.size() < FEWEST_FREEDOM
                ? Optional.empty()
                : Optional.of(noise(sets, apart(sets).deviationAbout(0) / Math.sqrt(2)));
    }

    /** The sets of a cell that scatter. */
    private static List<double[]> sets(LogRatios cell) {
        return cell.bySet().values().stream().filter(values -> values.length >= 2).toList();
    }

    private static BetweenGroups apart(List<double[]> sets) {
        return BetweenGroups.of(sets.stream().map(TrimmedMean::of).toList());
    }

    /** With the scatter within these sets. */
    private static Noise noise(List<double[]> sets, double betweenForks) {
        double squares = sets.stream().mapToDouble(NoiseEstimate::squares).sum();
        int freedom = sets.stream().mapToInt(values -> values.length - 1).sum();
        return new Noise(Math.sqrt(squares / freedom), betweenForks, OptionalDouble.empty());
    }

    /** The squared deviations from the mean. */
    private static double squares(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    }
}
