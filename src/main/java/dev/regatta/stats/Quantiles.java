package dev.regatta.stats;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Quantiles of the reference distributions, from Apache Commons Statistics. */
public final class Quantiles {

    private Quantiles() {
    }

    /**
     * The value a standard normal variable stays below with {@code probability}.
     *
     * @param probability above 0 and below 1
     */
    public static double normal(double probability) {
        check(probability);
        return NormalDistribution.of(0, 1).inverseCumulativeProbability(probability);
    }

    /**
     * The value Student's t with {@code degreesOfFreedom} stays below with {@code probability}.
     *
     * @param probability      above 0 and below 1
     * @param degreesOfFreedom above 0, not necessarily whole
     */
    public static double student(double probability, double degreesOfFreedom) {
        check(probability);
        // The upper tail is computed from the lower one, which keeps its digits at levels such as 1 - 1e-7.
        return probability > 0.5
                ? -TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(1 - probability)
                : TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(probability);
    }

    /**
     * The value a sum of so many squares of standard normal variables stays below with {@code probability}.
     *
     * @param probability      above 0 and below 1
     * @param degreesOfFreedom above 0
     */
    public static double chiSquared(double probability, double degreesOfFreedom) {
        check(probability);
        return ChiSquaredDistribution.of(degreesOfFreedom).inverseCumulativeProbability(probability);
    }

    private static void check(double probability) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException(probability + " is not a probability between 0 and 1");
        }
    }
}
