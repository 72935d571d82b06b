package dev.regatta.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

import java.util.Arrays;

/**
 * How many values lie far above a centre and how many far below it. A trimmed mean sets both aside. Where the order
 * within every pair was a coin toss and the arms are alike, both are equally likely, so that their numbers are those of
 * a fair coin.
 *
 * @param above values farther above the centre than the distance
 * @param below values farther below it
 */
public record Extremes(int above, int below) {

    /**
     * Counts.
     *
     * @param distance how far from the centre is extreme, above 0
     */
    public static Extremes of(double centre, double distance, double... values) {
        return new Extremes((int) Arrays.stream(values).filter(value -> value - centre > distance).count(),
                (int) Arrays.stream(values).filter(value -> centre - value > distance).count());
    }

    /**
     * The one-sided p-value of the sign test that values above are no likelier than those below; 1 without any extreme
     * value.
     */
    public double pValue() {
        return above == 0
                ? 1
                : BinomialDistribution.of(above + below, 0.5).survivalProbability(above - 1);
    }
}
