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
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Candidate against baseline in the same run. What forks differ by is one variance, pooled from any client's forks, those of this
 * client's calibration and those of this run, by their degrees of freedom (Smyth, "Linear models and empirical Bayes methods",
 * Statistical Applications in Genetics and Molecular Biology 3, 2004):
 *
 * <pre>
 * tau^2 = (d0 s0^2 + d 2 betweenForks^2 + (F - 1) own^2) / (d0 + d + F - 1)
 * own^2 = F (sum of p_f (loss_f - loss)^2 - f SE_w^2) / (F - 1), at least 0
 * SE^2  = SE_w^2 + tau^2 / F
 * </pre>
 *
 * f is one less than there are sets, and F their number, or the effective number if they have different numbers of pairs, and p_f the share of the pairs of
 * a set. The degrees of freedom of SE^2 are as by Satterthwaite (Biometrics Bulletin 2, 1946).
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
     * The degrees of freedom d0 of s0: what makes the recorded differences between forks of 28 clients likeliest, 14 in either
     * hour.
     */
    private static final double OF_ANY_CLIENT = 4;

    /** Those of a calibration: three forks of each of three cells, whose mean difference is known to be 0. */
    private static final double CALIBRATED = 9;

    /**
     * If an F-test rejects what is known at this level, the sets of this run alone tell what they differ by: forks of one cell
     * may differ by far more than those that were calibrated.
     */
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
        var known = environment.flatMap(here -> here.noise(client, metric));
        var apart = apart(tolerance.fluctuation(metric), known);
        return Optional.of(new Estimate(metric, losses, mean(losses, TrimmedMean::of, apart),
                Optional.of(mean(losses.map(Estimate::share), TrimmedMean::untrimmed, apart)),
                tolerance.limit(metric), PASS_ERROR, Math.sqrt(apart.square())));
    }

    /** A variance as it is estimated, with the degrees of freedom of the estimate. */
    record Variance(double square, double freedom) {

        /** The variance of which both are estimates. */
        Variance pooled(Variance other) {
            double both = freedom + other.freedom;
            return new Variance((freedom * square + other.freedom * other.square) / both, both);
        }

        /** The variance of a sum. */
        Variance plus(Variance other) {
            double sum = square + other.square;
            return new Variance(sum,
                    sum * sum / (square * square / freedom + other.square * other.square / other.freedom));
        }
    }

    /** What two forks of one recipe differ by, from what is known before they race. */
    static Variance apart(double ofAnyClient, Optional<Noise> noise) {
        var any = new Variance(ofAnyClient * ofAnyClient, OF_ANY_CLIENT);
        return noise.map(known -> any.pooled(new Variance(2 * Math.pow(known.betweenForks(), 2), CALIBRATED)))
                .orElse(any);
    }

    /** A mean of losses, whose error holds what forks differ by. */
    private static MeanLoss mean(LogRatios losses, Function<double[], TrimmedMean> kind, Variance apart) {
        TrimmedMean mean = kind.apply(losses.values());
        var within = new Variance(Math.pow(mean.standardError(), 2), mean.degreesOfFreedom());
        double sets = losses.equalSets();
        double scatter = losses.bySet().values().stream()
                .mapToDouble(set -> set.length * Math.pow(centre(kind, set) - mean.estimate(), 2)).sum()
                / losses.count();
        var between = sets > 1 ? between(losses, scatter, within, apart) : apart;
        var error = within.plus(new Variance(between.square() / sets, between.freedom()));
        var each = losses.bySet().values().stream().map(set -> centre(kind, set)).toList();
        return new MeanLoss(mean.estimate(), Math.sqrt(error.square()), error.freedom(),
                (int) each.stream().filter(set -> set > 0).count(), (int) each.stream().filter(set -> set < 0).count());
    }

    /**
     * What is known, and what the sets of this run add to it; these alone if they contradict it, which is an F-test of their mean
     * square against the expected one.
     */
    private static Variance between(LogRatios losses, double scatter, Variance within, Variance known) {
        double sets = losses.equalSets();
        int freedom = losses.bySet().size() - 1;
        double meanSquare = sets * scatter / (sets - 1);
        double pairs = sets * freedom * within.square() / (sets - 1);
        var expected = known.plus(new Variance(pairs, within.freedom()));
        double own = Math.max(0, meanSquare - pairs);
        return meanSquare > Quantiles.f(1 - CONTRADICTION, freedom, expected.freedom()) * expected.square()
                ? new Variance(own, freedom)
                : known.pooled(new Variance(own, sets - 1));
    }

    /** The mean of one set, of a single value as well. */
    private static double centre(Function<double[], TrimmedMean> kind, double... set) {
        return set.length < TrimmedMean.FEWEST ? set[0] : kind.apply(set).estimate();
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
