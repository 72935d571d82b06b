package dev.regatta.gate;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.RandomEffects;
import dev.regatta.stats.TrimmedMean;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Candidate against baseline in the same run: the random-effects mean of the sets, each weighted with {@code 1 / (SE_f^2 +
 * tau^2)}. So a set that others disturbed weighs little. Tau is the standard deviation between forks: the one in the
 * baseline's noise, times {@link #AT_MOST}, times {@code sqrt(2)} because two drivers race here, but at least what any
 * client's forks differ by. If this run's own sets contradict tau, it is estimated from them, with the degrees of freedom
 * that so few sets have. This may be concluded; gains are judged as losses of the other arm:
 *
 * <ul>
 * <li>Regressed: a metric's loss is significant at the error that this look may spend, and enough sets each
 * show it: three, or two where more than a quarter is lost. A loss throughout shows in the trimmed mean, one that comes and
 * goes in the mean over all pairs, which must then be beyond the limit. A metric whose loss beyond the limit is ruled out never fails,
 * however certain a smaller loss is: a suite that promises to find 5 % must not fail at 1 %.
 * <li>Unchanged, from 16 pairs on: for every metric a loss beyond the limit is ruled out, also one that comes and goes,
 * and the estimated gain is below the limit. When measuring ends, a gain need not be small.
 * <li>Improved: the mirror image of Regressed, and for every metric a loss beyond the limit is ruled out.
 * </ul>
 *
 * Two clients race in the same way. Their ratio is what is asked for, so that all pairs count: the last look tells the
 * verdict, with the error that is its own. That error is part of what all looks may spend, whenever measuring ends.
 *
 * @param ratios      both arms
 * @param environment whose noise section tells tau, if any is near enough
 * @param cell        the cell
 * @param hypotheses  how many hypotheses the run judges
 * @param rival       the client that runs as the baseline; empty unless two clients race
 */
record Duel(PairedRatios ratios, Optional<Environment> environment, CellId cell, int hypotheses,
        Optional<ClientId> rival) implements Comparison {

    /**
     * The error of calling a loss at the limit unchanged, at one look. Each look of a duel sees new pairs and sets.
     */
    static final double PASS_ERROR = 0.0075;

    /**
     * How many times larger than calibrated the standard deviation between forks may be: the upper end of a one-sided
     * 75 % interval of a standard deviation found in nine forks, three of each of three cells, {@code sqrt(9 / 5.90)}.
     */
    static final double AT_MOST = 1.24;

    /** If Cochran's Q rejects tau at this level, tau is estimated from this run's sets, with their degrees of freedom. */
    private static final double CONTRADICTION = 0.1;

    /** A quarter less, or a third more. So much needs two sets only. */
    private static final double PLAIN_LOSS = -Math.log(0.75);
    private static final int SETS_OF_A_PLAIN_LOSS = 2;
    private static final int SETS = 3;

    @Override
    public ComparisonKind how() {
        return ComparisonKind.DUEL;
    }

    @Override
    public Optional<BookEntry> stored() {
        return environment.filter(there -> rival.isEmpty()).flatMap(there -> there.entry(cell));
    }

    @Override
    public List<Integer> looks() {
        return Looks.PLANNED;
    }

    @Override
    public Optional<Decision> decision(int undecided, int measured) {
        int last = looks().stream().filter(pairs -> pairs <= measured).reduce(0, (before, pairs) -> pairs);
        return Comparison.super.decision(rival.isPresent() ? Math.max(undecided, last - 1) : undecided, measured);
    }

    /** What one of the two means of a metric may err by at a look. */
    @Override
    public double error(int pairs) {
        return Looks.error(hypotheses, pairs) / 2;
    }

    /** A loss within the limit never fails. */
    @Override
    public double detectable(Estimate metric, int pairs) {
        return Math.max(metric.limit(), metric.throughout().detectable(error(pairs)));
    }

    @Override
    public Optional<Estimate> estimate(Metric metric, int pairs) {
        return estimate(metric, ratios.first(pairs, metric).map(metric::loss));
    }

    /** What these losses tell. */
    Optional<Estimate> estimate(Metric metric, LogRatios losses) {
        if (losses.count() < Looks.FEWEST_VALUES) {
            return Optional.empty();
        }
        Tolerance tolerance = Tolerance.of(cell.workload());
        double known = tau(tolerance.fluctuation(metric), noise(cell.client(), metric),
                noise(rival.orElse(cell.client()), metric));
        var sets = means(losses, TrimmedMean::of);
        OptionalDouble seen = seen(sets, known);
        double[] weights = weights(sets, known);
        var shares = means(losses.map(Estimate::share), TrimmedMean::untrimmed);
        return Optional.of(new Estimate(metric, losses, mean(sets, weights, known, seen),
                Optional.of(mean(shares, weights, known, seen(shares, known))), tolerance.limit(metric), PASS_ERROR,
                known));
    }

    /** How much each set weighs in the mean. */
    static double[] weights(List<TrimmedMean> sets, double known) {
        return RandomEffects.weights(sets, seen(sets, known).orElse(known));
    }

    private Optional<Noise> noise(ClientId client, Metric metric) {
        return environment.flatMap(here -> here.noise(client, metric));
    }

    /** What two forks differ by, from what is known of each before they race; one that is unknown is as the other. */
    static double tau(double ofAnyClient, Optional<Noise> one, Optional<Noise> other) {
        return Math.max(ofAnyClient, AT_MOST * Math.hypot(one.or(() -> other).map(Noise::betweenForks).orElse(0.0),
                other.or(() -> one).map(Noise::betweenForks).orElse(0.0)));
    }

    /** The mean of each set. Where a set has too few values to tell its error, all values tell it. */
    static List<TrimmedMean> means(LogRatios losses, Function<double[], TrimmedMean> kind) {
        TrimmedMean all = kind.apply(losses.values());
        return losses.bySet().values().stream().map(set -> {
            // The mean of a single value is that value.
            TrimmedMean own = set.length < TrimmedMean.FEWEST ? all.ofFew(set[0], 1) : kind.apply(set);
            return set.length < Looks.FEWEST_VALUES ? all.ofFew(own.estimate(), set.length) : own;
        }).toList();
    }

    private static MeanLoss mean(List<TrimmedMean> sets, double[] weights, double known, OptionalDouble seen) {
        var mean = RandomEffects.of(sets, weights, seen.orElse(known));
        return new MeanLoss(mean.mean(), mean.standardError(),
                seen.isPresent() ? Math.min(sets.size() - 1, mean.degreesOfFreedom()) : mean.degreesOfFreedom(),
                (int) sets.stream().filter(set -> set.estimate() > 0).count(),
                (int) sets.stream().filter(set -> set.estimate() < 0).count());
    }

    /** What the sets of this run differ by, if it is more than is known. */
    private static OptionalDouble seen(List<TrimmedMean> sets, double known) {
        var apart = BetweenGroups.of(sets);
        return sets.size() > 1
                && apart.q(known) > Quantiles.chiSquared(1 - CONTRADICTION, apart.degreesOfFreedom())
                        ? OptionalDouble.of(BetweenGroups.deviation(List.of(apart)))
                        : OptionalDouble.empty();
    }

    @Override
    public Optional<Verdict> at(Look look) {
        return look.pairs() >= Looks.FIRST_PASS
                && look.all(metric -> noLoss(metric) && -metric.theta() < metric.limit())
                        ? Optional.of(new Verdict.Unchanged(false))
                        : changed(look);
    }

    @Override
    public Optional<Verdict> atTheEnd(Look last) {
        return last.pairs() >= Looks.FIRST_PASS && last.all(this::noLoss)
                ? Optional.of(new Verdict.Unchanged(true))
                : Optional.empty();
    }

    private Optional<Verdict> changed(Look look) {
        var worse = losing(look, UnaryOperator.identity());
        if (!worse.isEmpty()) {
            return Optional.of(new Verdict.Regressed(worse));
        }
        var better = FreshSet.tellsGains(look, ratios.tail())
                && look.estimates().values().stream().allMatch(this::noLoss)
                        ? losing(look, Estimate::mirrored)
                        : List.<Metric>of();
        return better.isEmpty() ? Optional.empty() : Optional.of(new Verdict.Improved(better));
    }

    /** The metrics in which an arm lost. */
    private List<Metric> losing(Look look, UnaryOperator<Estimate> seen) {
        return look.estimates().values().stream().map(seen)
                .filter(metric -> shown(metric, look.pairs()))
                .map(Estimate::metric).toList();
    }

    /** Whether a loss beyond the limit is ruled out, also by the interval that is told. */
    private boolean noLoss(Estimate metric) {
        return metric.noLoss() && ToldInterval.rulesLossOut(metric, this);
    }

    /** Whether a loss is certain, also by the interval that is told, and enough sets each show it. */
    boolean shown(Estimate metric, int pairs) {
        return metric.certain(error(pairs))
                .anyMatch(mean -> mean.worse() >= (metric.theta() > PLAIN_LOSS ? SETS_OF_A_PLAIN_LOSS : SETS)
                        && (mean != metric.throughout() || ToldInterval.of(metric, this).lower() > 0));
    }
}
