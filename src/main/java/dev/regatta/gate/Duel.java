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
import dev.regatta.stats.TrimmedMean;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Candidate against baseline in the same run. What forks differ by is known from before, and the forks of this run tell more:
 * one variance is pooled from both, weighted by their degrees of freedom (as by Smyth, "Linear models and empirical Bayes
 * methods", Statistical Applications in Genetics and Molecular Biology 3, 2004):
 *
 * <pre>
 * tau^2     = (d0 s0^2 + d 2 betweenForks^2) / (d0 + d)
 * E^2       = SE_w^2 + tau^2 / F                                     what was expected, with e degrees of freedom
 * SE^2      = (e E^2 + sum of p_f (loss_f - loss)^2) / (e + F - 1)   with e + F - 1
 * </pre>
 *
 * s0 is what forks of any client differ by, betweenForks what the client's were calibrated to, twice because two drivers race
 * here. F is the number of sets, or their effective number if they have different numbers of pairs, and p_f the share of the
 * pairs of a fork. The degrees of freedom e are those of a sum of two variances (Satterthwaite, "An approximate distribution of
 * estimates of variance components", Biometrics Bulletin 2, 1946). Where the forks of this run differ as expected, both parts
 * estimate the same.
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
     * The degrees of freedom of s0. With 2, and 3 to 4 of a calibration, the forks of the recorded cells are likeliest, each cell
     * told from s0 and from the other cells of its client (62 cells of both hours). Both are few because cells of one client
     * differ.
     */
    private static final double OF_ANY_CLIENT = 2;

    /** Those of a calibration. */
    private static final double CALIBRATED = 4;

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
        double sets = losses.equalSets();
        double scatter = losses.bySet().values().stream()
                .mapToDouble(set -> set.length * Math.pow(centre(kind, set) - mean.estimate(), 2)).sum()
                / losses.count();
        var error = new Variance(Math.pow(mean.standardError(), 2), mean.degreesOfFreedom())
                .plus(new Variance(apart.square() / sets, apart.freedom()));
        if (sets > 1) {
            error = error.pooled(new Variance(scatter / (sets - 1), sets - 1));
        }
        var sets = losses.bySet().values().stream().mapToDouble(set -> centre(kind, set)).toArray();
        return new MeanLoss(mean.estimate(), Math.sqrt(error.square()), error.freedom(),
                (int) Arrays.stream(sets).filter(set -> set > 0).count(),
                (int) Arrays.stream(sets).filter(set -> set < 0).count());
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
