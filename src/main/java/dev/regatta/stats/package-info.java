/**
 * Mathematics on doubles: the trimmed mean and its standard error, quantiles, the sign-flip randomisation test and
 * alpha spending. Pure: every seed is an argument, there is no clock and no input or output. Must not import any other
 * package of Regatta.
 */
package dev.regatta.stats;
