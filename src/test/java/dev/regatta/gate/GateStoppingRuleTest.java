package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class GateStoppingRuleTest {

    @Test
    void aDuelHasTheStagesAndLooksOfADuel() {
        var stoppingRule = stoppingRule(true, false);
        assertThat(stoppingRule.stages()).isEqualTo(Looks.DUEL_STAGES);
        assertThat(stoppingRule.looks()).containsAll(Looks.PLANNED).contains(4, 8).hasSize(Looks.PLANNED.size() + 1);
        assertThat(stoppingRule.fewestPairs()).isEqualTo(8);
        assertThat(stoppingRule.brief()).isFalse();
        assertThat(stoppingRule.thorough()).isFalse();
        assertThat(stoppingRule(true, true).thorough()).isTrue();
    }

    @Test
    void aShortCheckIsBrief() {
        var stoppingRule = stoppingRule(false, false);
        assertThat(stoppingRule.stages()).containsExactly(512, 128, 128);
        assertThat(stoppingRule.looks()).contains(16, 32, 768).hasSize(48);
        assertThat(stoppingRule.fewestPairs()).isEqualTo(16);
        assertThat(stoppingRule.brief()).isTrue();
    }

    @Test
    void aStandstillIsSuspectedAfterFourPairs() {
        var still = SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.02, 40, 1);
        assertThat(stoppingRule(true, false).rule(still.after(4)))
                .isEqualTo(new StoppingRule.Ruling(false, "a collapse, to be confirmed by fresh forks", true, false));
        var confirmed = stoppingRule(true, false).rule(still.after(8));
        assertThat(confirmed.decided()).isTrue();
        assertThat(confirmed.confirm()).isFalse();
        assertThat(confirmed.standing()).startsWith("regressed: throughput 0.02");
    }

    @Test
    void aCollapseIsSuspectedAfterEight() {
        var collapsed = SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.3, 4, 1);
        assertThat(stoppingRule(true, false).rule(collapsed.after(4)))
                .isEqualTo(new StoppingRule.Ruling(false, "going on", false, false));
        assertThat(stoppingRule(true, false).rule(collapsed.after(8)).confirm()).isTrue();
        assertThat(stoppingRule(true, false).rule(collapsed.after(16)).standing()).startsWith("regressed: ");
        var gained = SimulatedCell.duel(1).with(Arm.CANDIDATE, 30, 0.03, 1);
        assertThat(stoppingRule(true, false).rule(gained.after(4)).confirm()).as("a gain as well").isTrue();
    }

    @Test
    void whatIsNoCollapseGoesOnUntilItIsDecided() {
        var cell = SimulatedCell.duel(1);
        for (int early : new int[]{4, 8, 16}) {
            var ruling = stoppingRule(true, false).rule(cell.after(early));
            assertThat(ruling.decided()).isFalse();
            assertThat(ruling.confirm()).isFalse();
        }
        var passed = stoppingRule(true, false).rule(cell.after(512));
        assertThat(passed.decided()).isTrue();
        assertThat(passed.standing()).startsWith("unchanged: throughput ");
    }

    /**
     * One disturbed pair hides a collapse from the early looks; then two sets of forks tell it, and not three times as
     * many pairs.
     */
    @Test
    void forksStayForATailAndNotForALossThatIsPlain() {
        assertThat(stoppingRule(true, false).rule(SimulatedCell.duel(1).operations(12).after(32)).stay()).isTrue();
        assertThat(stoppingRule(true, false)
                .rule(SimulatedCell.duel(1).operations(12).with(Arm.CANDIDATE, 0.6, 1, 1).after(32)).stay()).isFalse();
    }

    @Test
    void theStandingSaysThatTooFewPairsWereUndisturbed() {
        assertThat(stoppingRule(true, false).rule(SimulatedCell.duel(1).stages(4, 128).disturbed(0.9, 2).after(16))
                .standing()).isEqualTo("too few of them undisturbed");
    }

    @Test
    void aShortCheckSuspectsNothing() {
        var collapsed = SimulatedCell.check(1).with(Arm.CANDIDATE, 0.02, 40, 1);
        assertThat(stoppingRule(false, false).rule(collapsed.after(16)).confirm()).isFalse();
        assertThat(stoppingRule(false, false).rule(SimulatedCell.check(1).after(16)).standing())
                .startsWith("same inputs: throughput ");
    }

    /** One more round trip is worse on any machine: more pairs would only tell its cost more finely. */
    @Test
    void aRaceThatACountDecidesEndsWithAnEstimateOfItsCost() {
        var more = counts(Counter.ROUND_TRIPS, 7, 6);
        assertThat(stoppingRule(true, false).settled(slower().after(16).paired(List.of()).counted(more)))
                .contains("7.0 round trips per operation, was 6.0: regressed, whatever the times are; "
                        + "64 pairs follow for an estimate of the cost");
        for (int early : new int[]{8, 16, 32, 48}) {
            assertThat(stoppingRule(true, false).rule(slower().after(early).counted(more)).decided())
                    .as(early + " pairs").isFalse();
        }
        var end = slower().after(64).counted(more);
        assertThat(stoppingRule(true, false).rule(end).standing()).startsWith("regressed: ");
        assertThat(stoppingRule(true, false).rule(end).decided()).isTrue();
        // The verdict is a function of what was measured: another judge, of the file, gives the same one.
        var verdict = Gate.judge(end, Books.HERE, Books.baseline(), 90, 42);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(verdict.pairs()).isEqualTo(64);
        assertThat(VerdictWords.reason(verdict)).startsWith("7.0 round trips per operation, was 6.0; that decides, and"
                + " the times are an estimate of its cost: throughput is ").contains("; 64 pairs from 1 fork");
    }

    @Test
    void pinnedParksDecideLikeRoundTrips() {
        var pinned = slower().cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1")).after(64)
                .with(List.of(pins(Arm.CANDIDATE, 1000), pins(Arm.BASELINE, 0)));
        assertThat(stoppingRule(true, false).rule(pinned).decided()).isTrue();
        assertThat(stoppingRule(true, false).settled(pinned.paired(List.of())).orElseThrow())
                .startsWith("1.00 pinned parks per operation, was 0: regressed");
    }

    /** A gain in time may make up for bytes; a short check sees no gains. */
    @Test
    void whatAGainMayMakeUpForIsRacedUntilTheTimesAreDecided() {
        var more = counts(Counter.ALLOCATED_BYTES, 2000, 1000);
        var rule = stoppingRule(true, false);
        assertThat(rule.settled(slower().after(16).paired(List.of()).counted(more))).isEmpty();
        assertThat(rule.rule(slower().after(64).counted(more)).decided()).isFalse();
        assertThat(rule.rule(slower().after(512).counted(more)).standing()).startsWith("regressed: ");
    }

    @Test
    void whatTheBranchDeclaresIsRacedUntilTheTimesAreDecided() {
        var more = counts(Counter.ROUND_TRIPS, 7, 6);
        var rule = new GateStoppingRule(new CellJudge(Books.HERE, Books.baseline(), 90, 42), true, false,
                causes -> true);
        assertThat(rule.settled(slower().after(16).paired(List.of()).counted(more)))
                .isEmpty();
        assertThat(rule.rule(slower().after(64).counted(more)).decided()).isFalse();
        assertThat(rule.rule(slower().after(512).counted(more)).decided()).isTrue();
    }

    /** Its times are undecided before 512 pairs. */
    private static SimulatedCell slower() {
        return SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.93, 1, 1);
    }

    private static List<Counts> counts(Counter counter, long now, long before) {
        return List.of(counts(Arm.CANDIDATE, counter, now), counts(Arm.BASELINE, counter, before));
    }

    private static Counts counts(Arm arm, Counter counter, long each) {
        return new Counts(arm, new TreeMap<>(Map.of(counter, new Count(60 * each, 60))), new TreeMap<>());
    }

    private static Pinning pins(Arm arm, long parks) {
        return Pinning.of(arm, new Pins(parks, 1000, 0, List.of(), List.of()));
    }

    private static GateStoppingRule stoppingRule(boolean duel, boolean thorough) {
        return new GateStoppingRule(new CellJudge(Books.HERE, Books.baseline(), 90, 42), duel, thorough);
    }
}
