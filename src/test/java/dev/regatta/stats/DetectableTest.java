package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DetectableTest {

    @Test
    void theSmallestShiftIsTheSumOfBothQuantilesTimesTheStandardError() {
        assertThat(Detectable.shift(0.025, 0.01)).isCloseTo((1.959964 + 1.644854) * 0.01, within(1e-7));
    }
}
