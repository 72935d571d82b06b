package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void theMiddleOfAnOddCount() {
        double[] values = {5, 1, 3};
        assertThat(Median.of(values)).isEqualTo(3);
        assertThat(values).containsExactly(5, 1, 3);
    }

    @Test
    void betweenTheMiddleTwoOfAnEvenCount() {
        assertThat(Median.of(4, 1, 2, 100)).isEqualTo(3);
        assertThat(Median.of(7)).isEqualTo(7);
    }
}
