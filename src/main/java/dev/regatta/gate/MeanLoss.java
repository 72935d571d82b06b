package dev.regatta.gate;

import dev.regatta.stats.Detectable;
import dev.regatta.stats.Quantiles;

/**
 * A mean loss with its error.
 *
 * @param loss             the mean, positive when the candidate is worse
 * @param standardError    of the mean, forks included
 * @param degreesOfFreedom of the standard error
 * @param worse            how many sets, each taken alone, show a loss
 * @param better           how many show such a gain
 */
record MeanLoss(double loss, double standardError, double degreesOfFreedom, int worse, int better) {

    /** The upper end of a one-sided interval that misses with {@code error}. */
    double upper(double error) {
        return loss + Quantiles.student(1 - error, degreesOfFreedom) * standardError;
    }

    /** The lower end of a one-sided interval that misses with {@code error}. */
    double lower(double error) {
        return loss - Quantiles.student(1 - error, degreesOfFreedom) * standardError;
    }

    /** The smallest loss that would have been significant at {@code level} with probability {@value Detectable#POWER}. */
    double detectable(double level) {
        return loss - lower(level) + Quantiles.normal(Detectable.POWER) * standardError;
    }

    /** The same seen from the other arm. */
    MeanLoss mirrored() {
        return new MeanLoss(-loss, standardError, degreesOfFreedom, better, worse);
    }
}
