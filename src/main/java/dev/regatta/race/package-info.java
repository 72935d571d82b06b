/**
 * One race: the servers it runs on, fresh forks of each arm, their warm-up, pairs of slices in a random order, and an end
 * when a {@link dev.regatta.analysis.StoppingRule} has decided or the budget is spent. Must not import {@code gate},
 * {@code baseline}, {@code report}, {@code junit} or {@code cli}: what decides is handed in.
 */
package dev.regatta.race;
