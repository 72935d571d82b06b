package dev.regatta.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class LatenciesTest {

    private static final double[] PERCENTILES = {1e-9, 1, 25, 50, 90, 95, 99, 99.9, 99.999, 100};

    @Test
    void theySayWhatTheHistogramSays() {
        var random = new Random(1);
        for (int i = 0; i < 50; i++) {
            var histogram = random(random);
            var latencies = Latencies.of(histogram);
            assertThat(latencies.count()).isEqualTo((int) histogram.getTotalCount());
            for (double percentile : PERCENTILES) {
                assertThat(latencies.valueAt(percentile)).as("p" + percentile)
                        .isEqualTo(histogram.getValueAtPercentile(percentile));
            }
        }
    }

    @Test
    void manyMakeTheHistogramThatTheirSumIs() {
        var random = new Random(1);
        var sum = new Histogram(3);
        var parts = random.ints(8).mapToObj(i -> random(random)).toList();
        parts.forEach(sum::add);
        assertThat(Latencies.merged(Stream.concat(parts.stream().map(Latencies::of), Stream.of(Latencies.NONE))
                .toList())).isEqualTo(Latencies.of(sum));
        assertThat(Latencies.merged(List.of())).isEqualTo(Latencies.NONE);
    }

    @Test
    void theShortestAndTheLongestAreKept() {
        var histogram = new Histogram(1, 1L << 60, 3);
        histogram.recordValueWithCount(0, 3);
        histogram.recordValueWithCount(7, 1_000_000_000);
        histogram.recordValue((1L << 60) - 1);
        var latencies = Latencies.of(histogram);
        assertThat(latencies.valueAt(1e-9)).isZero();
        assertThat(latencies.valueAt(50)).isEqualTo(7);
        assertThat(latencies.valueAt(100)).isEqualTo((1L << 60) - 1);
        assertThat(latencies.thinned().valueAt(100)).isEqualTo((1L << 60) - 1);
    }

    @Test
    void noneHaveNoValue() {
        assertThat(Latencies.of(new Histogram(3))).isEqualTo(Latencies.NONE);
        assertThat(Latencies.NONE.thinned()).isEqualTo(Latencies.NONE);
        assertThat(Latencies.NONE.valueAt(99)).isZero();
    }

    @Test
    void whatIsThinnedKeepsItsSlowestFifthAndCountsTheRest() {
        var random = new Random(2);
        for (int i = 0; i < 50; i++) {
            var latencies = Latencies.of(random(random));
            var thinned = latencies.thinned();
            assertThat(thinned.count()).isEqualTo(latencies.count());
            for (double percentile : new double[]{80, 90, 95, 99, 99.9, 100}) {
                assertThat(thinned.valueAt(percentile)).isEqualTo(latencies.valueAt(percentile));
            }
            for (double percentile : new double[]{1, 10, 25, 50, 75}) {
                double exact = latencies.valueAt(percentile);
                assertThat((double) thinned.valueAt(percentile)).isCloseTo(exact, within(0.13 * exact));
            }
            assertThat(thinned.thinned()).isEqualTo(thinned);
        }
    }

    /** Each slice errs in another direction. */
    @Test
    void theMedianOfManyThinnedSlicesIsThatOfTheSlices() {
        var random = new Random(3);
        var slices = Stream.generate(() -> Latencies.of(slice(random))).limit(128).toList();
        double exact = Latencies.merged(slices).valueAt(50);
        assertThat((double) Latencies.merged(slices.stream().map(Latencies::thinned).toList()).valueAt(50))
                .isCloseTo(exact, within(0.01 * exact));
    }

    @Test
    void aLineOfJsonHoldsThemAll() {
        var latencies = Latencies.of(random(new Random(4)));
        assertThat(Json.read(Json.line(latencies), Latencies.class, "latencies")).isEqualTo(latencies);
        assertThat(Json.line(new Latencies(new int[]{4980, 150}, new int[]{12, 1})))
                .isEqualTo("{\"steps\":[4980,150],\"counts\":[12,1]}");
    }

    @Test
    void allAreSoManyTimesAsLong() {
        var latencies = Latencies.of(random(new Random(5)));
        double twice = 2.0 * latencies.valueAt(99);
        assertThat((double) latencies.times(2).valueAt(99)).isCloseTo(twice, within(0.001 * twice));
        assertThat(latencies.times(1)).isEqualTo(latencies);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1],[]", "[],[1]", "[-1],[1]", "[3,0],[1,1]", "[3],[0]", "[60000],[1]", "[1],[-7]",
            "[1,1],[2147483647,1]", "[2147483647,2147483647],[1,1]"})
    void whatIsDamagedIsRefused(String damaged) {
        String json = "{\"steps\":" + damaged.replace("],[", "],\"counts\":[") + "}";
        assertThatThrownBy(() -> Json.read(json, Latencies.class, "results record 3"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("results record 3 ")
                .hasMessageContaining("the latencies of a slice are no buckets of a histogram: measure again");
    }

    private static Histogram random(Random random) {
        var histogram = new Histogram(1, 60_000_000_000L, 3);
        double spread = 1 + 3 * random.nextDouble();
        for (int i = random.nextInt(2000); i >= 0; i--) {
            double value = 300_000 * Math.exp(spread * random.nextGaussian());
            histogram.recordValueWithCount((long) Math.clamp(value, 2e3, 5e10), 1 + random.nextInt(3));
        }
        return histogram;
    }

    private static Histogram slice(Random random) {
        var histogram = new Histogram(1, 60_000_000_000L, 3);
        double machine = 0.05 * random.nextGaussian();
        for (int i = 0; i < 300; i++) {
            histogram.recordValue((long) (300_000 * Math.exp(machine + 0.3 * random.nextGaussian())));
        }
        return histogram;
    }
}
