package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.List;

class EstimateTest {

    /** Student's 97.5 % quantile of two degrees of freedom is 4.3027. */
    @Test
    void theIntervalIsStudentsOfTheLogarithms() {
        Estimate estimate = Estimate.of(List.of(Math.exp(0.9), Math.exp(1.0), Math.exp(1.1))).orElseThrow();
        assertThat(Math.log(estimate.value())).isCloseTo(1, within(1e-9));
        assertThat(Math.log(estimate.high())).isCloseTo(1 + 4.30265 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(Math.log(estimate.low())).isCloseTo(1 - 4.30265 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(estimate.sets()).isEqualTo(3);
        assertThat(estimate.covers(Math.E)).isTrue();
        assertThat(estimate.covers(10)).isFalse();
    }

    @Test
    void ofOneSetOrOfNothingThereIsNone() {
        assertThat(Estimate.of(List.of(3.0))).isEmpty();
        assertThat(Estimate.of(List.of())).isEmpty();
        assertThat(Estimate.of(List.of(1.0, 0.0))).isEmpty();
    }
}
