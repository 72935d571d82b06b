package dev.regatta.baseline;

import tools.jackson.databind.annotation.JsonSerialize;

/**
 * The book's number for one metric of a cell.
 *
 * @param logRatio       natural logarithm of candidate / reference, 20 % trimmed mean over the pairs
 * @param standardError  its standard error within that run, at least 0
 * @param smallestChange the smallest change such a run could have shown, as a logarithm
 */
public record StoredRatio(@JsonSerialize(using = SixDecimals.class) double logRatio,
        @JsonSerialize(using = SixDecimals.class) double standardError,
        @JsonSerialize(using = SixDecimals.class) double smallestChange) {

    /** Rounds to the six decimals of the file and checks the ranges. */
    public StoredRatio {
        if (!(Math.abs(logRatio) < 50) || !(standardError >= 0 && standardError < 50)
                || !(smallestChange >= 0 && smallestChange < 1000)) {
            throw new IllegalArgumentException("logRatio " + logRatio + ", standardError " + standardError
                    + " and smallestChange " + smallestChange
                    + " are not a stored ratio: finite logarithms were expected");
        }
        logRatio = SixDecimals.rounded(logRatio);
        standardError = SixDecimals.rounded(standardError);
        smallestChange = SixDecimals.rounded(smallestChange);
    }
}
