package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

class SetsToPassTest {

    @Test
    void theyAreWhatTheIntervalNeeds() {
        // tau^2 = (4 x 0.011^2 + 9 x 2 x 0.045^2) / 13 = 0.0533^2; t(0.9925, 12 + 9) = 2.65 and 2.65 x 0.0533 / sqrt(9) < ln 1.05.
        assertThat(SetsToPass.of(Metric.CLIENT_CPU, noise(0.045))).isEqualTo(9);
        assertThat(SetsToPass.of(Metric.CLIENT_CPU, noise(0.0225))).isEqualTo(3);
        assertThat(SetsToPass.of(Metric.CLIENT_CPU, noise(0))).isEqualTo(1);
        // The limit of the tail is wider.
        assertThat(SetsToPass.of(Metric.TAIL_LATENCY, noise(0.045))).isEqualTo(3);
    }

    @Test
    void whatCanNeverPassIsNamedAndNothingElse() {
        assertThat(tooMany(0.01, 0.02, 0.055)).isEmpty();
        assertThat(tooMany(0.01, 0.13, 0.065)).extracting(SetsToPass::metric, SetsToPass::betweenForks,
                SetsToPass::needed).containsExactly(tuple(Metric.TAIL_LATENCY, 0.13, 18),
                        tuple(Metric.CLIENT_CPU, 0.065, 17));
    }

    private static List<SetsToPass> tooMany(double throughput, double tail, double cpu) {
        return SetsToPass.tooMany(new TreeMap<>(Map.of(Metric.THROUGHPUT,
                noise(throughput), Metric.TAIL_LATENCY, noise(tail), Metric.CLIENT_CPU, noise(cpu))));
    }

    private static Noise noise(double betweenForks) {
        return new Noise(0.1, betweenForks, OptionalDouble.empty());
    }
}
