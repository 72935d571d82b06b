package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.stats.AlphaSpending;
import dev.regatta.stats.SignFlips;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What may be concluded of arms that raced each other. A metric whose loss beyond the limit is ruled out can never
 * fail, however certain a smaller loss is: a suite that promises to find 5 % must not fail at 1 %. Gains are judged as
 * losses of the other arm.
 *
 * <ul>
 * <li>Unchanged, at every look from 16 pairs on: for every metric a loss beyond the limit is ruled out, also one that
 * comes and goes, and the estimated gain is below the limit. A thorough race must rule out such a gain as well.
 * <li>Regressed, at the looks that may spend error: a metric's loss is significant at the error this look may spend, at
 * least three forks show it, and the sign-flip test agrees; or throughput or CPU is lost at times, which costs more
 * than the limit in the mean, and over the forks the surplus of extreme losses is significant at that error; or two
 * forks or more lie far beyond the limit in throughput or CPU, and none as far on the other side.
 * <li>Regressed, at 16 pairs: every single value of a metric is a loss of more than half, and there are at least 14
 * values, from two forks. The sign test's p-value is then below 1e-4, and forks of one recipe never differ that much.
 * At 8 pairs: the same with a loss of more than fifteen sixteenths.
 * <li>Regressed, at every look from 16 pairs on, also on a machine too noisy for anything else: at least 14 values of a
 * metric and more than half of them, from two forks, are losses of more than three quarters, and none is as large a
 * gain. The order within each pair is drawn by lot, so noise from outside hits either arm: the p-value of the sign test
 * of such values is at most 2^-14 at the first look, 2^-17 at the second, and ever less at later ones.
 * <li>Regressed, at 192 pairs: the lower end of the two-sided 95 % interval of the loss lies beyond 25 % and the
 * sign-flip p-value is below 1e-4. Two agreeing forks are enough: forks of one recipe differ by a few percent.
 * <li>Improved: the mirror image of Regressed, and for every metric a loss beyond the limit is ruled out.
 * <li>Unchanged when measuring ended without any of these, after 16 pairs or more: for every metric a loss beyond the
 * limit is ruled out. A gain need not be.
 * </ul>
 *
 * @param spending the error per look
 * @param thorough whether a gain must be ruled out as a loss is
 * @param seed     of the sign flips
 */
record DuelRule(AlphaSpending spending, boolean thorough, long seed) implements Rule {

    /** A loss of more than a quarter need not wait for a third fork. */
    private static final double GROSS_LOSS = 0.25;

    private static final double GROSS_LEVEL = 1e-4;
    private static final double GROSS_ERROR = 0.025;
    private static final int GROSS_FORKS = 2;
    private static final int FORKS = 3;
    private static final int SLOW_FORKS = 2;
    /** Every value beyond it: the metric is more than twice as bad. */
    static final double COLLAPSE_LOSS = Math.log(2);
    /** Most values beyond it: the metric is more than four times as bad, more than a busy neighbour makes of it. */
    private static final double FOURFOLD_LOSS = Math.log(4);
    /** Every value beyond it: nothing but another program does that in eight pairs of two forks. */
    static final double STANDSTILL_LOSS = Math.log(16);
    /** If this many values have one sign, the p-value is {@code 2^-14}, which is below {@link #GROSS_LEVEL}. */
    private static final int COLLAPSE_VALUES = 14;

    @Override
    public List<Integer> looks() {
        return Looks.PLANNED;
    }

    @Override
    public Optional<LookOutcome> at(int look, SortedMap<Metric, Estimate> estimates) {
        if (look < Looks.COLLAPSE) {
            return changed(estimates, estimate -> standstill(look, estimate));
        }
        if (Rule.complete(estimates)
                && estimates.values().stream().allMatch(metric -> metric.noLoss() && noGain(metric))) {
            return Optional.of(new LookOutcome.Same());
        }
        return changed(estimates, estimate -> lost(look, estimate));
    }

    @Override
    public Optional<LookOutcome> inNoiseAt(int look, SortedMap<Metric, Estimate> estimates) {
        return changed(estimates, estimate -> look < Looks.COLLAPSE
                ? standstill(look, estimate)
                : collapsedInMostPairs(estimate));
    }

    @Override
    public Optional<LookOutcome> atTheEnd(int look, SortedMap<Metric, Estimate> estimates) {
        boolean noLoss = look >= Looks.COLLAPSE && Rule.complete(estimates)
                && estimates.values().stream().allMatch(Estimate::noLoss);
        return noLoss ? Optional.of(new LookOutcome.Same()) : Optional.empty();
    }

    private static Optional<LookOutcome> changed(SortedMap<Metric, Estimate> estimates, Predicate<Estimate> lost) {
        var worse = losing(estimates.values(), UnaryOperator.identity(), lost);
        if (!worse.isEmpty()) {
            return Optional.of(new LookOutcome.Worse(worse));
        }
        boolean readable = Rule.complete(estimates) || tooFewForATail(estimates);
        var better = readable && estimates.values().stream().allMatch(Estimate::noLoss)
                ? losing(estimates.values(), Estimate::mirrored, lost)
                : List.<Metric>of();
        return better.isEmpty() ? Optional.empty() : Optional.of(new LookOutcome.Better(better));
    }

    private boolean noGain(Estimate estimate) {
        return thorough ? estimate.mirrored().noLoss() : -estimate.theta() < estimate.limit();
    }

    /**
     * Whether only the tail is not known and throughput more than doubled in every pair. The baseline then ended too
     * few operations for a tail, and a missing tail is no sign of a loss.
     */
    private static boolean tooFewForATail(SortedMap<Metric, Estimate> estimates) {
        return estimates.keySet().equals(EnumSet.of(Metric.THROUGHPUT, Metric.CLIENT_CPU))
                && estimates.get(Metric.THROUGHPUT).losses().all(loss -> loss < -COLLAPSE_LOSS);
    }

    private static List<Metric> losing(Collection<Estimate> estimates, UnaryOperator<Estimate> view,
            Predicate<Estimate> lost) {
        return estimates.stream().map(view).filter(lost).map(Estimate::metric).toList();
    }

    private boolean lost(int look, Estimate estimate) {
        if (estimate.noLoss()) {
            return false;
        }
        if (look == Looks.COLLAPSE && collapsedInAllPairs(estimate) || collapsedInMostPairs(estimate)) {
            return true;
        }
        if (look == Looks.GROSS) {
            return estimate.lower(GROSS_ERROR) > gross(estimate.metric())
                    && estimate.forksWithLoss() >= GROSS_FORKS && flipsAgree(GROSS_LEVEL, estimate);
        }
        var error = spending.at(look);
        return error.isPresent() && estimate.losses().byFork().size() >= FORKS
                && (lostThroughout(error.getAsDouble(), estimate) || estimate.losesIntermittently(error.getAsDouble())
                        || lostInSomeForks(estimate));
    }

    private boolean lostThroughout(double error, Estimate estimate) {
        return estimate.exceedsMargin(error) && estimate.forksWithLoss() >= FORKS && flipsAgree(error, estimate);
    }

    private static boolean lostInSomeForks(Estimate estimate) {
        return estimate.metric() != Metric.TAIL_LATENCY && estimate.slowForks() >= SLOW_FORKS
                && estimate.mirrored().slowForks() == 0;
    }

    private static boolean collapsedInAllPairs(Estimate estimate) {
        return estimate.losses().count() >= COLLAPSE_VALUES && estimate.forksWithLoss() >= GROSS_FORKS
                && estimate.losses().all(loss -> loss > COLLAPSE_LOSS);
    }

    /** The sign test (Arbuthnot, 1710) of the values that are far from 0, where these are most of all values. */
    private static boolean collapsedInMostPairs(Estimate estimate) {
        long worse = estimate.losses().count(loss -> loss > FOURFOLD_LOSS);
        return worse >= COLLAPSE_VALUES && 2 * worse > estimate.losses().count()
                && estimate.losses().count(loss -> loss < -FOURFOLD_LOSS) == 0
                && estimate.forksWithLoss() >= GROSS_FORKS;
    }

    private static boolean standstill(int look, Estimate estimate) {
        return estimate.losses().count() == look && estimate.forksWithLoss() >= GROSS_FORKS
                && estimate.losses().all(loss -> loss > STANDSTILL_LOSS);
    }

    private boolean flipsAgree(double level, Estimate estimate) {
        return SignFlips.forLevel(level, seed + estimate.metric().ordinal()).rejects(level,
                estimate.losses().map(loss -> loss - estimate.margin()).values());
    }

    /**
     * The smallest loss, as a logarithm, that may fail at this look or before. A smaller one may not, however certain
     * it is.
     */
    static double smallestThatFails(int look, Estimate estimate) {
        if (look >= Looks.FIRST_FAILURE) {
            return estimate.limit();
        }
        if (look >= Looks.GROSS) {
            return gross(estimate.metric());
        }
        return look >= Looks.COLLAPSE ? COLLAPSE_LOSS : STANDSTILL_LOSS;
    }

    /** A loss that may fail at an early look. */
    private static double gross(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> metric.lossOfRatio(1 - GROSS_LOSS);
            case TAIL_LATENCY, CLIENT_CPU -> metric.lossOfRatio(1 + GROSS_LOSS);
        };
    }
}
