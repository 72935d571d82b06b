package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.gate.Measured;
import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.results.MeasuredRun;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;

class JmhExportTest {

    private static final MeasuredRun RUN = Books.results(Books.HERE, SimulatedCell.book(1).stages(64, 64).after(66),
            Measured.failed(SimulatedCell.book(3).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1"))
                    .after(0), "no luck"));
    private static final JsonNode JMH = JsonMapper.shared().readTree(JmhExport.of(RUN));

    @Test
    void theTextStaysWhatItIs() throws IOException {
        assertThat(JmhExport.of(Books.results(Books.HERE, SimulatedCell.book(1).after(2))))
                .isEqualTo(Golden.text(getClass(), "export.json"));
    }

    @Test
    void everyKeyThatJmhWritesIsThere() {
        assertThat(JMH).hasSize(4);
        for (JsonNode entry : JMH) {
            assertThat(entry.propertyNames()).contains("jmhVersion", "benchmark", "mode", "threads", "forks", "jvm",
                    "jvmArgs", "jdkVersion", "vmName", "vmVersion", "warmupIterations", "warmupTime",
                    "warmupBatchSize", "measurementIterations", "measurementTime", "measurementBatchSize", "params",
                    "primaryMetric", "secondaryMetrics");
            assertThat(entry.get("primaryMetric").propertyNames()).contains("score", "scoreError", "scoreConfidence",
                    "scorePercentiles", "scoreUnit");
            assertThat(entry.get("primaryMetric").get("scorePercentiles").propertyNames()).containsExactlyInAnyOrder(
                    "0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0");
        }
        assertThat(JMH)
                .extracting(entry -> entry.get("mode").asString() + " " + entry.get("params").get("arm").asString())
                .containsExactly("thrpt candidate", "sample candidate", "thrpt reference", "sample reference");
        assertThat(JMH).extracting(entry -> entry.get("benchmark").asString())
                .containsOnly("dev.regatta.postgresql.select-1");
    }

    @Test
    void aSliceIsAnIteration() {
        JsonNode metric = JMH.get(0).get("primaryMetric");
        assertThat(JMH.get(0).get("forks").asInt()).isEqualTo(2);
        assertThat(JMH.get(0).get("measurementIterations").asInt()).isEqualTo(64);
        assertThat(metric.get("scoreUnit").asString()).isEqualTo("ops/s");
        assertThat(metric.get("rawData")).extracting(JsonNode::size).containsExactly(64, 2);
        double[] slices = RUN.cells().getFirst().pairs().stream()
                .mapToDouble(pair -> pair.of(Arm.CANDIDATE).slice().throughput()).sorted().toArray();
        double mean = Arrays.stream(slices).average().orElseThrow();
        assertThat(metric.get("score").asDouble()).isCloseTo(mean, within(1e-6));
        assertThat(metric.get("scorePercentiles").get("50.0").asDouble())
                .isCloseTo((slices[32] + slices[33]) / 2, within(1e-6));
        assertThat(metric.get("scorePercentiles").get("100.0").asDouble()).isEqualTo(slices[65]);
        // Student's t for 65 degrees of freedom and 99.9 % on both sides together, from a table: 3.4466.
        double variance = Arrays.stream(slices).map(slice -> (slice - mean) * (slice - mean)).sum() / 65;
        double error = 3.4466 * Math.sqrt(variance / 66);
        assertThat(metric.get("scoreError").asDouble()).isCloseTo(error, within(1e-3 * error));
        assertThat(metric.get("scoreConfidence").get(1).asDouble() - mean)
                .isCloseTo(metric.get("scoreError").asDouble(), within(1e-6));
    }

    @Test
    void latenciesAreHistogramsOfForks() {
        JsonNode metric = JMH.get(1).get("primaryMetric");
        assertThat(metric.get("scoreUnit").asString()).isEqualTo("us/op");
        assertThat(metric.get("rawDataHistogram")).hasSize(2).allSatisfy(fork -> assertThat(fork).hasSize(1));
        var values = StreamSupport.stream(metric.get("rawDataHistogram").spliterator(), false)
                .flatMap(fork -> StreamSupport.stream(fork.get(0).spliterator(), false)).toList();
        long count = values.stream().mapToLong(value -> value.get(1).asLong()).sum();
        double sum = values.stream().mapToDouble(value -> value.get(0).asDouble() * value.get(1).asLong()).sum();
        assertThat(count).isEqualTo(66 * (35 * 60 + 5 * 20));
        // Three digits of a histogram.
        assertThat(metric.get("score").asDouble()).isCloseTo(sum / count, within(0.002 * sum / count));
        assertThat(values.stream().map(value -> value.get(0).asDouble()).toList())
                .contains(metric.get("scorePercentiles").get("100.0").asDouble());
    }

    @Test
    void twoValuesHaveNoError() {
        var run = Books.results(Books.HERE, SimulatedCell.book(1).after(2));
        JsonNode metric = JsonMapper.shared().readTree(JmhExport.of(run)).get(0).get("primaryMetric");
        assertThat(metric.get("scoreError").asString()).isEqualTo("NaN");
        assertThat(List.of(metric.get("scoreConfidence").get(0).asString())).containsExactly("NaN");
    }
}
