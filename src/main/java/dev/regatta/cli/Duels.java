package dev.regatta.cli;

import dev.regatta.gate.GateReport;
import dev.regatta.results.MeasuredRun;

/** Races two arms. Databases stay up from one race to the next, until this is closed. */
interface Duels extends AutoCloseable {

    /**
     * Races both arms of {@code request} and judges each of its cells. What cannot be measured has a verdict that says
     * so.
     *
     * @throws RuntimeException with one sentence, when there is nothing to race: a recipe that cannot be resolved, a
     *                          database that does not start
     */
    Raced race(DuelRequest request);

    @Override
    void close();

    /** What was measured, and what the gate says of it. */
    record Raced(GateReport report, MeasuredRun results) {}
}
