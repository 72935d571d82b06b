package dev.regatta.junit;

import static dev.regatta.junit.PerformanceAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

class CellResultAssertTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");

    @Test
    void unchangedAndImprovedPass() {
        assertThatCode(() -> assertThat(result(new Verdict.Unchanged("same"), true)).isValid().hasNotRegressed())
                .doesNotThrowAnyException();
        assertThatCode(() -> assertThat(result(new Verdict.Improved("better"), true)).isValid().hasNotRegressed())
                .doesNotThrowAnyException();
    }

    @Test
    void regressedIsValidButFailsWithItsSentence() {
        CellResult regressed = result(new Verdict.Regressed("throughput is half", List.of(Metric.THROUGHPUT)), false);
        assertThatCode(() -> assertThat(regressed).isValid()).doesNotThrowAnyException();
        assertThatThrownBy(() -> assertThat(regressed).hasNotRegressed()).isInstanceOf(AssertionError.class)
                .hasMessage("Regressed: throughput is half");
    }

    @Test
    void lookingAtAResultIsNoAssertion() {
        CellResult regressed = result(new Verdict.Regressed("throughput is half", List.of(Metric.THROUGHPUT)), false);
        assertThat(regressed).isNotNull();
        org.assertj.core.api.Assertions.assertThat(regressed.asserted()).isFalse();
        assertThat(regressed).isValid();
        org.assertj.core.api.Assertions.assertThat(regressed.asserted()).isTrue();
    }

    @Test
    void invalidFailsWhicheverAssertionIsUsed() {
        CellResult invalid = result(new Verdict.Invalid("no pairs"), false);
        assertThatThrownBy(() -> assertThat(invalid).isValid()).isInstanceOf(AssertionError.class)
                .hasMessage("Invalid: no pairs");
        assertThatThrownBy(() -> assertThat(invalid).hasNotRegressed()).isInstanceOf(AssertionError.class);
    }

    @Test
    void undecidedIsSkippedWithItsReasonAndFailsWhenStrict() {
        for (Verdict verdict : List.of(new Verdict.Inconclusive("noisy"), new Verdict.Incomparable("noisy"))) {
            assertThatThrownBy(() -> assertThat(result(verdict, false)).hasNotRegressed())
                    .isInstanceOf(TestAbortedException.class).hasMessageContaining("noisy");
            assertThatThrownBy(() -> assertThat(result(verdict, true)).isValid()).isInstanceOf(AssertionError.class)
                    .hasMessageContaining("noisy").hasMessageContaining("-Dregatta.strict=true");
        }
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
        assertThatThrownBy(() -> assertThat(result(new Verdict.Unchanged("same"), true)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("does not run on virtual threads");
        assertThatThrownBy(() -> assertThat(result(new Verdict.Invalid("no pairs"), true)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessage("Invalid: no pairs");
        assertThatThrownBy(() -> assertThat(
                new CellResult(measurement(Optional.of("server is gone")), Optional.empty(), false)).hasNoPinning())
                .isInstanceOf(AssertionError.class).hasMessageContaining("server is gone");
    }

    private static Pins pins(long parks) {
        return new Pins(parks, 1000, 0, List.of(), List.of(
                new PinnedStack(1, "MONITOR", List.of("com.mysql.Buffer.fill(Buffer.java:4) <== monitors:1"))));
    }

    private static CellResult pinned(Pinning reading) {
        var platform = measurement(Optional.empty());
        var virtual = new CellMeasurement(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1"), platform.candidate(),
                platform.baseline(), 4, 100, List.of(), List.of(), Optional.empty(), false)
                .with(List.of(reading));
        return new CellResult(virtual, result(new Verdict.Unchanged("same"), true).verdict(), true);
    }

    private static CellResult result(Verdict verdict, boolean strict) {
        return new CellResult(measurement(Optional.empty()),
                Optional.of(new CellVerdict(CELL, verdict, true, Optional.empty(), "a", "b", List.of(), 0, 0,
                        new TreeMap<>(), new TreeMap<>(), Optional.empty(), List.of(), List.of())),
                strict);
    }

    private static CellMeasurement measurement(Optional<String> failure) {
        return new CellMeasurement(CELL, new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()), Optional.empty(), 4,
                100,
                List.of(), List.of(), failure, false);
    }
}
