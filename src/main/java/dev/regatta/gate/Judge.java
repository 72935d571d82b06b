package dev.regatta.gate;

import dev.regatta.protocol.CellMeasurement;

import java.util.List;

/** Judges one cell while it is measured: {@link CellJudge}, or a gate with a planted fault that is to be found. */
@FunctionalInterface
public interface Judge {

    /** The verdict on what has been measured so far. */
    CellVerdict judge(CellMeasurement soFar);

    /** Whether a fresh set tells more than further pairs of the last one, at a look that decided nothing. */
    default boolean wantsFreshSet(CellMeasurement soFar) {
        return false;
    }

    /**
     * What was read before anything is timed and decides by itself, however the times turn out; empty as a rule.
     *
     * @param untimed a measurement that may have no pairs
     */
    default List<Cause> settled(CellMeasurement untimed) {
        return List.of();
    }
}
