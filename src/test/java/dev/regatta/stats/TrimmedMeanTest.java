package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Random;

class TrimmedMeanTest {

    @Test
    void theSmallestAndLargestFifthAreSetAside() {
        // 10 values: two are trimmed at either end, 3 to 8 stay.
        assertThat(TrimmedMean.estimateOf(10, 1, 2, 3, 4, 5, 6, 7, 8, 900)).isEqualTo(5.5);
    }

    @Test
    void theStandardErrorIsYuens() {
        var summary = TrimmedMean.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        // Winsorised: 3 3 3 4 5 6 7 8 8 8, mean 5.5, squares 3*6.25 + 2.25 + 0.25 + 0.25 + 2.25 + 3*6.25 = 42.5.
        assertThat(summary.estimate()).isEqualTo(5.5);
        assertThat(summary.standardError()).isCloseTo(Math.sqrt(42.5 / 9) / (0.6 * Math.sqrt(10)), within(1e-12));
        assertThat(summary.degreesOfFreedom()).isEqualTo(5);
        assertThat(summary.winsorisedDeviation()).isCloseTo(Math.sqrt(42.5 / 9), within(1e-12));
    }

    @Test
    void twoValuesAreTheFewest() {
        assertThat(TrimmedMean.of(1, 1)).isEqualTo(new TrimmedMean(1, 0, 1, 2));
        assertThatThrownBy(() -> new TrimmedMean(1, -0.1, 1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TrimmedMean(1, 0, 0, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TrimmedMean(1, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void outliersDoNotMoveIt() {
        assertThat(TrimmedMean.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 1e9))
                .isEqualTo(TrimmedMean.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    }

    @Test
    void itsIntervalCoversTheCentreOfNormalSamples() {
        var random = new Random(7);
        int covered = 0;
        for (int i = 0; i < 4_000; i++) {
            var summary = TrimmedMean.of(random.doubles(24, -1, 1).map(x -> random.nextGaussian()).toArray());
            double half = Quantiles.student(0.975, summary.degreesOfFreedom()) * summary.standardError();
            covered += Math.abs(summary.estimate()) < half ? 1 : 0;
        }
        assertThat(covered / 4_000.0).isBetween(0.94, 0.97);
    }

    @Test
    void valuesThatAreNotFiniteHaveNoMean() {
        assertThatThrownBy(() -> TrimmedMean.of(1, 2, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TrimmedMean.of(1, Double.NEGATIVE_INFINITY, 2)).hasMessageContaining("not finite");
        assertThatThrownBy(() -> TrimmedMean.of(1)).hasMessageContaining("at least 2");
    }
}
