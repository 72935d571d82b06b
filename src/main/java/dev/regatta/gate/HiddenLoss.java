package dev.regatta.gate;

/**
 * What the trimmed mean of a metric does not show, because it sets the worst values aside: a loss that comes and goes.
 *
 * @param inTheMean lost in the mean over all pairs, as a fraction: 0.05 is 5 % less throughput, or 5 % more CPU time
 */
public record HiddenLoss(double inTheMean) {}
