package dev.regatta.gate;

import dev.regatta.protocol.CellMeasurement;

import java.util.List;

/** Judges one cell while it is measured: {@link CellJudge}, or a gate with a planted fault that is to be found. */
@FunctionalInterface
public interface Judge {

    /** Looks at what has been measured so far. */
    Judgement look(CellMeasurement soFar);

    /**
     * What was read before anything is timed and decides by itself, however the times turn out; empty as a rule.
     *
     * @param untimed a measurement that may have no pairs
     */
    default List<Cause> settled(CellMeasurement untimed) {
        return List.of();
    }
}
