package dev.regatta.gate;

import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.RandomEffects;
import dev.regatta.stats.TrimmedMean;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The 95 % interval of a loss that is told beside a verdict. Whoever is worse or better is so by it as well, and a loss beyond
 * the limit that is ruled out lies outside it: that of two versions is narrower than what a verdict asks, and that of two clients
 * may be wider.
 *
 * @param lower its lower end
 * @param upper its upper end
 */
record ToldInterval(double lower, double upper) {

    /** One-sided error of a 95 % interval. */
    private static final double ERROR = 0.025;

    /**
     * That of two clients has half the error. Their race ends when the interval is narrow, and sets that agree by luck end it
     * too soon. Of normal values the mean is independent of the scatter, so that nothing else is lost: whatever the sets
     * differ by and however narrow it is to be, such an interval covers in 94.4 % at least, and with what is known of forks as
     * a minimum in more (simulated; N. Starr, "The performance of a sequential procedure for the fixed-width interval
     * estimation of the mean", Annals of Mathematical Statistics 37, 1966).
     */
    private static final double NARROWED_ERROR = ERROR / 2;

    /** With fewer sets nothing tells what they differ by. */
    static final int FEWEST_SETS = 3;

    /** The interval of what a comparison knows of a metric. */
    static ToldInterval of(Estimate estimate, Comparison comparison) {
        return asksSets(estimate, comparison) ? ofClients(estimate) : of(estimate.throughout(), ERROR);
    }

    /** Whether a loss beyond the limit lies outside it. That of two clients tells so when it asks the sets. */
    static boolean rulesLossOut(Estimate estimate, Comparison comparison) {
        return (!ofClients(comparison) || asksSets(estimate, comparison))
                && of(estimate, comparison).upper < estimate.limit();
    }

    private static boolean asksSets(Estimate estimate, Comparison comparison) {
        return ofClients(comparison) && estimate.losses().bySet().size() >= FEWEST_SETS;
    }

    private static boolean ofClients(Comparison comparison) {
        return comparison instanceof Duel duel && duel.rival().isPresent();
    }

    /**
     * Of two clients the interval is what is asked for, so that it asks the sets: what is known of forks was calibrated
     * within one client, and is only the least that these may differ by. Each set is one observation, and one that tells
     * little less than that (Kish's effective number of sets).
     */
    private static ToldInterval ofClients(Estimate estimate) {
        double known = estimate.betweenForks();
        List<TrimmedMean> sets = Duel.means(estimate.losses(), TrimmedMean::of);
        double[] weights = Duel.weights(sets, known);
        double between = Math.max(known, BetweenGroups.deviation(List.of(BetweenGroups.of(sets))));
        double sum = DoubleStream.of(weights).sum();
        double effective = sum * sum / DoubleStream.of(weights).map(weight -> weight * weight).sum();
        return of(new MeanLoss(estimate.theta(), RandomEffects.of(sets, weights, between).standardError(),
                Math.max(1, effective - 1), 0, 0), NARROWED_ERROR);
    }

    private static ToldInterval of(MeanLoss mean, double error) {
        return new ToldInterval(mean.lower(error), mean.upper(error));
    }
}
