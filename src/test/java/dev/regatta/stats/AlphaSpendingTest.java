package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

class AlphaSpendingTest {

    private final AlphaSpending spending = AlphaSpending.of(0.01, 90,
            new TreeMap<>(Map.of(64, 0.2, 128, 0.3, 256, 0.5)));

    @Test
    void theLooksTogetherSpendTheErrorOfOneHypothesis() {
        assertThat(spending.at(64).orElseThrow()).isCloseTo(0.2 * 0.01 / 90, within(1e-15));
        assertThat(spending.at(64).orElseThrow() + spending.at(128).orElseThrow() + spending.at(256).orElseThrow())
                .isCloseTo(0.01 / 90, within(1e-15));
    }

    @Test
    void otherLooksSpendNothing() {
        assertThat(spending.at(96)).isEmpty();
    }

    @Test
    void moreThanEverythingCannotBeSpent() {
        assertThatThrownBy(() -> new AlphaSpending(0.01, new TreeMap<>(Map.of(64, 0.7, 128, 0.7))))
                .hasMessageContaining("add up to 1");
    }

    @Test
    void noErrorAndAllOfItCannotBeSpent() {
        var all = new TreeMap<>(Map.of(64, 1.0));
        for (double alpha : new double[]{0, 1, Double.NaN}) {
            assertThatThrownBy(() -> new AlphaSpending(alpha, all)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new AlphaSpending(0.01, new TreeMap<>(Map.of(64, 1.0, 128, 0.0))))
                .hasMessageContaining("positive shares");
    }

    @Test
    void oneHypothesisHasTheWholeErrorAndNoneHasNone() {
        var all = new TreeMap<>(Map.of(64, 1.0));
        assertThat(AlphaSpending.of(0.01, 1, all).at(64)).hasValue(0.01);
        assertThatThrownBy(() -> AlphaSpending.of(0.01, 0, all)).hasMessageContaining("at least one hypothesis");
    }
}
