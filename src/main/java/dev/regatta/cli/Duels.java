package dev.regatta.cli;

import dev.regatta.gate.GateReport;

import java.util.function.Consumer;

/** Races two sides. Databases stay up from one race to the next, until this is closed. */
interface Duels extends AutoCloseable {

    /**
     * Races both sides of {@code request} and judges each of its cells. What cannot be measured has a verdict that says so.
     *
     * @throws RuntimeException with one sentence, when there is nothing to race: a recipe that cannot be resolved, a
     *                          database that does not start
     */
    GateReport race(DuelRequest request);

    @Override
    void close();

    /** Opens the races of one command. */
    @FunctionalInterface
    interface Opener {

        /** @param progress receives a line at a time for people */
        Duels open(Consumer<String> progress);
    }
}
