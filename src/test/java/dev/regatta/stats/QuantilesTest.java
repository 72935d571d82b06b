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
        assertThatThrownBy(() -> Quantiles.student(Double.NaN, 3)).isInstanceOf(IllegalArgumentException.class);
    }
}
