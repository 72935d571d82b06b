package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QuantilesTest {

    @Test
    void quantilesAreThoseOfTheTables() {
        assertThat(Quantiles.normal(0.975)).isCloseTo(1.959964, within(1e-6));
        assertThat(Quantiles.student(0.975, 10)).isCloseTo(2.228139, within(1e-6));
        assertThat(Quantiles.student(0.9995, 5)).isCloseTo(6.868827, within(1e-5));
        assertThat(Quantiles.student(0.025, 10)).isCloseTo(-2.228139, within(1e-6));
    }

    @Test
    void certaintyHasNoQuantile() {
        assertThatThrownBy(() -> Quantiles.normal(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Quantiles.normal(0)).isInstanceOf(IllegalArgumentException.class);
        for (double none : new double[]{0, 1, Double.NaN}) {
            assertThatThrownBy(() -> Quantiles.student(none, 3)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a probability");
        }
    }

    @Test
    void theUpperTailHasAllDigitsOfTheLower() {
        assertThat(Quantiles.student(1 - 0x1p-40, 5)).isEqualTo(-Quantiles.student(0x1p-40, 5));
        // Far out a tail is 25 gamma(3) / (sqrt(5 pi) gamma(2.5)) / t^5, that is 9.49017 / t^5.
        assertThat(Quantiles.student(0x1p-40, 5)).isCloseTo(-401.51, within(0.05));
    }

    /** Beside 1 such a probability vanishes: there is no upper tail to compute it from. */
    @Test
    void theFarthestLowerTailIsFinite() {
        // 25 gamma(3) / (sqrt(5 pi) gamma(2.5)) / t^5, as above.
        assertThat(Quantiles.student(1e-30, 5)).isCloseTo(-Math.pow(9.49017e30, 0.2), within(1.0));
    }

    /** From a printed table. */
    @Test
    void chiSquaredIsThatOfTheTables() {
        assertThat(Quantiles.chiSquared(0.9, 1)).isCloseTo(2.7055, within(1e-4));
        assertThat(Quantiles.chiSquared(0.95, 10)).isCloseTo(18.307, within(1e-3));
    }
}
