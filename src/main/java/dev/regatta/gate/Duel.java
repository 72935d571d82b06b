package dev.regatta.gate;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.Environment;
import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.stats.BetweenGroups;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Candidate against baseline in the same run: {@code SE^2 = SE_w^2 + tau^2 / F} with F forks of equally many pairs, or what
 * forks of unequally many are worth, and tau between them. Tau is the baseline's noise, as large as it may be
 * ({@link #AT_MOST}), times {@code sqrt(2)}, because two drivers race here, but at least the floor. Where this run's own
 * forks contradict it, it is what they show, with the degrees of freedom that so few forks have.
 *
 * @param ratios    both arms
 * @param environment whose noise section tells tau, if any is near enough
 * @param tolerance   of what only waits, or of everything else
 * @param client      the client
 */
record Duel(PairedRatios ratios, Optional<Environment> environment, Tolerance tolerance,
        ClientId client) implements Comparison {

    /** Of calling a loss at the limit unchanged, at one look; the looks of a duel see ever new pairs and forks. */
    static final double PASS_ERROR = 0.0075;

    /**
     * How much larger than calibrated it may be: the upper end of a one-sided 75 % interval of a standard deviation found in nine
     * forks, three of each of three cells, {@code sqrt(9 / 5.90)}.
     */
    static final double AT_MOST = 1.24;

    /**
     * If Cochran's Q rejects tau at this level, tau is estimated from this run's forks, with their degrees of freedom.
     */
    private static final double CONTRADICTION = 0.1;

    /** From this tau on, a change of {@link #margin} must be exceeded: forks alone could feign a smaller one. */
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
    public Set<Integer> setAside(int pairs) {
        return ratios.disturbedForks(pairs);
    }

    @Override
    public Optional<Estimate> estimate(Metric metric, int pairs) {
        var losses = ratios.first(pairs, metric).without(setAside(pairs)).map(metric::loss);
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
                Math.hypot(mean.standardError(), tau / Math.sqrt(losses.equalForks())), mean.degreesOfFreedom(),
                tolerance.limit(metric), known >= RESTLESS ? margin(metric) : 0, PASS_ERROR, expected, freedom));
    }

    private static double margin(Metric metric) {
        return switch (metric) {
            case THROUGHPUT, CLIENT_CPU -> 0.01;
            case TAIL_LATENCY -> 0.02;
        };
    }
}
