package dev.regatta.stats;

import java.util.Arrays;

/**
 * A sample of magnitudes that is given new signs over and over. It is sorted once: from the largest magnitude down, the
 * first negatives are the smallest values and the first positives the largest, so that a trimmed sum needs no sorting.
 * The sums of all subsets of eight neighbours are known beforehand, so that eight values cost one look-up.
 */
final class SortedMagnitudes {

    private static final int SUBSETS = 256;

    private final int count;
    private final int trimmed;
    private final double[] magnitudes;
    private final double[] subsetSums;
    /** The sum of a group and of all behind it. */
    private final double[] rest;

    /** @param trimmed how many values are set aside at either end, fewer than half of them */
    SortedMagnitudes(int trimmed, double... values) {
        count = values.length;
        this.trimmed = trimmed;
        magnitudes = Arrays.stream(values).map(value -> -Math.abs(value)).sorted().map(Math::abs).toArray();
        int groups = (count + 7) / 8;
        subsetSums = new double[groups * SUBSETS];
        for (int i = 0; i < subsetSums.length; i++) {
            int subset = i % SUBSETS;
            int first = Integer.numberOfTrailingZeros(subset);
            int index = i / SUBSETS * 8 + first;
            subsetSums[i] = subset == 0 || index >= count
                    ? 0
                    : magnitudes[index] + subsetSums[i - subset + (subset & subset - 1)];
        }
        rest = new double[groups + 1];
        for (int group = groups - 1; group >= 0; group--) {
            rest[group] = subsetSums[group * SUBSETS + SUBSETS - 1] + rest[group + 1];
        }
    }

    /** The sum of all magnitudes. */
    double sum() {
        return Arrays.stream(magnitudes).sum();
    }

    /**
     * The sum of the values under {@code signs} without those trimmed at either end.
     *
     * @param signs bit i set: the i-th largest magnitude is negative
     */
    double trimmedSum(long[] signs) {
        int low = trimmed;
        int high = trimmed;
        int start = 0;
        // Words that are set aside as a whole.
        for (; low >= Long.SIZE && high >= Long.SIZE && count - start >= Long.SIZE; start += Long.SIZE) {
            int negatives = Long.bitCount(signs[start >>> 6]);
            low -= negatives;
            high -= Long.SIZE - negatives;
        }
        double sum = 0;
        for (; (low > 0 || high > 0) && start < count; start += 8) {
            int valid = count - start >= 8 ? 0xFF : (1 << count - start) - 1;
            int negative = negatives(signs, start) & valid;
            int positive = ~negative & valid;
            int kept = withoutFirst(negative, low);
            low -= Integer.bitCount(negative ^ kept);
            sum -= subsetSums[start * (SUBSETS / 8) + kept];
            kept = withoutFirst(positive, high);
            high -= Integer.bitCount(positive ^ kept);
            sum += subsetSums[start * (SUBSETS / 8) + kept];
        }
        // Everything that is left counts: its sum as if all were positive, less twice the negative part.
        double negative = 0;
        for (int from = start; from < count; from += 8) {
            negative += subsetSums[from * (SUBSETS / 8) + negatives(signs, from)];
        }
        sum += start < count ? rest[start / 8] - 2 * negative : 0;
        // With fewer negatives than are to be trimmed, the next smallest values are the positives nearest to zero.
        for (int last = count - 1; low > 0; last--) {
            if (!negative(signs, last)) {
                sum -= magnitudes[last];
                low--;
            }
        }
        for (int last = count - 1; high > 0; last--) {
            if (negative(signs, last)) {
                sum += magnitudes[last];
                high--;
            }
        }
        return sum;
    }

    /**
     * An upper bound for the share of all sign vectors whose trimmed sum is {@code observed} or more, for an
     * {@code observed} above 0: {@code exp(-t^2 / (2 sum w^2))} with w the magnitudes, none larger than the last one
     * that could be trimmed. Another sign of one value moves the sum by at most twice its w (McDiarmid, "On the method
     * of bounded differences", 1989).
     */
    double tailBound(double observed) {
        double largest = trimmed == 0 ? Double.POSITIVE_INFINITY : magnitudes[trimmed - 1];
        double squares = Arrays.stream(magnitudes).map(magnitude -> Math.min(magnitude, largest))
                .map(width -> width * width).sum();
        return observed > 0 ? Math.exp(-observed * observed / (2 * squares)) : 1;
    }

    /** The signs of the eight values from {@code start} on. */
    private static int negatives(long[] signs, int start) {
        return (int) (signs[start >>> 6] >>> start) & SUBSETS - 1;
    }

    private static int withoutFirst(int subset, int most) {
        if (most >= 8) {
            return 0;
        }
        int kept = subset;
        for (int i = 0; i < most; i++) {
            kept &= kept - 1;
        }
        return kept;
    }

    private static boolean negative(long[] signs, int i) {
        return (signs[i >>> 6] >>> i & 1) != 0;
    }
}
