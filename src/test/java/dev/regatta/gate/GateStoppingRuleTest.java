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
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class GateStoppingRuleTest {

    @Test
    void aDuelHasTheSetsAndLooksOfADuel() {
        var stoppingRule = stoppingRule(true);
        assertThat(stoppingRule.sets()).containsOnly(384);
        assertThat(stoppingRule.mostPairs()).isEqualTo(3072);
        assertThat(stoppingRule.looks()).containsAll(Looks.PLANNED).contains(112, 144, 3056).hasSize(193);
        assertThat(stoppingRule.fewestPairs()).isEqualTo(8);
        assertThat(stoppingRule.brief()).isFalse();
    }

    @Test
    void aShortCheckIsBrief() {
        var stoppingRule = stoppingRule(false);
        assertThat(stoppingRule.sets()).containsExactly(512, 128, 128, 128, 128, 128, 128, 128);
        assertThat(stoppingRule.looks()).contains(1, 16, 32, 1408).hasSize(89);
        assertThat(stoppingRule.fewestPairs()).isEqualTo(16);
        assertThat(stoppingRule.brief()).isTrue();
    }

    /** Forty times slower in one set: only another set is missing, and with it the loss is told. */
    @Test
    void aLossThatOneSetShowsCallsForAFreshOneAtOnce() {
        var slow = SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.02, 40, 1);
        var suspected = stoppingRule(true).rule(slow.after(8));
        assertThat(suspected.decided()).isFalse();
        assertThat(suspected.fresh()).isTrue();
        var confirmed = stoppingRule(true).rule(slow.after(16));
        assertThat(confirmed.decided()).isTrue();
        assertThat(confirmed.fresh()).isFalse();
        assertThat(confirmed.standing()).startsWith("regressed: throughput 0.02");
        var gained = SimulatedCell.duel(1).with(Arm.CANDIDATE, 30, 0.03, 1);
        assertThat(stoppingRule(true).rule(gained.after(8)).fresh()).as("a gain as well").isTrue();
    }

    @Test
    void whatIsNoCollapseGoesOnUntilItIsDecided() {
        var cell = SimulatedCell.duel(1);
        for (int early : new int[]{8, 16}) {
            var ruling = stoppingRule(true).rule(cell.after(early));
            assertThat(ruling.decided()).isFalse();
            assertThat(ruling.fresh()).isFalse();
        }
        var passed = stoppingRule(true).rule(cell.after(512));
        assertThat(passed.decided()).isTrue();
        assertThat(passed.standing()).startsWith("unchanged: throughput ");
    }

    /** Between the looks that may decide, a race only asks whether its set is long enough. */
    @Test
    void aSetMayEndBetweenTwoLooks() {
        var quiet = SimulatedCell.duel(1).sets(384).noise(0.01, 0.01, 0.01).with(Arm.CANDIDATE, 0.96, 1, 1);
        assertThat(stoppingRule(true).rule(quiet.after(240))).isEqualTo(
                new StoppingRule.Ruling(false, "going on", true));
    }

    @Test
    void aShortCheckStaysWithItsForks() {
        var collapsed = SimulatedCell.check(1).with(Arm.CANDIDATE, 0.02, 40, 1);
        assertThat(stoppingRule(false).rule(collapsed.after(16)).fresh()).isFalse();
        assertThat(stoppingRule(false).rule(SimulatedCell.check(1).after(16)).standing())
                .startsWith("not raced (same inputs): throughput ");
    }

    /** One more round trip is worse on any machine: more pairs would only tell its cost more finely. */
    @Test
    void aRaceThatACountDecidesEndsWithAnEstimateOfItsCost() {
        var more = counts(Counter.ROUND_TRIPS, 7, 6);
        assertThat(stoppingRule(true)
                .settled(Measured.paired(slower().after(16), List.of()).and(Untimed.counted(more))))
                .contains("7.0 round trips per operation, was 6.0: regressed, whatever the times are; "
                        + "64 pairs follow for an estimate of the cost");
        for (int early : new int[]{8, 16, 32, 48}) {
            assertThat(stoppingRule(true).rule(slower().after(early).and(Untimed.counted(more))).decided())
                    .as(early + " pairs").isFalse();
        }
        var end = slower().after(64).and(Untimed.counted(more));
        assertThat(stoppingRule(true).rule(end).standing()).startsWith("regressed: ");
        assertThat(stoppingRule(true).rule(end).decided()).isTrue();
        // The verdict is a function of what was measured: another judge, of the file, gives the same one.
        var verdict = Gate.judge(end, Books.HERE, Books.baseline(), 90);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(verdict.pairs()).isEqualTo(64);
        assertThat(VerdictWords.reason(verdict)).startsWith("7.0 round trips per operation, was 6.0; that decides, and"
                + " the times are an estimate of its cost: throughput is ").contains("; 64 pairs from 1 set");
    }

    /** Forty times slower as well: without the count a fresh set would be asked for. */
    @Test
    void theEstimateOfACostStaysWithItsForks() {
        var slow = SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.02, 40, 1).after(8);
        assertThat(stoppingRule(true).rule(slow).fresh()).isTrue();
        assertThat(stoppingRule(true).rule(slow.and(Untimed.counted(counts(Counter.ROUND_TRIPS, 7, 6)))).fresh())
                .isFalse();
    }

    @Test
    void pinnedParksDecideLikeRoundTrips() {
        var pinned = slower().cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1")).after(64)
                .and(Measured.pinned(List.of(pins(Arm.CANDIDATE, 1000), pins(Arm.BASELINE, 0))));
        assertThat(stoppingRule(true).rule(pinned).decided()).isTrue();
        assertThat(stoppingRule(true).settled(Measured.paired(pinned, List.of())).orElseThrow())
                .startsWith("1.00 pinned parks per operation, was 0: regressed");
    }

    /** A gain in time may make up for bytes; a short check sees no gains. */
    @Test
    void whatAGainMayMakeUpForIsRacedUntilTheTimesAreDecided() {
        var more = counts(Counter.ALLOCATED_BYTES, 2000, 1000);
        var rule = stoppingRule(true);
        assertThat(rule.settled(Measured.paired(slower().after(16), List.of()).and(Untimed.counted(more)))).isEmpty();
        assertThat(rule.rule(slower().after(64).and(Untimed.counted(more))).decided()).isFalse();
        assertThat(rule.rule(slower().after(512).and(Untimed.counted(more))).standing()).startsWith("regressed: ");
    }

    @Test
    void whatTheBranchDeclaresIsRacedUntilTheTimesAreDecided() {
        var more = counts(Counter.ROUND_TRIPS, 7, 6);
        var rule = new GateStoppingRule(new CellJudge(Books.HERE, Books.baseline(), 90), true,
                causes -> true);
        assertThat(rule.settled(Measured.paired(slower().after(16), List.of()).and(Untimed.counted(more))))
                .isEmpty();
        assertThat(rule.rule(slower().after(64).and(Untimed.counted(more))).decided()).isFalse();
        assertThat(rule.rule(slower().after(512).and(Untimed.counted(more))).decided()).isTrue();
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

    private static GateStoppingRule stoppingRule(boolean duel) {
        return new GateStoppingRule(new CellJudge(Books.HERE, Books.baseline(), 90), duel);
    }
}
