package dev.regatta.cli;

import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;

/** What exit codes say. */
final class Exits {

    /** Judged, and nothing regressed; found what was asked for. */
    static final int GOOD = 0;

    /** Judged, and something regressed; a file is not what it must be. */
    static final int REGRESSED = 1;

    /** No verdict: too little evidence, or something failed. */
    static final int NO_VERDICT = 2;

    /** The command was not understood (EX_USAGE of sysexits.h). */
    static final int USAGE = 64;

    private Exits() {
    }

    /**
     * A regression, or a baseline that was loosened, outweighs a missing verdict, and only a run in which every cell is
     * good is good.
     */
    static int of(GateReport report) {
        if (report.refusal().isPresent()
                || report.cells().stream().anyMatch(cell -> cell.verdict() instanceof Verdict.Regressed)) {
            return REGRESSED;
        }
        return report.passed() ? GOOD : NO_VERDICT;
    }
}
