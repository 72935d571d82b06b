package dev.regatta.gate;

import static dev.regatta.analysis.GivenRatios.alike;
import static dev.regatta.analysis.GivenRatios.and;
import static dev.regatta.analysis.GivenRatios.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.stats.TrimmedMean;
import org.junit.jupiter.api.Test;

import java.util.Optional;

/**
 * What few values say, worked out by hand. Of a loss x the share lost is {@code 1 - e^-x}: a loss of {@code -ln(1 - s)}
 * is the share s. The limit is a share of 5 %. Quantiles of Student's t are those of any table.
 */
class EstimateTest {

    private static final double LIMIT = ofShare(0.05);

    /** With no standard error the loss is known: what is at the limit is not below it. */
    @Test
    void aLossAtTheLimitIsNotRuledOut() {
        assertThat(known(LIMIT, alike(1, times(20, LIMIT))).noLoss()).isFalse();
        assertThat(known(Math.nextDown(LIMIT), alike(1, times(20, 0))).noLoss()).isTrue();
    }

    /** Two extreme losses and no gain: a fair coin does that in one case of 4, and one extreme loss in one of 2. */
    @Test
    void twoExtremeLossesOfTwentyMayHideALossAndOneMayNot() {
        // The mean share lost is 2 x 0.9 / 20 = 9 %.
        assertThat(known(0, alike(1, and(times(18, 0), times(2, ofShare(0.9))))).noLoss()).isFalse();
        assertThat(known(0, alike(1, and(times(19, 0), times(1, ofShare(0.9))))).noLoss()).isTrue();
        // Two losses and a gain: 4 of 8 orders of a coin.
        assertThat(known(0, alike(1, and(times(17, 0), times(2, ofShare(0.9)), times(1, -ofShare(0.9))))).noLoss())
                .isTrue();
    }

    /**
     * Two of twenty lose 40 %: mean 0.04, standard deviation {@code sqrt((2 x 0.36^2 + 18 x 0.04^2) / 19) = 0.1231}.
     * With 19 degrees of freedom t is 1.729 at 5 %, and the upper end {@code 0.04 + 1.729 x 0.1231 / sqrt(20) = 0.0876}.
     */
    @Test
    void extremeLossesThatMayCostMoreThanTheLimitHideALoss() {
        var losses = alike(1, and(times(18, 0), times(2, ofShare(0.4))));
        assertThat(known(0, ofShare(0.087), losses).noLoss()).isFalse();
        assertThat(known(0, ofShare(0.088), losses).noLoss()).isTrue();
        assertThat(known(0, ofShare(0.087), losses).hidden().orElseThrow())
                .isCloseTo(0.04, within(1e-9));
        assertThat(known(0, ofShare(0.088), losses).hidden()).isEmpty();
    }

    /**
     * Two of eighty: mean 0.01, deviation {@code sqrt((2 x 0.39^2 + 78 x 0.01^2) / 79) = 0.0628}, t is 1.664, upper end
     * {@code 0.01 + 1.664 x 0.0628 / sqrt(80) = 0.0217}.
     */
    @Test
    void extremeLossesThatCostLessThanTheLimitForCertainHideNone() {
        assertThat(known(0, alike(1, and(times(78, 0), times(2, ofShare(0.4))))).noLoss()).isTrue();
    }

    /**
     * Eight of eighty lose 90 %: mean 0.09, deviation {@code sqrt((8 x 0.81^2 + 72 x 0.09^2) / 79) = 0.2717}, error
     * 0.0304, so that t is 2.96. With 79 degrees of freedom t is 2.89 at 0.25 % and 3.20 at 0.1 %.
     */
    @Test
    void aLossAtTimesIsShownByTheMeanOfAllShares() {
        var losses = alike(4, and(times(18, 0), times(2, ofShare(0.9))));
        assertThat(known(0, losses).certain(0.0025)).isNotEmpty();
        assertThat(known(0, losses).certain(0.001)).isEmpty();
        assertThat(known(0, ofShare(0.095), losses).certain(0.0025)).as("less than the limit").isEmpty();
        assertThat(known(0, losses).mirrored().certain(0.0025)).as("of the other arm").isEmpty();
    }

    /**
     * Nine of twenty are 1 and nine are -1. The winsorised values are 1 and -1 as well, with a deviation of 1.00, so
     * that from 2.50 on a value is extreme.
     */
    @Test
    void whatIsExtremeGrowsWithTheScatter() {
        double[] noise = and(times(9, 1), times(9, -1));
        assertThat(known(0, alike(1, and(noise, times(2, 3)))).hidden()).isPresent();
        assertThat(known(0, alike(1, and(noise, times(2, 2)))).hidden()).isEmpty();
    }

    @Test
    void theOtherArmSeesTheMirrorImage() {
        var estimate = new Estimate(Metric.THROUGHPUT, alike(2, times(8, 0.25)), new MeanLoss(0.25, 0.1, 10, 2, 0),
                Optional.of(new MeanLoss(0.125, 0.1, 10, 2, 1)), LIMIT, 0.01, 0.01);
        var mirrored = estimate.mirrored();
        assertThat(mirrored.throughout()).isEqualTo(new MeanLoss(-0.25, 0.1, 10, 0, 2));
        assertThat(mirrored.inAll()).contains(new MeanLoss(-0.125, 0.1, 10, 1, 2));
        assertThat(mirrored.losses().values()).containsOnly(-0.25);
        assertThat(mirrored.mirrored().throughout()).isEqualTo(estimate.throughout());
    }

    /** With 10 degrees of freedom t is 1.812 at 5 %. */
    @Test
    void theEndsOfAnIntervalAreStudentsTAway() {
        var mean = new MeanLoss(0.03, 0.01, 10, 0, 0);
        assertThat(mean.lower(0.05)).isCloseTo(0.03 - 0.01812, within(1e-5));
        assertThat(mean.upper(0.05)).isCloseTo(0.03 + 0.01812, within(1e-5));
    }

    private static Estimate known(double theta, LogRatios losses) {
        return known(theta, LIMIT, losses);
    }

    private static Estimate known(double theta, double limit, LogRatios losses) {
        var all = TrimmedMean.untrimmed(losses.map(Estimate::share).values());
        return new Estimate(Metric.THROUGHPUT, losses, new MeanLoss(theta, 0, 10, 0, 0), Optional
                .of(new MeanLoss(all.estimate(), all.standardError(), all.degreesOfFreedom(), 0, 0)), limit, 0.01,
                0.01);
    }

    private static double ofShare(double share) {
        return -Math.log1p(-share);
    }
}
