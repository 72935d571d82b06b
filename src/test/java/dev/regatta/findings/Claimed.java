package dev.regatta.findings;

import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.stats.Quantiles;
import org.apache.commons.statistics.distribution.TDistribution;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What a claim says of a ratio: that it lies between two borders, or outside of them. One rule reads every ratio: it is
 * on the side on which its estimate is, as certainly as its error tells. All borders are made of the numbers here.
 *
 * @param from    it is more than this
 * @param to      and less than this; infinite where there is no such border
 * @param outside the claim is that it is not between them
 */
public record Claimed(double from, double to, boolean outside) {

    /** Ratios within this factor of 1 are no difference worth speaking of; whoever wins is better by more. */
    static final double SAME = 1.05;

    /** What sources call a little difference is at most this factor. */
    static final double LITTLE = 1.25;

    /** "About n times" is n within this factor. */
    static final double ABOUT = 2;

    /** The claim that one is better than the other. */
    static final Claimed MORE = more(SAME);

    /** The claim that two things differ, without saying which is more. */
    static final Claimed DIFFERENT = new Claimed(1 / SAME, SAME, true);

    /** The claim that there is little difference. */
    static final Claimed ALIKE = new Claimed(1 / LITTLE, LITTLE, false);

    /** The claim that a ratio is more than this. */
    static Claimed more(double than) {
        return new Claimed(than, Double.POSITIVE_INFINITY, false);
    }

    /** The claim that a ratio is about this. */
    static Claimed about(double times) {
        return new Claimed(times / ABOUT, times * ABOUT, false);
    }

    /**
     * What a ratio says of a claim.
     *
     * @param right whether the claim is right of the estimate
     * @param p     the probability, two-sided, of an estimate as far from the border if the truth were on the border
     */
    record Reading(boolean right, double p) {

        /** Whether it would be told by itself: its whole interval is on one side. */
        boolean certain() {
            return p < 1 - ConfidenceInterval.CONFIDENCE;
        }
    }

    /** What {@code seen} says; empty where its interval has no ends. */
    Optional<Reading> read(ConfidenceInterval seen) {
        if (!seen.bounded()) {
            return Optional.empty();
        }
        double distance = DoubleStream.of(from, to).filter(Double::isFinite)
                .map(border -> Math.abs(Math.log(seen.value() / border))).min().orElseThrow();
        boolean between = seen.value() > from && seen.value() < to;
        double freedom = seen.sets() - 1.0;
        // Where the interval is that of known errors, this takes them for less certain than they are; and so it does where sets
        // were added until it was narrow, which makes up for that.
        double error = Math.log(seen.high() / seen.low()) / 2
                / Quantiles.student(1 - (1 - ConfidenceInterval.CONFIDENCE) / 2, freedom);
        double p = error > 0
                ? 2 * TDistribution.of(freedom).survivalProbability(distance / error)
                : distance > 0 ? 0 : 1;
        return Optional.of(new Reading(between != outside, p));
    }

    @Override
    public String toString() {
        String between = to < Double.POSITIVE_INFINITY
                ? number(from) + " to " + number(to)
                : "more than " + number(from);
        return outside ? "not " + between : between;
    }

    private static String number(double number) {
        return BigDecimal.valueOf(number).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
