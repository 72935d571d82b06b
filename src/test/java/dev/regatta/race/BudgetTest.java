package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Clock;
import org.junit.jupiter.api.Test;

import java.time.Duration;

class BudgetTest {

    @Test
    void theFirstOfManyDuelsDoesNotStarveTheOthers() {
        assertThat(Budget.forNextOf(32, 32, Duration.ofSeconds(512), Budget.LEAST)).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aHardDuelAmongFewMayUseHalfOfWhatIsLeftOver() {
        assertThat(Budget.forNextOf(2, 2, Duration.ofSeconds(118), Budget.LEAST)).isEqualTo(Duration.ofSeconds(59));
    }

    /** 1000 s less 20 times 12 s: the cells to come are short checks, which need no more. */
    @Test
    void theOnlyDuelAmongShortChecksMayUseHalfOfWhatTheseLeave() {
        assertThat(Budget.forNextOf(21, 1, Duration.ofSeconds(1000), Budget.LEAST)).isEqualTo(Duration.ofSeconds(386));
    }

    /** Eight sets show a collapse beside builds, which take more than a minute. */
    @Test
    void aShortCheckThatSeesACollapseHasTheTimeForAllItsSets() {
        assertThat(Budget.forNextOf(44, 0, Duration.ofMinutes(8), Duration.ofSeconds(7)))
                .isGreaterThan(Duration.ofSeconds(90));
    }

    @Test
    void theLastCellMayUseWhatIsLeft() {
        assertThat(Budget.forNextOf(1, 1, Duration.ofSeconds(100), Budget.LEAST)).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void everyCellHasEnoughForItsFirstLooks() {
        assertThat(Budget.forNextOf(20, 20, Duration.ofSeconds(30), Budget.LEAST)).isEqualTo(Budget.LEAST);
        assertThat(Budget.forNextOf(20, 1, Duration.ofSeconds(30), Budget.LEAST)).isEqualTo(Budget.LEAST);
        assertThat(Budget.forNextOf(20, 0, Duration.ofSeconds(30), Budget.LEAST)).isEqualTo(Budget.LEAST);
        assertThat(Budget.forNextOf(1, 0, Duration.ZERO, Budget.LEAST)).isEqualTo(Budget.LEAST);
    }

    @Test
    void aHardDuelMayUseWhatTheCellsBeforeItDidNotNeed() {
        Duration left = Duration.ofSeconds(240);
        assertThat(Budget.forNextOf(20, 20, left, Duration.ofSeconds(15))).as("no cell reserves more than the least")
                .isEqualTo(Budget.forNextOf(20, 20, left, Budget.LEAST)).isEqualTo(Budget.LEAST);
        // 12 s of its own, and half of the 76 s that remain beside 19 times 8 s.
        assertThat(Budget.forNextOf(20, 20, left, Duration.ofSeconds(8))).as("2.5 of the 12 s that each could have")
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(Budget.forNextOf(20, 20, left, Duration.ofSeconds(11))).isEqualTo(Duration.ofMillis(21_500));
    }

    @Test
    void aRunReservesWhatItsCellsTook() {
        var budget = new Budget(Duration.ofMinutes(8), 44);
        long first = budget.cellEndNanos(44, true);
        // No time has gone by since then, so nothing is reserved for the others.
        assertThat(Duration.ofNanos(budget.cellEndNanos(43, true) - first)).isGreaterThan(Duration.ofSeconds(10));
    }

    @Test
    void aDuelSharesWithTheDuelsThatAreLeft() {
        var budget = new Budget(Duration.ofSeconds(100), 2);
        long start = Clock.nanos();
        budget.cellEndNanos(4, true);
        budget.cellEndNanos(3, false);
        assertThat(Duration.ofNanos(budget.cellEndNanos(2, true) - start)).as("half of it is left to a short check")
                .isGreaterThan(Duration.ofSeconds(50));
    }
}
