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

    private static CellBudget in(Duration left) {
        return new CellBudget(Clock.nanos() + left.toNanos());
    }
}
