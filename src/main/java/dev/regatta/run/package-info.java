/**
 * One run from its plan to its record. {@link dev.regatta.run.RacePlanner} finds out which arms race in which cell,
 * {@link dev.regatta.run.RaceSession} measures the plan, asks the gate, and writes the results after every cell. The
 * packages {@code junit}, {@code cli}, {@code doctor} and {@code project} share it; it must not import them.
 */
package dev.regatta.run;
