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

class ForksToPassTest {

    @Test
    void theyAreWhatTheIntervalNeeds() {
        // z(0.9925) = 2.432; tau = 1.24 sqrt(2) 0.045 = 0.0789; (2.432 * 0.0789 / ln 1.05)^2 = 15.5.
        assertThat(ForksToPass.of(Metric.CLIENT_CPU, noise(0.045))).isEqualTo(16);
        assertThat(ForksToPass.of(Metric.CLIENT_CPU, noise(0.0225))).isEqualTo(4);
        assertThat(ForksToPass.of(Metric.CLIENT_CPU, noise(0))).isEqualTo(1);
        // The limit of the tail is wider.
        assertThat(ForksToPass.of(Metric.TAIL_LATENCY, noise(0.045))).isEqualTo(5);
    }

    @Test
    void whatCanNeverPassIsNamedAndNothingElse() {
        assertThat(tooMany(0.01, 0.02, 0.035)).isEmpty();
        assertThat(tooMany(0.01, 0.09, 0.055)).extracting(ForksToPass::metric, ForksToPass::betweenForks,
                ForksToPass::needed).containsExactly(tuple(Metric.TAIL_LATENCY, 0.09, 16 + 1),
                        tuple(Metric.CLIENT_CPU, 0.055, 24));
    }

    private static List<ForksToPass> tooMany(double throughput, double tail, double cpu) {
        return ForksToPass.tooMany(new TreeMap<>(Map.of(Metric.THROUGHPUT,
                noise(throughput), Metric.TAIL_LATENCY, noise(tail), Metric.CLIENT_CPU, noise(cpu))));
    }

    private static Noise noise(double betweenForks) {
        return new Noise(0.1, betweenForks, OptionalDouble.empty());
    }
}
