package dev.regatta.selfcheck;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.CellVerdict;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;

/** What is being checked: {@link dev.regatta.gate.Gate#judge(CellMeasurement, Fingerprint, Baseline, int, long)}, or a gate with a planted fault. */
@FunctionalInterface
interface Judge {

    /** The verdict on one cell. */
    CellVerdict judge(CellMeasurement measurement, Fingerprint now, Baseline baseline, int hypotheses, long seed);
}
