package dev.regatta.stats;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The sign-flip randomisation test of a trimmed mean (Fisher, "The Design of Experiments", 1935, section 21): when the
 * order within every pair was a coin and the arms are alike, each difference could as well have had the other sign. The
 * p-value counts how often random signs give a trimmed mean at least as large as the observed one, the observed one
 * included: {@code (1 + exceeding) / (1 + flips)}, which is valid for any number of flips (Phipson and Smyth, 2010).
 *
 * @param flips how many random sign vectors are drawn, at least {@value #FEWEST_FLIPS}
 * @param seed  where they are drawn from
 */
public record SignFlipTest(int flips, long seed) {

    /** Fewer flips cannot tell the levels apart at which a gate decides. */
    public static final int FEWEST_FLIPS = 200_000;

    /** How many exceeding flips are expected at the level itself: the decision's own error is about 1/3 of the level. */
    private static final int EXPECTED_AT_LEVEL = 10;

    private static final int MOST_FLIPS = 20_000_000;

    /** Checks the number of flips. */
    public SignFlipTest {
        if (flips < FEWEST_FLIPS) {
            throw new IllegalArgumentException(
                    flips + " flips are too few, at least " + FEWEST_FLIPS + " are needed");
        }
    }

    /** A test with enough flips to reject at {@code level}. */
    public static SignFlipTest forLevel(double level, long seed) {
        double wanted = Math.ceil(EXPECTED_AT_LEVEL / level);
        if (!(level > 0 && level < 1) || wanted > MOST_FLIPS) {
            throw new IllegalArgumentException("a randomisation test at level " + level
                    + " would need more than " + MOST_FLIPS + " flips: judge fewer hypotheses at once");
        }
        return new SignFlipTest(Math.max(FEWEST_FLIPS, (int) wanted), seed);
    }

    /** The one-sided p-value of {@code values} being centred at or below 0. */
    public double pValue(double... values) {
        return (1.0 + exceeding(values, flips)) / (1.0 + flips);
    }

    /**
     * Whether the p-value is at most {@code level}; the same answer as {@link #pValue}, reached as soon as it is certain.
     */
    public boolean rejects(double level, double... values) {
        long allowed = (long) Math.floor(level * (1.0 + flips)) - 1;
        return allowed >= 0 && exceeding(values, allowed) <= allowed;
    }

    /** How many flips reach the observed trimmed sum; counting ends once there are more than {@code enough}. */
    private long exceeding(double[] values, long enough) {
        var sample = new SortedMagnitudes(values);
        int n = values.length;
        // Rounding must not make the observed arrangement miss itself.
        double observed = TrimmedMean.estimateOf(values) * (n - 2 * TrimmedMean.trimmedPerEnd(n))
                - 1e-12 * sample.sum();
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        long[] signs = new long[(n + 63) / 64];
        long exceeding = 0;
        for (int flip = 0; flip < flips && exceeding <= enough; flip++) {
            for (int word = 0; word < signs.length; word++) {
                signs[word] = random.nextLong();
            }
            if (sample.trimmedSum(signs) >= observed) {
                exceeding++;
            }
        }
        return exceeding;
    }
}
