package dev.regatta.gate;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Candidate against baseline in the same run: {@code SE^2 = SE_w^2 + tau^2 / F}. F is the number of sets, or their
 * effective number if they have different numbers of pairs. Tau is the standard deviation between forks: the one in the
 * baseline's noise, times {@link #AT_MOST}, times {@code sqrt(2)} because two drivers race here, but at least what any
 * client's forks differ by. If this run's own sets contradict tau, it is estimated from them, with the degrees of freedom
 * that so few sets have.
 *
 * @param ratios    both arms
 * @param environment whose noise section tells tau, if any is near enough
 * @param tolerance   of the workload
 * @param client      the client
 */
record Duel(PairedRatios ratios, Optional<Environment> environment, Tolerance tolerance,
        ClientId client) implements Comparison {

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

    /** What it costs to start a set and to warm it up: about as long for most clients. */
    private static final double SET_NANOS = 10e9;

    @Override
    public ComparisonKind how() {
        return ComparisonKind.DUEL;
    }

    @Override
    public List<Arm> arms() {
        return List.of(Arm.CANDIDATE, Arm.BASELINE);
    }

    @Override
    public Optional<BookEntry> entry(CellId cell) {
        return environment.flatMap(there -> there.entry(cell));
    }

    @Override
    public Optional<Estimate> estimate(Metric metric, int pairs) {
        return estimate(metric, pairs, setAside(pairs));
    }

    @Override
    public Optional<Estimate> estimateInNoise(Metric metric, int pairs) {
        return estimate(metric, pairs, Set.of());
    }

    private Optional<Estimate> estimate(Metric metric, int pairs, Set<Integer> without) {
        var losses = ratios.first(pairs, metric).without(without).map(metric::loss);
        if (losses.count() < Looks.FEWEST_VALUES) {
            return Optional.empty();
        }
        double tau = tau(tolerance.fluctuation(metric), environment.flatMap(here -> here.noise(client, metric)));
        return Optional.of(new Estimate(metric, losses, mean(losses, TrimmedMean::of, tau),
                Optional.of(mean(losses.map(Estimate::share), TrimmedMean::untrimmed, tau)),
                tolerance.limit(metric), PASS_ERROR, tau));
    }

    /** What two forks of one recipe differ by, from what is known before they race. */
    static double tau(double ofAnyClient, Optional<Noise> noise) {
        return Math.max(ofAnyClient, noise.map(known -> AT_MOST * Math.sqrt(2) * known.betweenForks()).orElse(0.0));
    }

    /** A mean of losses, whose error holds what forks differ by. */
    private static MeanLoss mean(LogRatios losses, Function<double[], TrimmedMean> kind, double expected) {
        TrimmedMean mean = kind.apply(losses.values());
        var sets = losses.bySet().values();
        var means = sets.stream().filter(set -> set.length >= TrimmedMean.FEWEST).map(kind).toList();
        Optional<BetweenGroups> apart = contradiction(means, expected);
        double tau = apart.map(groups -> BetweenGroups.deviation(List.of(groups))).orElse(expected);
        double freedom = apart.map(groups -> Math.min(groups.degreesOfFreedom(), mean.degreesOfFreedom()))
                .orElse(mean.degreesOfFreedom());
        // The mean of a single value is that value.
        var each = DoubleStream.concat(means.stream().mapToDouble(TrimmedMean::estimate),
                sets.stream().filter(set -> set.length < TrimmedMean.FEWEST).mapToDouble(set -> set[0])).toArray();
        return new MeanLoss(mean.estimate(), Math.hypot(mean.standardError(), tau / Math.sqrt(losses.equalSets())),
                freedom, (int) Arrays.stream(each).filter(set -> set > 0).count(),
                (int) Arrays.stream(each).filter(set -> set < 0).count());
    }

    /** The sets of this run, if they differ by more than is expected. */
    private static Optional<BetweenGroups> contradiction(List<TrimmedMean> sets, double expected) {
        return Optional.of(sets).filter(several -> several.size() > 1).map(BetweenGroups::of)
                .filter(apart -> apart.q(expected) > Quantiles.chiSquared(1 - CONTRADICTION, apart.degreesOfFreedom()));
    }

    /**
     * Whether the last set is long enough: a fresh set buys more precision in a second than further pairs of
     * this one. For pairs that take c_p and scatter by s_p, and sets that take c_f and differ by tau, that is so from
     * {@code sqrt((c_f / c_p) (s_p^2 / tau^2))} pairs on (Kalibera and Jones, "Rigorous benchmarking in reasonable
     * time", ISMM 2013). With the time t that its pairs took and the standard error s of their mean, which is
     * {@code s_p / sqrt(t / c_p)}, this says {@code t tau^2 >= c_f s^2}. The metric counts whose error is largest beside
     * its limit.
     */
    boolean isLongEnough(SortedMap<Metric, Estimate> estimates) {
        var binding = estimates.values().stream()
                .max(Comparator.comparingDouble(estimate -> estimate.standardError() / estimate.limit()));
        int last = ratios.lastSet();
        return binding.isPresent() && ratios.all(binding.get().metric()).ofSet(last).summary()
                .filter(set -> ratios.nanosOfSet(last) * Math.pow(binding.get().betweenForks(), 2) >= SET_NANOS
                        * Math.pow(set.standardError(), 2))
                .isPresent();
    }
}
