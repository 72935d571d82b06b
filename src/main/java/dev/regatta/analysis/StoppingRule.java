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
     * Whether the first set may begin before its forks are quite warm. What such forks show can pass a cell, but
     * cannot fail it.
     */
    default boolean brief() {
        return false;
    }

    /**
     * How many pairs each set has at most: a set has fresh forks and connections, so that forks are
     * replicated too. A look may end it before.
     */
    List<Integer> sets();

    /** How many pairs are measured at most. */
    default int mostPairs() {
        return sets().stream().mapToInt(Integer::intValue).sum();
    }

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
     * @param fresh    whether fresh forks tell more than further pairs of these: the next set begins
     */
    record Ruling(boolean decided, String standing, boolean fresh) {

        /** A ruling that leaves the sets as long as they may be. */
        public Ruling(boolean decided, String standing) {
            this(decided, standing, false);
        }
    }
}
