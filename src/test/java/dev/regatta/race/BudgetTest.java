package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class BudgetTest {

    @Test
    void theFirstOfManyCellsDoesNotStarveTheOthers() {
        assertThat(Budget.forNextOf(32, Duration.ofSeconds(512))).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aHardCellAmongFewMayUseHalfOfWhatIsLeftOver() {
        assertThat(Budget.forNextOf(2, Duration.ofSeconds(118))).isEqualTo(Duration.ofSeconds(59));
    }

    @Test
    void theLastCellMayUseWhatIsLeft() {
        assertThat(Budget.forNextOf(1, Duration.ofSeconds(100))).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void everyCellHasEnoughForItsFirstLooks() {
        assertThat(Budget.forNextOf(20, Duration.ofSeconds(30))).isEqualTo(Budget.LEAST);
        assertThat(Budget.forNextOf(1, Duration.ZERO)).isEqualTo(Budget.LEAST);
    }
}
