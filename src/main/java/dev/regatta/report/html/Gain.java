package dev.regatta.report.html;

import dev.regatta.gate.MetricReading;

/**
 * A reading turned so that better is positive, whatever its metric: the logarithms that intervals and pairs are drawn
 * with.
 *
 * @param estimate the gain
 * @param lower    the worse end of its 95 % interval
 * @param upper    the better end
 * @param limit    the loss that is a regression, negative
 */
record Gain(double estimate, double lower, double upper, double limit) {

    /** The gain of a reading. */
    static Gain of(MetricReading reading) {
        double one = -reading.metric().lossOfRatio(reading.lower());
        double other = -reading.metric().lossOfRatio(reading.upper());
        return new Gain(-reading.metric().lossOfRatio(reading.ratio()), Math.min(one, other), Math.max(one, other),
                -reading.metric().lossOfRatio(reading.limit()));
    }
}
