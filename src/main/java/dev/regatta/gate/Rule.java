package dev.regatta.gate;

import dev.regatta.baseline.LogRatios;
import dev.regatta.baseline.Metric;
import dev.regatta.stats.AlphaSpending;
import dev.regatta.stats.SignFlipTest;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What may be concluded at one look. A metric whose loss beyond the limit is ruled out can never fail, however certain a
 * smaller loss is: a suite that promises to find 5 % must not fail at 1 %. Gains are judged as losses of the other arm.
 *
 * <ul>
 * <li>Unchanged: for every metric a loss beyond the limit is ruled out, and so is a gain where arms raced each other.
 * <li>Regressed, at 256, 512 and 1024 pairs: a metric's loss is significant at the error this look may spend, at least
 * three forks show it, and in a duel the sign-flip test agrees. Against the book, where the order of the pairs says
 * nothing about a run long gone, the estimate itself must reach the limit instead.
 * <li>Regressed, at 16 pairs of a duel: in every single value of a metric, at least 14 of two forks, more than half was
 * lost; the sign test's p-value is then below 1e-4, and no fork is that unlike its like.
 * <li>On a machine too noisy for any of this, at every look from 16 pairs on: as before, but more than three quarters were
 * lost. The order within each pair is a coin, so noise from outside hits either arm: it cannot choose one in 14 pairs.
 * <li>Regressed, at 128 pairs of a duel: the lower end of the two-sided 95 % interval of the loss lies beyond 25 %
 * and the sign-flip p-value is below 1e-4. Two agreeing forks are enough: forks of one recipe differ by a few percent.
 * <li>Improved: the mirror image of Regressed, and for every metric a loss beyond the limit is ruled out.
 * <li>Unchanged at the end: nothing of the above, and for every metric a loss beyond the limit is ruled out.
 * </ul>
 *
 * @param spending the error per look
 * @param duel     whether the arms raced each other
 * @param seed     of the sign flips
 */
record Rule(AlphaSpending spending, boolean duel, long seed) {

    /** A loss of more than a quarter need not wait for a third fork. */
    private static final double GROSS_LOSS = 0.25;

    private static final double GROSS_LEVEL = 1e-4;
    private static final double GROSS_ERROR = 0.025;
    private static final int GROSS_FORKS = 2;
    private static final int FORKS = 3;
    /** Every value beyond it: the metric is more than twice as bad. */
    private static final double COLLAPSE_LOSS = Math.log(2);
    /** Every value beyond it: the metric is more than four times as bad, more than a busy neighbour makes of it. */
    private static final double COLLAPSE_IN_NOISE_LOSS = Math.log(4);
    /** So many values of one sign have a p-value of {@code 2^-14}, that is below {@link #GROSS_LEVEL}. */
    private static final int COLLAPSE_VALUES = 14;

    /** What a look found, and in which metrics. */
    sealed interface Finding {
        /** No metric changed. */
        record Same() implements Finding {}

        /** These became worse. */
        record Worse(List<Metric> metrics) implements Finding {}

        /** These became better and none worse. */
        record Better(List<Metric> metrics) implements Finding {}
    }

    /** What is concluded after {@code look} pairs; empty to go on. */
    Optional<Finding> at(int look, SortedMap<Metric, Estimate> estimates) {
        if (complete(estimates) && estimates.values().stream().allMatch(metric -> metric.noLoss() && noGain(metric))) {
            return Optional.of(new Finding.Same());
        }
        return changed(estimates, estimate -> lost(look, estimate));
    }

    /** What is concluded after {@code look} pairs of which too many were disturbed; empty to go on. */
    Optional<Finding> inNoiseAt(int look, SortedMap<Metric, Estimate> estimates) {
        return changed(estimates, estimate -> look >= Looks.COLLAPSE && collapsed(estimate, COLLAPSE_IN_NOISE_LOSS));
    }

    private static Optional<Finding> changed(SortedMap<Metric, Estimate> estimates, Predicate<Estimate> lost) {
        var worse = losing(estimates.values(), UnaryOperator.identity(), lost);
        if (!worse.isEmpty()) {
            return Optional.of(new Finding.Worse(worse));
        }
        boolean readable = complete(estimates) || tooFewForATail(estimates);
        var better = readable && estimates.values().stream().allMatch(Estimate::noLoss)
                ? losing(estimates.values(), Estimate::mirrored, lost)
                : List.<Metric>of();
        return better.isEmpty() ? Optional.empty() : Optional.of(new Finding.Better(better));
    }

    private static boolean complete(SortedMap<Metric, Estimate> estimates) {
        return estimates.keySet().containsAll(List.of(Metric.values()));
    }

    /**
     * Raced arms must not have gained either, or a gain of 8 % would be called unchanged at the first look. Against the book
     * it is enough that the estimate itself is no gain: ruling one out would take time that finds no loss.
     */
    private boolean noGain(Estimate estimate) {
        return duel ? estimate.mirrored().noLoss() : estimate.mirrored().theta() < estimate.limit();
    }

    /**
     * Whether only the tail is not known and throughput more than doubled in every pair: then the baseline ended too few
     * operations for one, and what is missing is no sign of a loss.
     */
    private static boolean tooFewForATail(SortedMap<Metric, Estimate> estimates) {
        return estimates.keySet().equals(EnumSet.of(Metric.THROUGHPUT, Metric.CLIENT_CPU))
                && estimates.get(Metric.THROUGHPUT).losses().all(loss -> loss < -COLLAPSE_LOSS);
    }

    /** Whether {@code losses} look like a collapse that fresh forks should confirm. */
    static boolean suspicious(LogRatios losses) {
        return losses.all(loss -> loss > COLLAPSE_LOSS);
    }

    /** What is concluded when no pair will follow. */
    Optional<Finding> atTheEnd(SortedMap<Metric, Estimate> estimates) {
        boolean noLoss = complete(estimates) && estimates.values().stream().allMatch(Estimate::noLoss);
        return noLoss ? Optional.of(new Finding.Same()) : Optional.empty();
    }

    private static List<Metric> losing(Collection<Estimate> estimates, UnaryOperator<Estimate> side,
            Predicate<Estimate> lost) {
        return estimates.stream().map(side).filter(lost).map(Estimate::metric).toList();
    }

    private boolean lost(int look, Estimate estimate) {
        if (estimate.noLoss()) {
            return false;
        }
        if (look == Looks.COLLAPSE) {
            return collapsed(estimate, COLLAPSE_LOSS);
        }
        if (look == Looks.GROSS) {
            return duel && estimate.lower(GROSS_ERROR) > gross(estimate.metric())
                    && estimate.forksWithLoss() >= GROSS_FORKS && flipsAgree(GROSS_LEVEL, estimate);
        }
        var error = spending.at(look);
        return error.isPresent() && estimate.exceedsMargin(error.getAsDouble()) && estimate.forksWithLoss() >= FORKS
                && (duel ? flipsAgree(error.getAsDouble(), estimate) : estimate.theta() >= estimate.limit());
    }

    private boolean collapsed(Estimate estimate, double beyond) {
        return duel && estimate.losses().count() >= COLLAPSE_VALUES && estimate.forksWithLoss() >= GROSS_FORKS
                && estimate.losses().all(loss -> loss > beyond);
    }

    private boolean flipsAgree(double level, Estimate estimate) {
        return SignFlipTest.forLevel(level, seed + estimate.metric().ordinal()).rejects(level,
                estimate.losses().map(loss -> loss - estimate.margin()).values());
    }

    private static double gross(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> metric.lossOfRatio(1 - GROSS_LOSS);
            case TAIL_LATENCY, CLIENT_CPU -> metric.lossOfRatio(1 + GROSS_LOSS);
        };
    }
}
