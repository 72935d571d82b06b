package dev.regatta.gate;

import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Contrast;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.baseline.Tail;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;

import java.util.List;
import java.util.Optional;

/**
 * The candidate's ratio to the reference against the stored one: {@code SE^2 = SE_w^2 + tau^2 + SE_stored^2} with tau the
 * standard deviation of the difference between two runs. Tau is a constant and not estimated from the pairs, so that the
 * degrees of freedom are those of Satterthwaite (1946): {@code df_w (SE / SE_w)^4}.
 *
 * @param contrast    candidate and reference, at the stored percentile
 * @param entry       what is stored
 * @param environment where it was measured
 * @param tolerance   tight for the same environment, wide for another
 * @param client      the client
 */
record Book(Contrast contrast, BookEntry entry, Environment environment, Tolerance tolerance,
        ClientId client) implements Comparison {

    /**
     * Of calling a loss at the limit unchanged: larger than a duel's, because what differs between two runs is the same at
     * every look, and no number of pairs makes it smaller. With the error of a duel, ten of 32 unchanged cells stayed
     * undecided.
     */
    private static final double PASS_ERROR = 0.05;

    /** Beyond this many, degrees of freedom make no difference. */
    private static final double PLENTY = 1e6;

    @Override
    public How how() {
        return How.BOOK;
    }

    @Override
    public List<Arm> arms() {
        return List.of(Arm.CANDIDATE, Arm.REFERENCE);
    }

    @Override
    public Tail tail() {
        return contrast.tail();
    }

    @Override
    public Optional<Estimate> estimate(Metric metric, int pairs) {
        var stored = entry.ratios().get(metric);
        var losses = contrast.first(pairs, metric).map(now -> metric.loss(now - stored.logRatio()));
        if (losses.count() < Looks.FEWEST_VALUES) {
            return Optional.empty();
        }
        var mean = losses.summary().orElseThrow();
        double within = mean.standardError();
        double error = Math.sqrt(within * within + Math.pow(betweenRuns(metric), 2)
                + Math.pow(stored.standardError(), 2));
        double freedom = within == 0
                ? PLENTY
                : Math.min(PLENTY,
                        mean.degreesOfFreedom() * Math.pow(error / within, 4));
        return Optional.of(new Estimate(metric, losses, mean.estimate(), error, freedom, tolerance.limit(metric), 0,
                PASS_ERROR));
    }

    /** Calibrated where it was, in this environment; never below the forks' own spread. */
    private double betweenRuns(Metric metric) {
        Optional<Noise> noise = environment.noise(client, metric);
        double known = noise.isPresent() && noise.get().betweenRuns().isPresent()
                && tolerance.equals(Tolerance.SAME_ENVIRONMENT)
                        ? noise.get().betweenRuns().getAsDouble()
                        : tolerance.fluctuation(metric);
        return Math.max(known, noise.map(Noise::betweenForks).orElse(0.0));
    }
}
