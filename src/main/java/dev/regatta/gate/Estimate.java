package dev.regatta.gate;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.stats.Extremes;
import dev.regatta.stats.TrimmedMean;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a comparison knows of one metric at one look.
 *
 * @param metric       the metric
 * @param losses       the loss of each pair or block, positive when the candidate is worse
 * @param throughout   the loss: their 20 % trimmed mean
 * @param inAll        the plain mean of the shares lost, see {@link #share}, which holds what trimming sets aside; empty
 *                     where a trimmed mean is enough
 * @param limit        the largest tolerated loss
 * @param passError    one-sided error of passing a loss at the limit
 * @param betweenForks the known standard deviation of the difference of two forks of one recipe, above 0, whatever the
 *                     forks of this run show
 */
record Estimate(Metric metric, LogRatios losses, MeanLoss throughout, Optional<MeanLoss> inAll, double limit,
        double passError, double betweenForks) {

    /**
     * A value is extreme when it differs from the trimmed mean by this many winsorised standard deviations, and at least
     * by the limit.
     */
    private static final double EXTREME = 2.5;

    /**
     * Extreme losses outnumber extreme gains when the p-value of the sign test is below this: two losses and no gain,
     * or six of nine. The level is weak because a tenth of the slices of a first look are few.
     */
    private static final double ASYMMETRY = 0.3;

    /** One-sided error of what trimming hides. */
    private static final double HIDDEN_ERROR = 0.05;

    /** The loss as a logarithm: the trimmed mean. */
    double theta() {
        return throughout.loss();
    }

    /** The standard error of {@link #theta}. */
    double standardError() {
        return throughout.standardError();
    }

    /** Whether a loss beyond the limit is ruled out, one that trimming would hide included. */
    boolean noLoss() {
        return worst() < limit;
    }

    /**
     * The largest loss that is not ruled out: of the trimmed mean, and of the mean over all values where extreme losses
     * outnumber extreme gains.
     */
    double worst() {
        double worst = throughout.upper(passError);
        return inAll.filter(all -> mayHide()).map(all -> Math.max(worst, loss(all.upper(HIDDEN_ERROR)))).orElse(worst);
    }

    /**
     * The means that show a loss, for certain but for {@code error}; none where a loss beyond the limit is ruled out. The
     * mean over all values shows what trimming hides: it is larger than tolerated, and the trimmed mean is not.
     */
    Stream<MeanLoss> certain(double error) {
        return noLoss()
                ? Stream.empty()
                : Stream.concat(Stream.of(throughout),
                        inAll.filter(all -> theta() <= limit && mayHide() && all.loss() > share(limit)).stream())
                        .filter(mean -> mean.lower(error) > 0);
    }

    /**
     * What hides beside a trimmed mean within the limit: the mean over all values, as a fraction that is lost. It is why
     * this is not unchanged, or why it regressed. Empty where nothing hides, and where the trimmed mean shows the loss.
     */
    Optional<Double> hidden() {
        return inAll.filter(all -> theta() <= limit && mayHide() && loss(all.upper(HIDDEN_ERROR)) > limit)
                .map(all -> metric.fraction(loss(all.loss())));
    }

    /** The same comparison seen from the other arm. */
    Estimate mirrored() {
        return new Estimate(metric, losses.map(loss -> -loss), throughout.mirrored(), inAll.map(MeanLoss::mirrored),
                limit, passError, betweenForks);
    }

    /** Whether extreme losses outnumber extreme gains. */
    private boolean mayHide() {
        double distance = Math.max(limit, EXTREME * losses.summary().map(TrimmedMean::winsorisedDeviation).orElse(0.0));
        return Extremes.of(theta(), distance, losses.values()).pValue() < ASYMMETRY;
    }

    /** A loss as the share of the larger side, between -1 and 1. Swapping the arms only changes its sign. */
    static double share(double loss) {
        return Math.signum(loss) * -Math.expm1(-Math.abs(loss));
    }

    /** The loss of a share: what {@link #share} makes of it. Nothing is lost wholly. */
    private static double loss(double share) {
        return Math.signum(share) * -Math.log1p(-Math.min(Math.abs(share), Math.nextDown(1.0)));
    }
}
