/**
 * The files under {@code baselines/}, their updates, and what a measurement says about an arm before anything is judged:
 * log ratios of two arms, absolute figures, disturbance and soundness. Must not import the gate, which judges with it;
 * nor the database or the experiment: an update is a function of the results file.
 */
package dev.regatta.baseline;
