package dev.regatta.stats;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * How much the means of groups differ beyond their own standard errors: Cochran's Q ("The combination of estimates from
 * different experiments", Biometrics 10, 1954), and the deviation at which it is what it should be.
 *
 * @param means          one per group, at least one
 * @param standardErrors of the means, at least 0
 */
public record BetweenGroups(double[] means, double[] standardErrors) {

    /** No logarithms differ by more. */
    private static final double MOST = 50;

    private static final double PRECISION = 1e-9;

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
     * The standard deviation between groups, the same in several kinds of them: that at which the sum of their Q is the sum of
     * their degrees of freedom, or 0 (Paule and Mandel, "Consensus values and weighting factors", Journal of Research of the
     * National Bureau of Standards 87, 1982).
     */
    public static double deviation(List<BetweenGroups> kinds) {
        return deviation(deviation -> kinds.stream().mapToDouble(kind -> kind.q(deviation)).sum(),
                kinds.stream().mapToInt(BetweenGroups::degreesOfFreedom).sum());
    }

    /** The same of these groups about a centre that is known; every group is a degree of freedom then. */
    public double deviationAbout(double centre) {
        return deviation(deviation -> q(deviation, centre), means.length);
    }

    private static double deviation(DoubleUnaryOperator q, int degreesOfFreedom) {
        double low = 0;
        double high = MOST;
        while (high - low > PRECISION) {
            double middle = (low + high) / 2;
            if (q.applyAsDouble(middle) > degreesOfFreedom) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Cochran's Q where groups differ by a standard deviation of {@code deviation} beyond their standard errors. */
    public double q(double deviation) {
        double sum = 0;
        double weights = 0;
        for (int i = 0; i < means.length; i++) {
            sum += weight(i, deviation) * means[i];
            weights += weight(i, deviation);
        }
        return q(deviation, sum / weights);
    }

    /** The same about a centre that is known. */
    double q(double deviation, double centre) {
        double q = 0;
        for (int i = 0; i < means.length; i++) {
            q += weight(i, deviation) * Math.pow(means[i] - centre, 2);
        }
        return q;
    }

    private double weight(int i, double deviation) {
        return 1 / Math.max(1e-12, deviation * deviation + standardErrors[i] * standardErrors[i]);
    }
}
