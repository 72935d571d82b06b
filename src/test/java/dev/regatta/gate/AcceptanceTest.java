package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Standstill;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import dev.regatta.report.VerdictWords;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a branch that is a tenth slower than its base may say about it. */
@Execution(ExecutionMode.CONCURRENT)
class AcceptanceTest {

    private static final CellMeasurement SLOWER = SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.9, 1, 1).after(1024);
    /** The base: its book was measured with the version that races as the baseline. */
    private static final Baseline BASE = withRecipeOfBase(Books.baseline());

    @Test
    void withoutAWordOfTheBranchALossIsALoss() {
        assertThat(verdict(BASE, SLOWER).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aLossThatTheBranchMeasuredAndExplainsIsShownWithItsMeasuredSizeAndPasses() {
        CellVerdict verdict = verdict(claiming(0.9, "checks the certificate"), SLOWER);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Accepted.class);
        assertThat(verdict.verdict().good()).isTrue();
        assertThat(VerdictWords.sentence(verdict)).contains("throughput is 0.8", "of the baseline's",
                "claims a loss of ",
                "% in throughput", "its reason: checks the certificate")
                .endsWith(", and a loss larger than that plus the limit is ruled out");
    }

    @Test
    void moreThanTheEntryClaimsDoesNotPass() {
        CellVerdict verdict = verdict(claiming(0.9, "checks the certificate"),
                SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.8, 1, 1).after(1024));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("claims a loss of ",
                ", but a loss larger than that plus the limit is not ruled out");
    }

    @Test
    void aClaimOfThroughputAcceptsNoLossOfAnythingElse() {
        assertThat(verdict(claiming(0.9, "checks the certificate"),
                SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.9, 1.5, 1.3).after(1024)).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    /** The entry explains the loss of throughput, and nothing can explain the pins. */
    @Test
    void pinnedThreadsAreNeverAccepted() {
        var slower = SLOWER.with(List.of(Pinning.of(Arm.CANDIDATE, new Pins(500, 1000, 0, List.of(), List.of())),
                Pinning.of(Arm.BASELINE, new Pins(0, 1000, 0, List.of(), List.of()))));
        assertThat(verdict(claiming(0.9, "checks the certificate"), slower).verdict()).isInstanceOfSatisfying(
                Verdict.Regressed.class,
                lost -> assertThat(lost.causes()).singleElement().isInstanceOf(Cause.Pinned.class));
    }

    /** Nothing of it was timed, so that nothing of it is within what the entry claims. */
    @Test
    void aStandstillIsNeverAccepted() {
        var still = SimulatedCell.duel(3).after(0).standing(List.of(
                new Standstill(Arm.CANDIDATE, 1, 20_000_000_000L, 8_000_000L),
                new Standstill(Arm.CANDIDATE, 2, 20_000_000_000L, 8_000_000L)));
        assertThat(verdict(claiming(0.9, "checks the certificate"), still).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aReasonThatSaysNothingAcceptsNothing() {
        assertThat(verdict(claiming(0.9, BaselineUpdate.NO_REASON), SLOWER).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aRaceAgainstAnythingButTheBaseIsAboutAnotherLoss() {
        assertThat(judged(Books.baseline(), claiming(0.9, "checks the certificate"), SLOWER).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void anEntryThatIsNoWorseAcceptsNothing() {
        assertThat(verdict(claiming(1, "nothing much"), SLOWER).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    private static CellVerdict verdict(Baseline head, CellMeasurement measured) {
        return judged(BASE, head, measured);
    }

    private static CellVerdict judged(Baseline base, Baseline head, CellMeasurement measured) {
        MeasuredRun results = Books.results(Books.HERE, measured);
        var before = Map.of(Dialect.POSTGRESQL, base);
        var after = Map.of(Dialect.POSTGRESQL, head);
        var changes = BaselineReview.of(before, after, cell -> true);
        return new Acceptance(before, after, changes).of(Gate.judge(results, after), results).cells().getFirst();
    }

    /** A branch whose entry was measured with so much of the throughput. */
    private static Baseline claiming(double throughput, String reason) {
        MeasuredRun measured = Books.results(Books.HERE,
                SimulatedCell.book(78).forks(0).with(Arm.CANDIDATE, throughput, 1, 1).after(512));
        return BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(BASE),
                new MeasuredRun(new RunFacts(measured.facts().schema(), measured.facts().tool(), "2027-01-01T00:00:00Z",
                        measured.facts().commit(),
                        measured.facts().seed(), true, measured.facts().manifest(), measured.facts().environments(),
                        measured.facts().settings()), measured.cells()),
                reason);
    }

    private static Baseline withRecipeOfBase(Baseline book) {
        return new Baseline(book.schema(), book.tool(), book.database(),
                new TreeMap<>(Map.of("pgjdbc+hikari", SimulatedCell.EARLIER)), book.environments());
    }
}
