package dev.regatta.gate;

/**
 * What the trimmed mean of a metric does not show, because it sets the worst values aside: a loss that comes and goes,
 * or one in some sets of forks. All losses are fractions: 0.05 is 5 % less throughput, or 5 % more CPU time.
 *
 * @param inTheMean       lost in the mean over all pairs
 * @param slowForks       sets of forks that lie far beyond the limit
 * @param forks           all sets of forks
 * @param inTheSlowForks  lost in the mean of the slow ones; 0 where there are none
 */
public record HiddenLoss(double inTheMean, int slowForks, int forks, double inTheSlowForks) {}
