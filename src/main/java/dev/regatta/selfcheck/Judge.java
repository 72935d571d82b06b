package dev.regatta.selfcheck;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.CellVerdict;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;

/** Judges one cell while it is measured, as {@link dev.regatta.gate.CellJudge} does, or as a gate with a planted fault. */
@FunctionalInterface
interface Judge {

    /** The verdict on what has been measured so far. */
    CellVerdict judge(CellMeasurement soFar);

    /** What is being checked. */
    @FunctionalInterface
    interface Maker {

        /** The judge of one cell. */
        Judge of(Fingerprint where, Baseline baseline, int hypotheses, long seed);
    }
}
