package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class BudgetTest {

    @Test
    void theFirstOfManyCellsDoesNotStarveTheOthers() {
        assertThat(Budget.forNextOf(32, Duration.ofSeconds(512), Budget.LEAST)).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aHardCellAmongFewMayUseHalfOfWhatIsLeftOver() {
        assertThat(Budget.forNextOf(2, Duration.ofSeconds(118), Budget.LEAST)).isEqualTo(Duration.ofSeconds(59));
    }

    @Test
    void theLastCellMayUseWhatIsLeft() {
        assertThat(Budget.forNextOf(1, Duration.ofSeconds(100), Budget.LEAST)).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void everyCellHasEnoughForItsFirstLooks() {
        assertThat(Budget.forNextOf(20, Duration.ofSeconds(30), Budget.LEAST)).isEqualTo(Budget.LEAST);
        assertThat(Budget.forNextOf(1, Duration.ZERO, Budget.LEAST)).isEqualTo(Budget.LEAST);
    }

    @Test
    void aHardCellMayUseWhatTheCellsBeforeItDidNotNeed() {
        Duration left = Duration.ofSeconds(240);
        assertThat(Budget.forNextOf(20, left, Duration.ofSeconds(15))).as("no cell reserves more than the least")
                .isEqualTo(Budget.forNextOf(20, left, Budget.LEAST)).isEqualTo(Budget.LEAST);
        // 12 s of its own, and half of the 76 s that remain beside 19 times 8 s.
        assertThat(Budget.forNextOf(20, left, Duration.ofSeconds(8))).as("2.5 of the 12 s that each could have")
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(Budget.forNextOf(20, left, Duration.ofSeconds(11))).isEqualTo(Duration.ofMillis(21_500));
    }

    @Test
    void aRunReservesWhatItsCellsTook() {
        var budget = new Budget(Duration.ofMinutes(8));
        long first = budget.cellEndNanos(44);
        // No time has gone by since then, so nothing is reserved for the others.
        assertThat(Duration.ofNanos(budget.cellEndNanos(43) - first)).isGreaterThan(Duration.ofSeconds(10));
    }
}
