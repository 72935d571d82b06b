/**
 * The files under {@code baselines/}, their updates, and the review of what a branch changes in them. Must not import
 * the gate, which judges with them; nor the database or the race: an update is a function of the results file.
 */
package dev.regatta.baseline;
