/**
 * Mathematics on doubles: the trimmed mean and its standard error, medians, extremes, differences between groups, and
 * quantiles. Pure: nothing is drawn at random, there is no clock and no input or output. Must not import any other package
 * of Regatta.
 */
package dev.regatta.stats;
