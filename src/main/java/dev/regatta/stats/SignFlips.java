package dev.regatta.stats;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The sign-flip randomisation test of a mean (Fisher, "The Design of Experiments", 1935, section 21): when the order
 * within every pair was a coin toss and the arms are alike, each difference could as well have had the other sign. The
 * p-value counts how often other signs give a mean at least as large as the observed one.
 *
 * <p>
 * Where there are no more sign vectors than flips, all of them are counted, and the p-value is exact. Elsewhere signs
 * are random, the observed ones included: {@code (1 + exceeding) / (1 + flips)}, which is valid for any number of flips
 * (Phipson and Smyth, 2010).
 *
 * <p>
 * From {@value #FEWEST_TRIMMED} values on the mean is the 20 % trimmed one, which is not swayed by a few wild values.
 * Of fewer it is the plain one. A trimmed mean does not notice the sign of the values that it sets aside. Of 16 values
 * it sets aside 3 at either end, so that 8 of the 65536 sign vectors keep the same sum and no p-value is below 1.2e-4,
 * however large the shift.
 *
 * @param flips how many random sign vectors are drawn, at least {@value #FEWEST_FLIPS}
 * @param seed  where they are drawn from
 */
public record SignFlips(int flips, long seed) {

    /** Fewer flips cannot tell the levels apart at which a gate decides. */
    public static final int FEWEST_FLIPS = 200_000;

    /**
     * With fewer values nothing is trimmed. From this number on, a trimmed mean has as much power in quiet samples, and
     * more in wild ones.
     */
    public static final int FEWEST_TRIMMED = 24;

    /**
     * How many exceeding flips are expected at the level itself: the decision's own error is about 1/3 of the level.
     */
    private static final int EXPECTED_AT_LEVEL = 10;

    private static final int MOST_FLIPS = 20_000_000;

    /** Checks the number of flips. */
    public SignFlips {
        if (flips < FEWEST_FLIPS) {
            throw new IllegalArgumentException(
                    flips + " flips are too few, at least " + FEWEST_FLIPS + " are needed");
        }
    }

    /** A test with enough flips to reject at {@code level}. */
    public static SignFlips forLevel(double level, long seed) {
        double wanted = Math.ceil(EXPECTED_AT_LEVEL / level);
        if (!(level > 0 && level < 1) || wanted > MOST_FLIPS) {
            throw new IllegalArgumentException("a randomisation test at level " + level
                    + " would need more than " + MOST_FLIPS + " flips: judge fewer hypotheses at once");
        }
        return new SignFlips(Math.max(FEWEST_FLIPS, (int) wanted), seed);
    }

    /** The one-sided p-value of {@code values} being centred at or below 0. */
    public double pValue(double... values) {
        var sample = new SortedMagnitudes(trimmed(values.length), values);
        return exact(values.length)
                ? (double) exceeding(sample, arrangements(values.length), values) / arrangements(values.length)
                : (1.0 + exceeding(sample, flips, values)) / (1.0 + flips);
    }

    /**
     * Whether the p-value is at most {@code level}; the same answer as {@link #pValue}, reached as soon as it is
     * certain: after as many flips as forbid it, or before the first where a bound on the share of all sign vectors
     * shows it.
     */
    public boolean rejects(double level, double... values) {
        long allowed = exact(values.length)
                ? (long) Math.floor(level * arrangements(values.length))
                : (long) Math.floor(level * (1.0 + flips)) - 1;
        if (allowed < 0) {
            return false;
        }
        var sample = new SortedMagnitudes(trimmed(values.length), values);
        // A bound that needs no flip shows that fewer than the level of all sign vectors reach the observed sum.
        return sample.tailBound(observed(values)) <= level || exceeding(sample, allowed, values) <= allowed;
    }

    private static int trimmed(int count) {
        return count < FEWEST_TRIMMED ? 0 : TrimmedMean.trimmedPerEnd(count);
    }

    private static double observed(double... values) {
        int trimmed = trimmed(values.length);
        return TrimmedMean.meanWithout(trimmed, values) * (values.length - 2 * trimmed);
    }

    /** Whether there are no more sign vectors of {@code count} values than flips. */
    private boolean exact(int count) {
        return count < Integer.SIZE && arrangements(count) <= flips;
    }

    private static long arrangements(int count) {
        return 1L << count;
    }

    /**
     * How many flips, or of few values all sign vectors, reach the observed sum; counting ends beyond {@code enough}.
     */
    private long exceeding(SortedMagnitudes sample, long enough, double... values) {
        int n = values.length;
        // Rounding must not make the observed arrangement miss itself.
        double observed = observed(values) - 1e-12 * sample.sum();
        boolean all = exact(n);
        long vectors = all ? arrangements(n) : flips;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        long[] signs = new long[(n + 63) / 64];
        long exceeding = 0;
        for (long vector = 0; vector < vectors && exceeding <= enough; vector++) {
            for (int word = 0; word < signs.length; word++) {
                signs[word] = all ? vector : random.nextLong();
            }
            if (sample.trimmedSum(signs) >= observed) {
                exceeding++;
            }
        }
        return exceeding;
    }
}
