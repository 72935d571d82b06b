package dev.regatta.junit;

import static dev.regatta.junit.PerformanceAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Doubt;
import dev.regatta.gate.Flaw;
import dev.regatta.gate.Gate;
import dev.regatta.gate.Measured;
import dev.regatta.gate.Standstills;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.gate.Versions;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Standstill;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class CellResultAssertTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final CellId VIRTUAL = CellId.of("postgresql/pgjdbc+hikari/virtual/select-1");
    private static final Verdict REGRESSED = new Verdict.Regressed(List.of(Metric.THROUGHPUT), List.of(),
            VerdictKind.REGRESSED,
            Optional.of(new Standstills(new Standstill(Arm.CANDIDATE, 2, 20_000_000_000L, 8_000_000L), 2,
                    new Versions(Optional.empty(), List.of(new Change("a", "1", "2")), Optional.empty()))),
            Optional.empty(), Optional.empty());

    @Test
    void unchangedAndImprovedPass() {
        assertThatCode(() -> assertThat(result(new Verdict.Unchanged(false), true)).isValid().hasNotRegressed())
                .doesNotThrowAnyException();
        assertThatCode(() -> assertThat(result(new Verdict.Improved(List.of(Metric.THROUGHPUT)), true)).isValid()
                .hasNotRegressed())
                .doesNotThrowAnyException();
    }

    @Test
    void regressedIsValidButFailsWithItsSentence() {
        CellResult regressed = result(REGRESSED, false);
        assertThatCode(() -> assertThat(regressed).isValid()).doesNotThrowAnyException();
        assertThatThrownBy(() -> assertThat(regressed).hasNotRegressed()).isInstanceOf(AssertionError.class)
                .hasMessage(
                        "Regressed: " + CELL + ": the candidate takes 20 s and more for what takes the "
                                + "other arm 8 ms (a 1 -> 2), in 2 sets");
    }

    @Test
    void lookingAtAResultIsNoAssertion() {
        CellResult regressed = result(REGRESSED, false);
        assertThat(regressed).isNotNull();
        org.assertj.core.api.Assertions.assertThat(regressed.asserted()).isFalse();
        assertThat(regressed).isValid();
        org.assertj.core.api.Assertions.assertThat(regressed.asserted()).isTrue();
    }

    @Test
    void invalidFailsWhicheverAssertionIsUsed() {
        CellResult invalid = result(new Verdict.Invalid(new Flaw.Unsound("no pairs")), false);
        assertThatThrownBy(() -> assertThat(invalid).isValid()).isInstanceOf(AssertionError.class)
                .hasMessage("Invalid: " + CELL + ": no pairs");
        assertThatThrownBy(() -> assertThat(invalid).hasNotRegressed()).isInstanceOf(AssertionError.class);
    }

    @Test
    void undecidedIsSkippedWithItsReasonAndFailsWhenStrict() {
        var verdict = new Verdict.Inconclusive(new Doubt.Noisy("noise"));
        String sentence = "Inconclusive (noisy): " + CELL
                + ": machine too noisy: noise; run it again when less else runs";
        assertThatThrownBy(() -> assertThat(result(verdict, false)).hasNotRegressed())
                .isInstanceOf(TestAbortedException.class).hasMessage(sentence);
        assertThatThrownBy(() -> assertThat(result(verdict, true)).isValid()).isInstanceOf(AssertionError.class)
                .hasMessage(sentence + "; -Dregatta.strict=true makes this a failure");
    }

    @Test
    void aCellMeasuredForItsBaselineIsSkippedAndNotPassed() {
        CellResult unjudged = new CellResult(measurement(Optional.empty()), Optional.empty(), true);
        assertThatThrownBy(() -> assertThat(unjudged).isValid()).isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("not judged");
    }

    @Test
    void aFailureWhileMeasuringABaselineFails() {
        CellResult failed = new CellResult(measurement(Optional.of("server is gone")), Optional.empty(), false);
        assertThatThrownBy(() -> assertThat(failed).isValid()).isInstanceOf(AssertionError.class)
                .hasMessageContaining("server is gone");
    }

    @Test
    void noPinningPassesOnAReadingWithoutPinsOnly() {
        assertThatCode(() -> assertThat(pinned(Pinning.of(Arm.CANDIDATE, pins(0)))).hasNoPinning())
                .doesNotThrowAnyException();
        assertThatCode(() -> assertThat(pinned(Pinning.of(Arm.CANDIDATE, pins(2)))).hasNoPinning())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> assertThat(pinned(Pinning.of(Arm.CANDIDATE, pins(980)))).hasNoPinning())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("0.98 pinned parks per operation (980 in 1000)")
                .hasMessageContaining("com.mysql.Buffer.fill(Buffer.java:4) <== monitors:1");
    }

    @Test
    void anAbsentReadingOfPinsFails() {
        assertThatThrownBy(() -> assertThat(pinned(Pinning.absent(Arm.CANDIDATE, "no recorder"))).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("could not be recorded: no recorder");
        assertThatThrownBy(() -> assertThat(pinned(Pinning.of(Arm.BASELINE, pins(0)))).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("were not recorded");
        assertThatThrownBy(() -> assertThat(result(new Verdict.Unchanged(false), true)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("does not run on virtual threads");
        assertThatThrownBy(
                () -> assertThat(result(new Verdict.Invalid(new Flaw.Unsound("no pairs")), true)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessage("Invalid: " + CELL + ": no pairs");
        assertThatThrownBy(() -> assertThat(
                new CellResult(measurement(Optional.of("server is gone")), Optional.empty(), false)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("server is gone");
    }

    /** Its verdict says that nothing was measured, and why that is a pass. */
    @Test
    void aCellThatWasSparedPassesWithoutAReadingOfPins() {
        CellMeasurement spared = spared(VIRTUAL);
        CellVerdict verdict = Gate.judge(spared, Books.HERE, Books.baseline(), 3);
        org.assertj.core.api.Assertions.assertThat(verdict.verdict()).returns("not raced (same inputs)", Verdict::word);
        assertThatCode(() -> assertThat(new CellResult(spared, Optional.of(verdict), true)).isValid()
                .hasNotRegressed().hasNoPinning()).doesNotThrowAnyException();

        var checked = new CellResult(virtual(), result(Books.SAME_INPUTS, true).verdict(), true);
        assertThatThrownBy(() -> assertThat(checked).hasNoPinning()).as("it was measured")
                .isInstanceOf(AssertionError.class).hasMessageContaining("were not recorded");
        assertThatThrownBy(() -> assertThat(new CellResult(virtual(), Optional.of(verdict), true)).hasNoPinning())
                .as("it was measured, whatever the verdict says").isInstanceOf(AssertionError.class)
                .hasMessageContaining("were not recorded");
        assertThatThrownBy(() -> assertThat(new CellResult(spared, Optional.empty(), true)).hasNoPinning())
                .as("no verdict says why").isInstanceOf(AssertionError.class)
                .hasMessageContaining("were not recorded");
        assertThatThrownBy(() -> assertThat(new CellResult(spared(CELL), Optional.of(verdict), true)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("does not run on virtual threads");
    }

    private static CellMeasurement spared(CellId cell) {
        var inputs = new Inputs(new TreeMap<>(Map.of(Inputs.CLASSES, "0")));
        return Measured.depending(Measured.of(cell, new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()),
                Optional.empty(), 4, 0, List.of(), List.of(), Optional.empty(), false),
                Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs));
    }

    private static CellMeasurement virtual() {
        return Measured.of(VIRTUAL, new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()), Optional.empty(),
                4, 100, List.of(), List.of(), Optional.empty(), false);
    }

    private static Pins pins(long parks) {
        return new Pins(parks, 1000, 0, List.of(), List.of(
                new PinnedStack(1, "MONITOR", List.of("com.mysql.Buffer.fill(Buffer.java:4) <== monitors:1"))));
    }

    private static CellResult pinned(Pinning reading) {
        return new CellResult(virtual().and(Measured.pinned(List.of(reading))),
                result(new Verdict.Unchanged(false), true).verdict(),
                true);
    }

    private static CellResult result(Verdict verdict, boolean strict) {
        return new CellResult(measurement(Optional.empty()),
                Optional.of(new CellVerdict(CELL, verdict, true, Optional.empty(), "a", "b", 0, 0,
                        new TreeMap<>(), new TreeMap<>(), Optional.empty(), List.of(), List.of())),
                strict);
    }

    private static CellMeasurement measurement(Optional<String> failure) {
        return Measured.of(CELL, new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()), Optional.empty(), 4,
                100,
                List.of(), List.of(), failure, false);
    }
}
