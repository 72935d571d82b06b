package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What may be concluded of arms that raced each other. Gains are judged as losses of the other arm.
 *
 * <ul>
 * <li>Regressed: a metric's loss is significant at the error that this look may spend, and enough sets each
 * show it: three, or two where more than a quarter is lost. A loss throughout shows in the trimmed mean, one that comes and
 * goes in the mean over all pairs, which must then be beyond the limit. A metric whose loss beyond the limit is ruled out never fails,
 * however certain a smaller loss is: a suite that promises to find 5 % must not fail at 1 %.
 * <li>Unchanged, from 16 pairs on: for every metric a loss beyond the limit is ruled out, also one that comes and goes,
 * and the estimated gain is below the limit. When measuring ends, a gain need not be small.
 * <li>Improved: the mirror image of Regressed, and for every metric a loss beyond the limit is ruled out.
 * <li>Where too much was disturbed for anything else, only a loss of more than a quarter counts. The order within each
 * pair is drawn by lot, so noise from outside hits either arm.
 * </ul>
 *
 * @param hypotheses how many hypotheses the run judges
 */
record DuelRule(int hypotheses) implements Rule {

    /** A quarter less, or a third more. So much needs two sets only, and shows beside other programs too. */
    private static final double PLAIN_LOSS = -Math.log(0.75);

    private static final int SETS_OF_A_PLAIN_LOSS = 2;
    private static final int SETS = 3;

    /** Whoever gains this much ends too many operations for the other arm to have a tail. */
    private static final double DOUBLED = Math.log(2);

    @Override
    public List<Integer> looks() {
        return Looks.PLANNED;
    }

    @Override
    public Optional<LookOutcome> at(int look, SortedMap<Metric, Estimate> estimates) {
        if (look >= Looks.FIRST_PASS && Rule.complete(estimates)
                && estimates.values().stream()
                        .allMatch(metric -> metric.noLoss() && -metric.theta() < metric.limit())) {
            return Optional.of(new LookOutcome.Same());
        }
        return changed(estimates, estimate -> lost(look, estimate));
    }

    @Override
    public Optional<LookOutcome> inNoiseAt(int look, SortedMap<Metric, Estimate> estimates) {
        return changed(estimates, estimate -> plain(estimate) && lost(look, estimate));
    }

    @Override
    public Optional<LookOutcome> atTheEnd(int look, SortedMap<Metric, Estimate> estimates) {
        boolean noLoss = look >= Looks.FIRST_PASS && Rule.complete(estimates)
                && estimates.values().stream().allMatch(Estimate::noLoss);
        return noLoss ? Optional.of(new LookOutcome.Same()) : Optional.empty();
    }

    /** Whether a change, a loss or a gain, is shown but for the number of sets. */
    boolean awaitsSets(int look, SortedMap<Metric, Estimate> estimates) {
        return estimates.values().stream().flatMap(estimate -> Stream.of(estimate, estimate.mirrored()))
                .anyMatch(estimate -> awaitsSets(look, estimate));
    }

    private Optional<LookOutcome> changed(SortedMap<Metric, Estimate> estimates, Predicate<Estimate> lost) {
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

    private static List<Metric> losing(Collection<Estimate> estimates, UnaryOperator<Estimate> view,
            Predicate<Estimate> lost) {
        return estimates.stream().map(view).filter(lost).map(Estimate::metric).toList();
    }

    /**
     * Whether only the tail is not known and throughput more than doubled. The baseline then ended too few operations
     * for a tail, and a missing tail is no sign of a loss.
     */
    private static boolean tooFewForATail(SortedMap<Metric, Estimate> estimates) {
        return estimates.keySet().equals(EnumSet.of(Metric.THROUGHPUT, Metric.CLIENT_CPU))
                && estimates.get(Metric.THROUGHPUT).theta() < -DOUBLED;
    }

    private boolean lost(int look, Estimate estimate) {
        return !estimate.noLoss() && (throughout(look, estimate) && shown(estimate.throughout(), estimate)
                || inAll(look, estimate) && shown(estimate.inAll().orElseThrow(), estimate));
    }

    private boolean awaitsSets(int look, Estimate estimate) {
        return !estimate.noLoss() && (throughout(look, estimate) || inAll(look, estimate)) && !lost(look, estimate);
    }

    private boolean throughout(int look, Estimate estimate) {
        return estimate.throughout().lower(error(look)) > 0;
    }

    private boolean inAll(int look, Estimate estimate) {
        return estimate.lostInAll(error(look));
    }

    private static boolean shown(MeanLoss mean, Estimate estimate) {
        return mean.worse() >= (plain(estimate) ? SETS_OF_A_PLAIN_LOSS : SETS);
    }

    private static boolean plain(Estimate estimate) {
        return estimate.theta() > PLAIN_LOSS;
    }

    /** What one of the two means of a metric may err by at a look. */
    double error(int look) {
        return Looks.error(hypotheses, look) / 2;
    }
}
