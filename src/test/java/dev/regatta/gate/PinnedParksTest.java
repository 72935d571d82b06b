package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class PinnedParksTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/virtual/select-1");
    private static final CellMeasurement DUEL = SimulatedCell.duel(1).cell(CELL).after(1024);
    private static final CellMeasurement BOOK = SimulatedCell.check(2).cell(CELL).after(16);

    @Test
    void moreThanTheBaselineArmIsARegressionWhateverTheTimingSays() {
        assertThat(judge(DUEL).verdict()).isInstanceOf(Verdict.Unchanged.class);
        var verdict = duel(pins(980, 1000), pins(0, 1000));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).isEqualTo(CELL + ": 0.98 pinned parks per operation, was 0 "
                + "(postgresql 42.2.21 -> 42.7.14), most at com.mysql.Buffer.fill:4 < com.mysql.Query.run:9; "
                + "by its timing alone unchanged");
        assertThat(verdict.decided()).isTrue();
    }

    @Test
    void aRegressionInTimeNamesThePinsAsWell() {
        var slow = SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 0.1, 1, 6).after(128);
        assertThat(VerdictWords.sentence(judge(slow.and(readings(pins(980, 1000), pins(0, 1000))))))
                .contains("throughput is 0.099", "; 0.98 pinned parks per operation, was 0, most at");
    }

    @Test
    void aNoisyMachineDoesNotHideThem() {
        var noisy = SimulatedCell.duel(1).cell(CELL).noise(2, 2, 2).disturbed(0.5).after(128);
        assertThat(judge(noisy).verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(noisy.and(readings(pins(980, 1000), pins(0, 1000)))).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void fewerAreShownAndAloneNoImprovement() {
        var verdict = duel(pins(0, 1000), pins(980, 1000));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(verdict.warnings()).contains(
                "virtual threads were not pinned: at most 0.01 pinned parks per operation, was 0.98 "
                        + "(980 in 1000), most at com.mysql.Buffer.fill:4 < com.mysql.Query.run:9");
    }

    @Test
    void whatComesAndGoesIsWithinTheSlack() {
        assertThat(duel(pins(10, 1000), pins(0, 1000)).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(duel(pins(11, 1000), pins(0, 1000)).verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(duel(pins(1240, 1000), pins(1000, 1000)).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(duel(pins(1260, 1000), pins(1000, 1000)).verdict()).isInstanceOf(Verdict.Regressed.class);
        // Few operations: what happens once is a large share.
        assertThat(duel(pins(3, 20), pins(0, 20)).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(duel(pins(4, 20), pins(0, 20)).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void againstTheBookTheStoredValueCounts() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256)
                .and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(0, 1000))))));
        var now = BOOK.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(980, 1000)))));
        assertThat(Gate
                .judge(BOOK.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(0, 1000))))), Books.HERE, stored,
                        90)
                .verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(VerdictWords.sentence(Gate.judge(now, Books.HERE, stored, 90)))
                .contains("0.98 pinned parks per operation, was 0");
        var otherJdk = Gate.judge(now, Books.HERE.with(Map.of(Fingerprint.JDK, "21")), stored, 90);
        assertThat(otherJdk.verdict()).returns("not raced (old form not available)", Verdict::word);
        assertThat(otherJdk.warnings()).anyMatch(note -> note.contains("not compared, the baseline was measured on"));
    }

    @Test
    void aBookFromBeforePinsWereRecordedComparesNothingAndSaysSo() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256));
        var verdict = Gate.judge(BOOK.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(980, 1000))))),
                Books.HERE, stored,
                90);
        assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(verdict.warnings()).anyMatch(note -> note.startsWith("0.98 pinned parks per operation (980 in 1000)")
                && note.endsWith("the baseline has no reading to compare with"));
    }

    @Test
    void anAbsentReadingIsSaid() {
        assertThat(judge(DUEL).warnings()).contains("pinned threads of the candidate arm were not recorded",
                "pinned threads of the baseline arm were not recorded");
        var verdict = judge(DUEL.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(980, 1000)),
                Pinning.absent(Arm.BASELINE, "the recorder did not see the pin it planted itself")))));
        assertThat(verdict.warnings()).contains("pinned threads of the baseline arm could not be recorded: "
                + "the recorder did not see the pin it planted itself");
        assertThat(Gate.judge(SimulatedCell.duel(1).after(1024), Books.HERE, Books.baseline(), 90).warnings())
                .noneMatch(note -> note.contains("pinned"));
    }

    @Test
    void whatCouldNotBeRecordedOfTheCandidateAloneIsNoPass() {
        var absent = Pinning.absent(Arm.CANDIDATE, "the worker died");
        var verdict = judge(DUEL.and(Measured.pinned(List.of(absent, Pinning.of(Arm.BASELINE, pins(0, 1000))))));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(verdict))
                .contains("by its timing unchanged, but pinned threads of the candidate arm "
                        + "could not be recorded: the worker died");
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256)
                .and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(0, 1000))))));
        assertThat(Gate.judge(BOOK.and(Measured.pinned(List.of(absent))), Books.HERE, stored, 90).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
        assertThat(Gate.judge(BOOK, Books.HERE, stored, 90).verdict()).as("nobody looked").isEqualTo(
                new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.NOT_RACED,
                        List.of("pinned threads of the candidate arm were not recorded"))));
        assertThat(judge(DUEL.and(Measured.pinned(List.of(Pinning.of(Arm.BASELINE, pins(0, 1000)))))).verdict())
                .as("nobody looked").isEqualTo(new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.UNCHANGED,
                        List.of("pinned threads of the candidate arm were not recorded"))));
    }

    /** Where the candidate is not pinned, nothing of the baseline arm could make it worse. */
    @Test
    void pinsOfTheCandidateBesideNoReadingOfTheBaselineArmAreNoPass() {
        var absent = Pinning.absent(Arm.BASELINE, "the worker died");
        assertThat(
                judge(DUEL.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(980, 1000)), absent)))).verdict())
                .isEqualTo(new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.UNCHANGED,
                        List.of("pinned threads of the baseline arm could not be recorded: the worker died"))));
        assertThat(
                judge(DUEL.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(1, 1000)), absent)))).verdict())
                .isInstanceOf(Verdict.Unchanged.class);
    }

    @Test
    void noReadingOfEitherArmIsNoPassWhereTheBookHasOne() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256)
                .and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(0, 1000))))));
        var neither = DUEL.and(Measured.pinned(List.of(Pinning.absent(Arm.CANDIDATE, "no recorder"),
                Pinning.absent(Arm.BASELINE, "no recorder"))));
        assertThat(Gate.judge(neither, Books.HERE, stored, 90).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(neither).verdict()).as("the book has none").isInstanceOf(Verdict.Unchanged.class);
    }

    @Test
    void fewMoreThanBeforeAreToleratedHoweverFewTheOperations() {
        assertThat(duel(pins(13, 10), pins(10, 10)).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(duel(pins(14, 10), pins(10, 10)).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void pinsMatterFromFourParksAndMoreThanOneInAHundredOperations() {
        assertThat(PinnedParks.matter(pins(3, 20))).isFalse();
        assertThat(PinnedParks.matter(pins(4, 20))).isTrue();
        assertThat(PinnedParks.matter(pins(10, 1000))).isFalse();
        assertThat(PinnedParks.matter(pins(11, 1000))).isTrue();
    }

    @Test
    void oneInAHundredOperationsIsNotPinned() {
        assertThat(notes(pins(10, 1000), pins(10, 1000)))
                .containsExactly("virtual threads were not pinned: at most 0.01 pinned parks per operation");
        assertThat(notes(pins(11, 1000), pins(0, 1000))).singleElement().asString()
                .startsWith("0.01 pinned parks per operation (11 in 1000), most at ").endsWith(", was 0 (0 in 1000)");
    }

    @Test
    void fewerThanInTheBookAreShown() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(160)
                .and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(980, 1000))))));
        var verdict = Gate.judge(BOOK.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins(0, 1000))))),
                Books.HERE, stored, 90);
        assertThat(verdict.warnings()).contains(
                "virtual threads were not pinned: at most 0.01 pinned parks per operation, was 0.98");
    }

    @Test
    void ofTheWireNothingIsTold() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(160));
        assertThat(Gate.judge(BOOK, Books.HERE, stored, 90).warnings())
                .containsOnlyOnce("pinned threads of the candidate arm were not recorded")
                .noneMatch(note -> note.contains("reference"));
    }

    @Test
    void aStackOfTheJdkAloneIsNoPlace() {
        var stack = new PinnedStack(500, "", List.of("java.lang.VirtualThread.park:5", "java.lang.Thread.run:1"));
        assertThat(PinnedParks.words(new Pins(500, 1000, 0, List.of(stack), List.of())))
                .isEqualTo("0.50 pinned parks per operation (500 in 1000)");
    }

    @Test
    void aNumberHasAsManyDigitsAsAreNeeded() {
        assertThat(Stream.of(0.0, 0.0002, 0.0099, 0.01, 1.5).map(PinnedParks::number))
                .containsExactly("0", "0.0002", "0.0099", "0.01", "1.50");
    }

    private static List<String> notes(Pins candidate, Pins baseline) {
        var cell = DUEL.and(readings(candidate, baseline));
        return PinnedParks.of(cell, new Duel(PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE),
                Optional.empty(), CELL, 90, Optional.empty()), Books.HERE).notes();
    }

    @Test
    void threadsTheSchedulerDidNotTakeAreInvalid() {
        var verdict = duel(pins(0, 1000), new Pins(0, 1000, 3, List.of(), List.of()));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("did not take 3 virtual threads of the baseline arm",
                "jdk.VirtualThreadSubmitFailed");
    }

    private static CellVerdict duel(Pins candidate, Pins baseline) {
        return judge(DUEL.and(readings(candidate, baseline)));
    }

    private static Untimed readings(Pins candidate, Pins baseline) {
        return Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, candidate), Pinning.of(Arm.BASELINE, baseline)));
    }

    private static Pins pins(long parks, long operations) {
        var stacks = parks == 0
                ? List.<PinnedStack>of()
                : List.of(new PinnedStack(parks, "", List.of("java.lang.VirtualThread.park:5",
                        "sun.nio.ch.NioSocketImpl.park:7", "com.mysql.Buffer.fill:4", "com.mysql.Query.run:9",
                        "java.lang.Thread.run:1")));
        return new Pins(parks, operations, 0, stacks, List.of());
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), 90);
    }
}
