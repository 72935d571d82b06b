package dev.regatta.stats;

import java.util.Arrays;
import java.util.List;

/**
 * The mean of groups whose true means differ: the random-effects mean of R. DerSimonian and N. Laird, "Meta-analysis in
 * clinical trials", Controlled Clinical Trials 7 (1986). A group of which little is known weighs little.
 *
 * @param mean             the weighted mean of the groups' means
 * @param standardError    of it: of the groups' own errors, and of what groups differ by
 * @param degreesOfFreedom of the groups' own errors (F. E. Satterthwaite, Biometrics Bulletin 2, 1946)
 */
public record RandomEffects(double mean, double standardError, double degreesOfFreedom) {

    /**
     * The weights at which the mean is known best: {@code 1 / (SE_f^2 + between^2)}.
     *
     * @param between the standard deviation of what groups differ by, above 0
     */
    public static double[] weights(List<TrimmedMean> groups, double between) {
        return groups.stream().mapToDouble(group -> 1 / (square(group.standardError()) + square(between))).toArray();
    }

    /**
     * The mean of groups with these weights.
     *
     * @param groups  at least one
     * @param weights one per group, above 0
     * @param between the standard deviation of what groups differ by
     */
    public static RandomEffects of(List<TrimmedMean> groups, double[] weights, double between) {
        double sum = Arrays.stream(weights).sum();
        double mean = 0;
        double within = 0;
        double squares = 0;
        double shares = 0;
        double all = 0;
        for (int i = 0; i < weights.length; i++) {
            TrimmedMean group = groups.get(i);
            double share = weights[i] / sum;
            double variance = square(share * group.standardError());
            mean += share * group.estimate();
            within += variance;
            squares += square(variance) / group.degreesOfFreedom();
            shares += square(share);
            all += group.degreesOfFreedom();
        }
        return new RandomEffects(mean, Math.sqrt(within + shares * square(between)),
                squares == 0 ? all : square(within) / squares);
    }

    private static double square(double value) {
        return value * value;
    }
}
