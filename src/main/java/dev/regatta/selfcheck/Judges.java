package dev.regatta.selfcheck;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.Judge;
import dev.regatta.protocol.Fingerprint;

/** What is being checked: {@link dev.regatta.gate.CellJudge}, or a gate with a planted fault. */
@FunctionalInterface
interface Judges {

    /** The judge of one cell: its verdict on what has been measured so far. */
    Judge of(Fingerprint where, Baseline baseline, int hypotheses);
}
