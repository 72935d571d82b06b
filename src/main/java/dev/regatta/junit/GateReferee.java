package dev.regatta.junit;

import dev.regatta.baseline.Baseline;
import dev.regatta.experiment.Referee;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;

import java.util.Set;

/** Stops measuring a cell when the gate has reached a verdict. */
final class GateReferee implements Referee {

    private final Fingerprint fingerprint;
    private final Baseline baseline;
    private final int cells;
    private final long seed;

    GateReferee(Fingerprint fingerprint, Baseline baseline, int cells, long seed) {
        this.fingerprint = fingerprint;
        this.baseline = baseline;
        this.cells = cells;
        this.seed = seed;
    }

    @Override
    public Set<Integer> looks() {
        return Gate.LOOKS;
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        CellVerdict verdict = Gate.judge(soFar, fingerprint, baseline, cells, seed);
        return new Ruling(verdict.decided(), verdict.standing());
    }
}
