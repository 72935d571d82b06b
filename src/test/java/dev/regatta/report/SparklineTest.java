package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class SparklineTest {

    @Test
    void theMiddleIsNoDifference() {
        assertThat(Sparkline.of(new double[]{0, 0.001, -0.001})).isEqualTo("▅▅▄");
    }

    @Test
    void smallDifferencesStayFlat() {
        assertThat(Sparkline.of(new double[]{-0.05, 0.05})).isEqualTo("▄▅");
    }

    @Test
    void theFarthestPairIsAnEnd() {
        assertThat(Sparkline.of(new double[]{-2, -1, 0, 1, 2})).isEqualTo("▁▃▅▇█");
    }

    @Test
    void aDriftShowsInALongRunAsWell() {
        String line = Sparkline.of(IntStream.range(0, 256).mapToDouble(i -> (i - 128) / 256.0).toArray());
        assertThat(line).hasSize(Sparkline.WIDEST).startsWith("▁").endsWith("█");
        assertThat(line.chars().boxed().toList()).isSorted();
    }

    @Test
    void nothingIsNothing() {
        assertThat(Sparkline.of(new double[0])).isEmpty();
    }
}
