package dev.regatta.gate;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.stats.BetweenGroups;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Candidate against baseline in the same run: {@code SE^2 = SE_w^2 + tau^2 / F}. F is the number of forks, or their
 * effective number if they have different numbers of pairs. Tau is the standard deviation between forks: the one in the
 * baseline's noise, times {@link #AT_MOST}, times {@code sqrt(2)} because two drivers race here, but at least the
 * floor. If this run's own forks contradict tau, it is estimated from them, with the degrees of freedom that so few
 * forks have.
 *
 * @param ratios    both arms
 * @param environment whose noise section tells tau, if any is near enough
 * @param tolerance   of what only waits, or of everything else
 * @param client      the client
 */
record Duel(PairedRatios ratios, Optional<Environment> environment, Tolerance tolerance,
        ClientId client) implements Comparison {

    /**
     * The error of calling a loss at the limit unchanged, at one look. Each look of a duel sees new pairs and forks.
     */
    static final double PASS_ERROR = 0.0075;

    /**
     * How many times larger than calibrated the standard deviation between forks may be: the upper end of a one-sided
     * 75 % interval of a standard deviation found in nine forks, three of each of three cells, {@code sqrt(9 / 5.90)}.
     */
    static final double AT_MOST = 1.24;

    /**
     * If Cochran's Q rejects tau at this level, tau is estimated from this run's forks, with their degrees of freedom.
     */
    private static final double CONTRADICTION = 0.1;

    /**
     * If the calibrated standard deviation between forks is at least this, a loss must exceed {@link #margin}: forks
     * alone could feign a smaller one.
     */
    private static final double RESTLESS = 0.01;

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
    public Set<Integer> setAside(int pairs) {
        return ratios.disturbedForks(pairs);
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
        var mean = losses.summary().orElseThrow();
        double known = environment.flatMap(here -> here.noise(client, metric)).map(Noise::betweenForks).orElse(0.0);
        double expected = Math.max(AT_MOST * Math.sqrt(2) * known, tolerance.fluctuation(metric));
        double tau = expected;
        double freedom = mean.degreesOfFreedom();
        BetweenGroups forks = losses.betweenForks();
        if (forks.contradicts(tau, CONTRADICTION)) {
            tau = Math.max(tau, forks.deviation());
            freedom = Math.min(freedom, forks.degreesOfFreedom());
        }
        return Optional.of(new Estimate(metric, losses, mean.estimate(),
                Math.hypot(mean.standardError(), tau / Math.sqrt(losses.equalForks())), freedom,
                tolerance.limit(metric), known >= RESTLESS ? margin(metric) : 0, PASS_ERROR, expected));
    }

    private static double margin(Metric metric) {
        return switch (metric) {
            case THROUGHPUT, CLIENT_CPU -> 0.01;
            case TAIL_LATENCY -> 0.02;
        };
    }
}
