package dev.regatta.baseline;

import tools.jackson.databind.annotation.JsonSerialize;

import java.util.OptionalDouble;

/**
 * The noise of one metric of a client in one environment, in logarithms.
 *
 * @param pairSigma    standard deviation of one pair's log ratio within a fork
 * @param betweenForks standard deviation of a fork's mean beyond that (tau)
 * @param betweenRuns  standard deviation of the difference of two runs' means; empty until it was calibrated, which
 *                     takes several runs
 */
public record Noise(@JsonSerialize(using = SixDecimals.class) double pairSigma,
        @JsonSerialize(using = SixDecimals.class) double betweenForks, OptionalDouble betweenRuns) {

    /** Rounds to the six decimals of the file and checks the ranges. */
    public Noise {
        for (double deviation : new double[]{pairSigma, betweenForks, betweenRuns.orElse(0)}) {
            if (!(deviation >= 0 && deviation < 50)) {
                throw new IllegalArgumentException("the noise " + deviation
                        + " is not a standard deviation: a finite number of at least 0 was expected");
            }
        }
        pairSigma = SixDecimals.rounded(pairSigma);
        betweenForks = SixDecimals.rounded(betweenForks);
    }
}
