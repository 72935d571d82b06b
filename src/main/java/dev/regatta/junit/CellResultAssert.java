package dev.regatta.junit;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.PinnedParks;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.report.Plain;
import dev.regatta.report.VerdictWords;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

import java.util.stream.Collectors;

/**
 * Assertions on a cell's result. No chain of them is satisfied by absent evidence: an {@code Invalid} result fails, and
 * an {@code Inconclusive} one aborts the test (shown as skipped, with its reason), or fails it with
 * {@code -Dregatta.strict=true}.
 */
public final class CellResultAssert extends AbstractAssert<CellResultAssert, CellResult> {

    CellResultAssert(CellResult result) {
        super(result, CellResultAssert.class);
        isNotNull();
    }

    /** The cell was measured, with correct results and without errors, and could be judged. */
    public CellResultAssert isValid() {
        actual.markAsserted();
        switch (judged().verdict().kind()) {
            case INVALID -> fail(judged());
            case INCONCLUSIVE -> undecided(judged());
            case REGRESSED, UNCHANGED, IMPROVED, NOT_RACED -> {
            }
        }
        return this;
    }

    /** The candidate is not worse than its baseline beyond the gate's thresholds. */
    public CellResultAssert hasNotRegressed() {
        isValid();
        if (judged().verdict() instanceof Verdict.Regressed) {
            fail(judged());
        }
        return this;
    }

    /**
     * The candidate's virtual threads were recorded and none was pinned, but for the rare parks that
     * {@link PinnedParks#matter} sets aside. It fails without a reading that can be trusted, also for a client on
     * another threading, which has no such reading. A cell that was not measured, because its inputs are those of the
     * base branch, passes by its verdict, which says so: it pins as the base does. Of the verdict it asserts only that it is
     * not {@code Invalid}: chain it behind {@link #hasNotRegressed()}.
     */
    public CellResultAssert hasNoPinning() {
        actual.markAsserted();
        actual.measurement().failure().ifPresent(problem -> {
            throw failure("%s", actual.cell() + " could not be measured: " + Plain.line(problem));
        });
        actual.verdict().filter(cell -> cell.verdict() instanceof Verdict.Invalid).ifPresent(this::fail);
        if (!actual.cell().client().onVirtualThreads()) {
            throw failure("%s", actual.cell() + " does not run on virtual threads, so nothing tells whether it pins"
                    + " them: assert hasNoPinning() on clients that end in /virtual");
        }
        if (spared()) {
            return this;
        }
        Pinning reading = actual.measurement().untimed().pinning(Arm.CANDIDATE)
                .orElseThrow(() -> failure("%s", actual.cell() + ": its pinned threads were not recorded"));
        Pins pins = reading.pins().orElseThrow(() -> failure("%s",
                actual.cell() + ": its pinned threads could not be recorded: " + Plain.line(reading.absence())));
        if (pins.submitFailed() > 0) {
            throw failure("%s", actual.cell() + ": the scheduler did not take " + pins.submitFailed()
                    + " virtual threads (jdk.VirtualThreadSubmitFailed)");
        }
        if (PinnedParks.matter(pins)) {
            throw failure("%s", actual.cell() + ": " + PinnedParks.words(pins) + stacks(pins));
        }
        return this;
    }

    private boolean spared() {
        return actual.measurement().spared() && actual.verdict()
                .filter(cell -> cell.verdict() instanceof Verdict.NotRaced same && same.spared().isPresent())
                .isPresent();
    }

    /** The traces of the JVM where there are any, for they name the monitors; otherwise the recorded stacks. */
    private static String stacks(Pins pins) {
        var stacks = pins.traces().isEmpty() ? pins.stacks() : pins.traces();
        return stacks.stream().map(stack -> "\n  " + stack.count() + " times" + (stack.reason().isEmpty()
                ? ""
                : " (" + stack.reason() + ")") + ":\n    " + String.join("\n    ", stack.frames()))
                .collect(Collectors.joining());
    }

    private CellVerdict judged() {
        actual.measurement().failure().filter(problem -> actual.verdict().isEmpty()).ifPresent(problem -> {
            throw failure("%s", actual.cell() + " could not be measured for its baseline: " + Plain.line(problem));
        });
        return actual.verdict().orElseThrow(() -> new TestAbortedException(
                actual.cell() + " was measured for its new baseline and not judged (-Dregatta.baseline=update)"));
    }

    private void fail(CellVerdict verdict) {
        throw failure("%s", sentence(verdict));
    }

    private void undecided(CellVerdict verdict) {
        if (actual.strict()) {
            throw failure("%s; -Dregatta.strict=true makes this a failure", sentence(verdict));
        }
        throw new TestAbortedException(sentence(verdict));
    }

    private String sentence(CellVerdict verdict) {
        return verdict.verdict().title() + ": " + Plain.line(VerdictWords.sentence(verdict));
    }
}
