package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.Arm;
import org.junit.jupiter.api.Test;

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

    private static GateStoppingRule stoppingRule(boolean duel, boolean thorough) {
        return new GateStoppingRule(new CellJudge(Books.HERE, Books.baseline(), 90, 42), duel, thorough);
    }
}
