package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Clock;
import org.junit.jupiter.api.Test;

import java.time.Duration;

class CellBudgetTest {

    @Test
    void timeThatIsLeftIsNotSpent() {
        assertThat(in(Duration.ofMinutes(1)).spent(true)).isFalse();
        assertThat(in(Duration.ofMinutes(1)).spent(false)).isFalse();
    }

    @Test
    void itIsExceededUntilThereArePairsEnoughButNotForLong() {
        assertThat(in(Duration.ofSeconds(-1)).spent(true)).isTrue();
        assertThat(in(Duration.ofSeconds(-1)).spent(false)).isFalse();
        assertThat(in(CellBudget.GRACE.plusSeconds(1).negated()).spent(false)).isTrue();
    }

    /** A short check of a pool whose operations take most of a second had 15 s for counting, and nothing to time. */
    @Test
    void anArmThatRacesNobodyHasTimeForItsCounts() {
        var budget = new CellBudget(12_000_000_000L, () -> 0);
        assertThat(budget.untimed(2)).isEqualTo(Duration.ofSeconds(4));
        assertThat(budget.untimed(1)).isEqualTo(Duration.ofSeconds(66));
        assertThat(new CellBudget(0, () -> 1).untimed(1)).isEqualTo(CellBudget.GRACE.dividedBy(2));
    }

    private static CellBudget in(Duration left) {
        return new CellBudget(Clock.nanos() + left.toNanos());
    }
}
