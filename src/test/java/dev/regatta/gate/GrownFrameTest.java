package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.SampledFrame;
import dev.regatta.protocol.SampledFrame.State;
import dev.regatta.protocol.StackSamples;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class GrownFrameTest {

    private static final CellMeasurement SLOW = SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 1, 6).after(128);

    @Test
    void theLargestGrowthComesFirstAndWhatShrankIsLeftOut() {
        var baseline = samples(1000, frame("wait", 100, 0), frame("read", 500, 500), frame("parse", 400, 10));
        var candidate = samples(2000, frame("wait", 400, 0), frame("read", 500, 300), frame("pending", 1000, 900));
        assertThat(GrownFrame.of(candidate, baseline)).containsExactly(
                new GrownFrame("pending", State.JAVA, 0, 0.5, 0.45),
                new GrownFrame("wait", State.JAVA, 0.1, 0.2, 0));
    }

    @Test
    void growthWithinChanceIsNone() {
        // Standard error of the difference of two shares around 30 % of 1000 samples each: 2 %.
        assertThat(GrownFrame.of(samples(1000, frame("a", 375, 0)), samples(1000, frame("a", 300, 0)))).isEmpty();
        assertThat(GrownFrame.of(samples(1000, frame("a", 395, 0)), samples(1000, frame("a", 300, 0)))).hasSize(1);
    }

    @Test
    void everyStateHasSharesOfItsOwn() {
        var before = new StackSamples(100, 1000,
                List.of(new SampledFrame("m", State.JAVA, 20, 0), new SampledFrame("m", State.NATIVE, 20, 0)));
        var now = new StackSamples(100, 1000,
                List.of(new SampledFrame("m", State.JAVA, 60, 0), new SampledFrame("m", State.NATIVE, 20, 0)));
        assertThat(GrownFrame.of(now, before)).containsExactly(new GrownFrame("m", State.JAVA, 0.2, 0.6, 0));
        assertThat(GrownFrame.of(now, new StackSamples(0, 1000, List.of()))).extracting(GrownFrame::state)
                .containsExactly(State.NATIVE);
    }

    @Test
    void callersComeBeforeWhatTheyCallWhereBothGrewAlike() {
        assertThat(GrownFrame.of(samples(1000, frame("called", 700, 690), frame("caller", 700, 0)),
                samples(1000, frame("other", 1000, 0)))).extracting(GrownFrame::method)
                .containsExactly("caller", "called");
    }

    @Test
    void tenAreNamed() {
        var many = IntStream.range(0, 30).mapToObj(i -> frame("method" + i, 500 + i, 0)).toArray(SampledFrame[]::new);
        assertThat(GrownFrame.of(samples(1000, many), samples(1000, frame("other", 1, 0)))).hasSize(GrownFrame.MOST)
                .first().extracting(GrownFrame::method).isEqualTo("method29");
    }

    @Test
    void theVerdictHoldsThemAndSaysWhereTheRecordingsAre() {
        var verdict = judge(SLOW.and(Measured.profiled(List.of(
                Profile.of(Arm.CANDIDATE, "jfr/c.jfr", samples(1000, frame("pending", 700, 700))),
                Profile.of(Arm.BASELINE, "jfr/b.jfr", samples(900, frame("read", 300, 300)))))));
        assertThat(verdict.frames()).containsExactly(new GrownFrame("pending", State.JAVA, 0, 0.7, 0.7));
        assertThat(verdict.warnings()).contains(
                "stack samples of the candidate arm, 1000 running Java and 0 in native code, are kept in jfr/c.jfr",
                "stack samples of the baseline arm, 900 running Java and 0 in native code, are kept in jfr/b.jfr");
        assertThat(verdict.verdict()).isEqualTo(judge(SLOW).verdict());
    }

    @Test
    void whatIsMissingIsSaid() {
        var one = Profile.of(Arm.CANDIDATE, "jfr/c.jfr", samples(1000, frame("pending", 700, 700)));
        assertThat(judge(SLOW.and(Measured.profiled(List.of(one)))).warnings())
                .contains("no baseline raced whose stack samples could be compared");
        var failed = judge(SLOW.and(Measured.profiled(List.of(one, Profile.absent(Arm.BASELINE, "the worker died")))));
        assertThat(failed.frames()).isEmpty();
        assertThat(failed.warnings()).contains("stacks of the baseline arm could not be sampled: the worker died");
        var same = judge(SLOW.and(Measured.profiled(List.of(one, new Profile(Arm.BASELINE, "b", one.samples(), "")))));
        assertThat(same.warnings()).contains("no method's share of the stack samples grew beyond chance");
        assertThat(judge(SLOW).warnings()).noneMatch(warning -> warning.contains("stack"));
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), FamilyError.hypotheses(1));
    }

    private static StackSamples samples(long count, SampledFrame... frames) {
        return new StackSamples(count, 0, List.of(frames));
    }

    private static SampledFrame frame(String method, long samples, long onTop) {
        return new SampledFrame(method, State.JAVA, samples, onTop);
    }
}
