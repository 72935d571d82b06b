package dev.regatta.stats;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

import java.util.Arrays;
import java.util.List;

/**
 * How much the means of groups differ beyond their own standard errors: Cochran's Q ("The combination of estimates from
 * different experiments", Biometrics 10, 1954) and the method of moments.
 *
 * @param means          one per group, at least one
 * @param standardErrors of the means, at least 0
 */
public record BetweenGroups(double[] means, double[] standardErrors) {

    /** Copies the arrays and checks that they belong together. */
    public BetweenGroups {
        means = means.clone();
        standardErrors = standardErrors.clone();
        if (means.length == 0 || means.length != standardErrors.length) {
            throw new IllegalArgumentException(
                    means.length + " means with " + standardErrors.length + " standard errors are no groups");
        }
    }

    /** The groups of these means. */
    public static BetweenGroups of(List<TrimmedMean> means) {
        return new BetweenGroups(means.stream().mapToDouble(TrimmedMean::estimate).toArray(),
                means.stream().mapToDouble(TrimmedMean::standardError).toArray());
    }

    /** Degrees of freedom between the groups: one less than there are. */
    public int degreesOfFreedom() {
        return means.length - 1;
    }

    /**
     * Whether the groups differ by more than a standard deviation of {@code deviation} between them explains: Q exceeds
     * the chi-squared quantile that it stays below with probability {@code 1 - error}.
     */
    public boolean contradicts(double deviation, double error) {
        if (degreesOfFreedom() == 0) {
            return false;
        }
        double sum = 0;
        double weights = 0;
        for (int i = 0; i < means.length; i++) {
            double weight = weight(i, deviation);
            sum += weight * means[i];
            weights += weight;
        }
        double q = 0;
        for (int i = 0; i < means.length; i++) {
            q += weight(i, deviation) * Math.pow(means[i] - sum / weights, 2);
        }
        return q > ChiSquaredDistribution.of(degreesOfFreedom()).inverseSurvivalProbability(error);
    }

    /**
     * The standard deviation between the groups beyond their standard errors, by the method of moments; 0 for one
     * group.
     */
    public double deviation() {
        if (degreesOfFreedom() == 0) {
            return 0;
        }
        return Math.sqrt(Math.max(0, scatter() / degreesOfFreedom() - within()));
    }

    /**
     * The sum of the squared deviations of the means from their centre, less the part that the standard errors explain.
     */
    public double excess() {
        return scatter() - degreesOfFreedom() * within();
    }

    private double scatter() {
        double centre = Arrays.stream(means).average().orElseThrow();
        return Arrays.stream(means).map(mean -> (mean - centre) * (mean - centre)).sum();
    }

    private double within() {
        return Arrays.stream(standardErrors).map(error -> error * error).average().orElseThrow();
    }

    private double weight(int i, double deviation) {
        return 1 / Math.max(1e-12, deviation * deviation + standardErrors[i] * standardErrors[i]);
    }
}
