package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExtremesTest {

    @Test
    void whatLiesAtTheDistanceIsNotBeyondIt() {
        assertThat(Extremes.of(0.5, 1, -3, -0.5, 0, 1, 1.5, 1.6, 2, 5)).isEqualTo(new Extremes(3, 1));
    }

    @Test
    void thePValueIsThatOfAFairCoin() {
        // Three of four or more: (4 + 1) / 16.
        assertThat(new Extremes(3, 1).pValue()).isCloseTo(5.0 / 16, within(1e-12));
        assertThat(new Extremes(5, 0).pValue()).isCloseTo(1.0 / 32, within(1e-12));
        // Nine of eleven or more: (55 + 11 + 1) / 2048.
        assertThat(new Extremes(9, 2).pValue()).isCloseTo(67.0 / 2048, within(1e-12));
        assertThat(new Extremes(2, 2).pValue()).isCloseTo(11.0 / 16, within(1e-12));
    }

    @Test
    void noneAboveSaysNothing() {
        assertThat(new Extremes(0, 0).pValue()).isEqualTo(1);
        assertThat(new Extremes(0, 9).pValue()).isEqualTo(1);
    }
}
