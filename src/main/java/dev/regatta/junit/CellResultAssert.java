package dev.regatta.junit;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Verdict;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/**
 * Assertions on a cell's result. No chain of them is satisfied by absent evidence: an {@code Invalid} result fails, and an
 * {@code Inconclusive} or {@code Incomparable} one aborts the test (shown as skipped, with its reason), or fails it with
 * {@code -Dregatta.strict=true}.
 */
public final class CellResultAssert extends AbstractAssert<CellResultAssert, CellResult> {

    CellResultAssert(CellResult result) {
        super(result, CellResultAssert.class);
        isNotNull();
        result.markAsserted();
    }

    /** The cell was measured, with correct results and without errors, and could be judged. */
    public CellResultAssert isValid() {
        switch (judged().verdict()) {
            case Verdict.Invalid invalid -> fail(invalid);
            case Verdict.Inconclusive inconclusive -> undecided(inconclusive);
            case Verdict.Incomparable incomparable -> undecided(incomparable);
            case Verdict.Regressed regressed -> {
            }
            case Verdict.Unchanged unchanged -> {
            }
            case Verdict.Improved improved -> {
            }
        }
        return this;
    }

    /** The candidate is not worse than its baseline beyond the gate's thresholds. */
    public CellResultAssert hasNotRegressed() {
        isValid();
        if (judged().verdict() instanceof Verdict.Regressed regressed) {
            fail(regressed);
        }
        return this;
    }

    private CellVerdict judged() {
        actual.measurement().failure().filter(problem -> actual.verdict().isEmpty()).ifPresent(problem -> {
            throw failure("%s", actual.cell() + " could not be measured for its baseline: " + problem);
        });
        return actual.verdict().orElseThrow(() -> new TestAbortedException(
                actual.cell() + " was measured for its new baseline and not judged (-Dregatta.baseline=update)"));
    }

    private void fail(Verdict verdict) {
        throw failure("%s", sentence(verdict));
    }

    private void undecided(Verdict verdict) {
        if (actual.strict()) {
            throw failure("%s; -Dregatta.strict=true makes this a failure", sentence(verdict));
        }
        throw new TestAbortedException(sentence(verdict));
    }

    private String sentence(Verdict verdict) {
        return verdict.getClass().getSimpleName() + ": " + verdict.reason();
    }
}
