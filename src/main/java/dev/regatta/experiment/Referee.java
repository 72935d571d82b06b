package dev.regatta.experiment;

import dev.regatta.protocol.CellMeasurement;

import java.util.Set;

/** Decides when enough of a cell has been measured. */
public interface Referee {

    /** The numbers of pairs at which {@link #rule} is asked. */
    Set<Integer> looks();

    /** Looks at what has been measured so far. */
    Ruling rule(CellMeasurement soFar);

    /**
     * The outcome of a look.
     *
     * @param decided  whether measuring this cell can stop
     * @param standing how it stands in a few words, for the heartbeat
     */
    record Ruling(boolean decided, String standing) {}
}
