/**
 * One measurement: start and feed the forks of each arm, warm them up, run pairs of slices in a random order, and stop
 * when a {@link dev.regatta.analysis.StoppingRule} has decided or the budget is spent. Must not import {@code gate},
 * {@code baseline}, {@code report}, {@code junit} or {@code cli}: what decides is handed in.
 */
package dev.regatta.experiment;
