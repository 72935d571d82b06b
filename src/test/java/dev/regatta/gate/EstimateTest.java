package dev.regatta.gate;

import static dev.regatta.analysis.GivenRatios.alike;
import static dev.regatta.analysis.GivenRatios.and;
import static dev.regatta.analysis.GivenRatios.of;
import static dev.regatta.analysis.GivenRatios.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.stats.Quantiles;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * What few values say, worked out by hand. Of a loss x the share lost is {@code 1 - e^-x}: a loss of {@code -ln(1 - s)}
 * is the share s. The limit is a share of 5 %. Quantiles of Student's t are those of any table.
 */
class EstimateTest {

    private static final double LIMIT = ofShare(0.05);
    private static final double TENTH = 0.10;
    private static final double TWENTIETH = 0.05;
    private static final double FORTIETH = 0.025;
    private static final double QUARTER = 0.25;

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
     * Two of twenty lose 40 %: mean 0.04, standard deviation {@code sqrt((2 x 0.36^2 + 18 x 0.04^2) / 19) = 0.1231},
     * upper end {@code 0.04 + 1.645 x 0.1231 / sqrt(20) = 0.0853}.
     */
    @Test
    void extremeLossesThatMayCostMoreThanTheLimitHideALoss() {
        var losses = alike(1, and(times(18, 0), times(2, ofShare(0.4))));
        assertThat(known(0, ofShare(0.084), losses).noLoss()).isFalse();
        assertThat(known(0, ofShare(0.086), losses).noLoss()).isTrue();
    }

    /**
     * Two of eighty: mean 0.01, deviation {@code sqrt((2 x 0.39^2 + 78 x 0.01^2) / 79) = 0.0628}, upper end
     * {@code 0.01 + 1.645 x 0.0628 / sqrt(80) = 0.0216}.
     */
    @Test
    void extremeLossesThatCostLessThanTheLimitForCertainHideNone() {
        assertThat(known(0, alike(1, and(times(78, 0), times(2, ofShare(0.4))))).noLoss()).isTrue();
    }

    @Test
    void aForkShowsALossWhenItExceedsTheMargin() {
        var losses = of(List.of(times(20, 0.25), times(20, 0.2500001), times(20, -1), times(20, 1)));
        assertThat(exceeding(0.25, 0, losses).forksWithLoss()).isEqualTo(2);
        assertThat(exceeding(0, 0, losses).forksWithLoss()).isEqualTo(3);
    }

    /** (0.03 - 0.01) / 0.01 = 2; with 10 degrees of freedom t is 1.812 at 5 % and 2.228 at 2.5 %. */
    @Test
    void aLossExceedsTheMarginByStudentsT() {
        var estimate = exceeding(0.01, 0.03, alike(1, times(20, 0.03)));
        assertThat(estimate.exceedsMargin(TWENTIETH)).isTrue();
        assertThat(estimate.exceedsMargin(FORTIETH)).isFalse();
    }

    @Test
    void aLossThatOnlyReachesStudentsTExceedsNothing() {
        double t = Quantiles.student(1 - TWENTIETH, 10);
        var losses = alike(1, times(20, t));
        assertThat(new Estimate(Metric.THROUGHPUT, losses, t, 1, 10, LIMIT, 0, TWENTIETH, 0.01)
                .exceedsMargin(TWENTIETH)).isFalse();
        assertThat(new Estimate(Metric.THROUGHPUT, losses, Math.nextUp(t), 1, 10, LIMIT, 0, TWENTIETH, 0.01)
                .exceedsMargin(TWENTIETH)).isTrue();
    }

    /**
     * Two of twenty lose 90 % in each of four forks, 9 % in the mean. Surplus 2 in each, and two counted: the error is
     * {@code sqrt(2 / 4) = 0.707}, and 2 exceeds t times that while t is below 2.83. With 3 degrees of freedom t is
     * 2.353 at 5 % and 3.182 at 2.5 %.
     */
    @Test
    void lossesAtTimesInEveryForkAreJudgedByStudentsTOverTheForks() {
        var losses = alike(4, and(times(18, 0), times(2, ofShare(0.9))));
        assertThat(known(0, losses).losesIntermittently(TWENTIETH)).isTrue();
        assertThat(known(0, losses).losesIntermittently(FORTIETH)).isFalse();
        assertThat(known(0, ofShare(0.095), losses).losesIntermittently(TWENTIETH)).as("less than the limit")
                .isFalse();
        assertThat(in(Metric.CLIENT_CPU, losses).losesIntermittently(TWENTIETH)).isTrue();
        assertThat(in(Metric.TAIL_LATENCY, losses).losesIntermittently(TWENTIETH)).isFalse();
    }

    /**
     * Surplus 2 in each: three forks have t = 1.886 at 10 % and the error sqrt(2 / 3), two forks would have t = 1 at 25
     * %.
     */
    @Test
    void threeForksTellOfLossesAtTimesAndTwoDoNot() {
        double[] fork = and(times(18, 0), times(2, ofShare(0.9)));
        assertThat(known(0, alike(3, fork)).losesIntermittently(TENTH)).isTrue();
        assertThat(known(0, alike(2, fork)).losesIntermittently(QUARTER)).isFalse();
    }

    /**
     * Surpluses of 1, 1, 5 and 5: mean 3, variance {@code 4 x 2^2 / 3 = 5.33}, which is more than the three counted in
     * a fork; the error is {@code sqrt(5.33 / 4) = 1.155}, and 3 exceeds t times that while t is below 2.598.
     */
    @Test
    void forksThatScatterTellLess() {
        double[] few = and(times(19, 0), times(1, ofShare(0.9)));
        double[] many = and(times(15, 0), times(5, ofShare(0.9)));
        var estimate = known(0, of(List.of(few, few, many, many)));
        assertThat(estimate.losesIntermittently(TWENTIETH)).isTrue();
        assertThat(estimate.losesIntermittently(FORTIETH)).isFalse();
    }

    /**
     * Three losses and a gain in each: surplus 2, four counted, so the error is {@code sqrt(4 / 4) = 1}: 2 exceeds t of
     * 1.638 at 10 %, and not t of 2.353 at 5 %. The mean share is 2 x 0.9 / 20.
     */
    @Test
    void extremeGainsCountForTheScatterOfCounts() {
        var losses = alike(4, and(times(16, 0), times(3, ofShare(0.9)), times(1, -ofShare(0.9))));
        assertThat(known(0, losses).losesIntermittently(TENTH)).isTrue();
        assertThat(known(0, losses).losesIntermittently(TWENTIETH)).isFalse();
    }

    /** More is lost than the limit, everywhere alike: nothing comes and goes. */
    @Test
    void aLossThroughoutIsNoLossAtTimes() {
        assertThat(known(0.5, alike(4, times(20, 0.5))).losesIntermittently(QUARTER)).isFalse();
    }

    /**
     * Nine of twenty are 1 and nine are -1. The winsorised values are 1 and -1 as well, with a deviation of 1.00, so
     * that from 2.50 on a value is extreme: two of 3 are, and two of 2 are not. Either costs more than the limit: 2 x
     * 0.86 / 20 = 8.6 %.
     */
    @Test
    void whatIsExtremeGrowsWithTheScatter() {
        double[] noise = and(times(9, 1), times(9, -1));
        assertThat(known(0, alike(4, and(noise, times(2, 3)))).losesIntermittently(QUARTER)).isTrue();
        assertThat(known(0, alike(4, and(noise, times(2, 2)))).losesIntermittently(QUARTER)).isFalse();
    }

    @Test
    void aForkOfFewerThanSixteenValuesIsNotJudgedAlone() {
        double[] quiet = times(16, 0);
        assertThat(known(0, of(List.of(quiet, quiet, times(16, 1)))).slowForks()).isEqualTo(1);
        assertThat(known(0, of(List.of(quiet, quiet, times(15, 1)))).slowForks()).isZero();
        assertThat(known(0, of(List.of(times(1, 1), quiet))).slowForks()).isZero();
    }

    /** The limit 0.25 and four standard deviations of 0.0625 are 0.5. */
    @Test
    void aForkIsSlowBeyondTheLimitAndFourStandardDeviations() {
        double[] quiet = times(16, 0);
        assertThat(wide(of(List.of(quiet, quiet, times(16, 0.5)))).slowForks()).isZero();
        assertThat(wide(of(List.of(quiet, quiet, times(16, 0.5000001)))).slowForks()).isEqualTo(1);
    }

    /**
     * Half of the values lie 0.1 above their mean and half below: the winsorised deviation is
     * {@code sqrt(16 x 0.01 / 15) = 0.103}, the standard error {@code 0.103 / (0.6 x 4) = 0.043}, and three of it are
     * 0.129.
     */
    @Test
    void aForkIsSlowOnlyByThreeOfItsOwnStandardErrors() {
        double[] quiet = times(16, 0);
        assertThat(wide(of(List.of(quiet, quiet, and(times(8, 0.5), times(8, 0.7))))).slowForks()).isZero();
        assertThat(wide(of(List.of(quiet, quiet, and(times(8, 0.6), times(8, 0.8))))).slowForks()).isEqualTo(1);
    }

    private static Estimate wide(LogRatios losses) {
        return new Estimate(Metric.THROUGHPUT, losses, 0, 0, 10, 0.25, 0, 0.01, 0.0625);
    }

    private static Estimate exceeding(double margin, double theta, LogRatios losses) {
        return new Estimate(Metric.THROUGHPUT, losses, theta, 0.01, 10, LIMIT, margin, 0.01, 0.01);
    }

    private static Estimate known(double theta, LogRatios losses) {
        return known(theta, LIMIT, losses);
    }

    private static Estimate known(double theta, double limit, LogRatios losses) {
        return new Estimate(Metric.THROUGHPUT, losses, theta, 0, 10, limit, 0, 0.01, 0.01);
    }

    private static Estimate in(Metric metric, LogRatios losses) {
        return new Estimate(metric, losses, 0, 0, 10, LIMIT, 0, 0.01, 0.01);
    }

    private static double ofShare(double share) {
        return -Math.log1p(-share);
    }
}
