package dev.regatta.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.stream.IntStream;

class ArrivalsTest {

    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameSchedule(Arrivals arrivals) {
        long[] schedule = arrivals.schedule(3_000, SECOND, 7);
        assertThat(arrivals.schedule(3_000, SECOND, 7)).isEqualTo(schedule);
        assertThat(schedule).isSorted();
        assertThat(schedule[0]).isNotNegative();
        assertThat(schedule[schedule.length - 1]).isLessThan(SECOND);
    }

    @Test
    void constantArrivalsAreEquallyFarApart() {
        assertThat(Arrivals.CONSTANT.schedule(4, SECOND, 1)).containsExactly(0, SECOND / 4, SECOND / 2,
                3 * SECOND / 4);
        assertThat(Arrivals.CONSTANT.schedule(0.5, 4 * SECOND, 1)).containsExactly(0, 2 * SECOND);
    }

    /**
     * Of exponential distances, mean and standard deviation are the same, and a share of 1/e is longer than the mean.
     */
    @Test
    void poissonArrivalsAreIndependent() {
        long[] schedule = Arrivals.POISSON.schedule(20_000, 10 * SECOND, 42);
        double[] gaps = IntStream.range(1, schedule.length).mapToDouble(i -> schedule[i] - schedule[i - 1]).toArray();
        double mean = IntStream.range(0, gaps.length).mapToDouble(i -> gaps[i]).average().orElseThrow();
        double variance = IntStream.range(0, gaps.length).mapToDouble(i -> Math.pow(gaps[i] - mean, 2)).average()
                .orElseThrow();
        long longer = IntStream.range(0, gaps.length).filter(i -> gaps[i] > mean).count();
        assertThat(schedule).hasSizeBetween(198_000, 202_000);
        assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(0.02));
        assertThat((double) longer / gaps.length).isCloseTo(Math.exp(-1), within(0.01));
        assertThat(Arrivals.POISSON.schedule(20_000, SECOND, 43))
                .isNotEqualTo(Arrivals.POISSON.schedule(20_000, SECOND, 42));
    }

    @Test
    void aLoadThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Arrivals.POISSON.schedule(0, SECOND, 1)).hasMessageContaining("0.0 operations");
        assertThatThrownBy(() -> Arrivals.CONSTANT.schedule(Double.NaN, SECOND, 1)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Arrivals.CONSTANT.schedule(1e12, SECOND, 1)).hasMessageContaining("scheduled");
        assertThatThrownBy(() -> Arrivals.of("bursts")).hasMessageContaining("constant, poisson");
    }
}
