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
        // tau = 1.24 x sqrt(2) x 0.045 = 0.0789; z(0.9925) = 2.432 and (2.432 x 0.0789 / ln 1.05)^2 = 15.5.
        assertThat(SetsToPass.of(Metric.CLIENT_CPU, noise(0.045))).isEqualTo(16);
        assertThat(SetsToPass.of(Metric.CLIENT_CPU, noise(0.0225))).isEqualTo(4);
        assertThat(SetsToPass.of(Metric.CLIENT_CPU, noise(0))).isEqualTo(1);
        // The limit of the tail is wider.
        assertThat(SetsToPass.of(Metric.TAIL_LATENCY, noise(0.045))).isEqualTo(5);
    }

    @Test
    void whatCanNeverPassIsNamedAndNothingElse() {
        assertThat(tooMany(0.01, 0.02, 0.045)).isEmpty();
        assertThat(tooMany(0.01, 0.13, 0.055)).extracting(SetsToPass::metric, SetsToPass::betweenForks,
                SetsToPass::needed).containsExactly(tuple(Metric.TAIL_LATENCY, 0.13, 34),
                        tuple(Metric.CLIENT_CPU, 0.055, 24));
    }

    private static List<SetsToPass> tooMany(double throughput, double tail, double cpu) {
        return SetsToPass.tooMany(new TreeMap<>(Map.of(Metric.THROUGHPUT,
                noise(throughput), Metric.TAIL_LATENCY, noise(tail), Metric.CLIENT_CPU, noise(cpu))));
    }

    private static Noise noise(double betweenForks) {
        return new Noise(0.1, betweenForks, OptionalDouble.empty());
    }
}
