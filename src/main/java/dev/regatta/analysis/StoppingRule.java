package dev.regatta.analysis;

import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides when enough of a cell has been measured. */
public interface StoppingRule {

    /** The numbers of pairs at which {@link #rule} is asked. */
    Set<Integer> looks();

    /** The number of pairs that is measured even if the budget ends before. */
    default int fewestPairs() {
        return Collections.min(looks());
    }

    /**
     * Whether the first stage may begin before its forks are quite warm. What such forks show can pass a cell, but
     * cannot fail it.
     */
    default boolean brief() {
        return false;
    }

    /** Whether it goes on until gains are ruled out as losses are. */
    default boolean thorough() {
        return false;
    }

    /**
     * How many pairs each stage has: a stage is a set of fresh forks and connections, so that forks are replicated too.
     */
    List<Integer> stages();

    /**
     * What was read before anything is timed and decides by itself, whatever the times will be: forks that are nearly
     * warm are then good enough for an estimate. In a sentence for people;
     * empty as a rule.
     */
    default Optional<String> settled(CellMeasurement untimed) {
        return Optional.empty();
    }

    /** Looks at what has been measured so far. */
    Ruling rule(CellMeasurement soFar);

    /**
     * The outcome of a look.
     *
     * @param decided  whether measuring this cell can stop
     * @param standing how it stands in a few words, for the heartbeat
     * @param confirm  whether the change looks so large that only fresh forks can confirm it: the next stage begins at
     *                 once
     * @param stay     whether more pairs of these forks tell more than fresh forks: the stage goes on, up to
     *                 {@link #LONGER} times as long
     */
    record Ruling(boolean decided, String standing, boolean confirm, boolean stay) {

        /** A stage may last at most this many times as long as planned. */
        public static final int LONGER = 3;

        /** A ruling that leaves the stages as they are planned. */
        public Ruling(boolean decided, String standing) {
            this(decided, standing, false, false);
        }
    }
}
