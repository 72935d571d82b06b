package dev.regatta.report;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Resources;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.protocol.Slice;
import dev.regatta.stats.Quantiles;

import org.apache.commons.statistics.descriptive.Quantile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Results in the form that JMH writes with {@code -rf json} (openjdk/jmh, {@code JSONResultFormat}), for the tools that
 * read it: of each arm of a cell the throughput ({@code thrpt}, a slice is an iteration) and the latencies
 * ({@code sample}). The benchmark is {@code dev.regatta.<database>.<workload>}, client and arm are its parameters.
 * Scores are plain means with JMH's 99.9 % interval, of one arm by itself: the gate's own numbers are ratios of pairs,
 * and see far smaller changes.
 */
public final class JmhExport {

    /** Both sides together, as JMH has it. */
    private static final double CONFIDENCE = 0.999;
    private static final double[] PERCENTILES = {0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};
    private static final double NANOS_PER_MICRO = 1e3;
    /** At position {@code p (n + 1)}, between neighbours in proportion. */
    private static final Quantile AS_JMH = Quantile.withDefaults().with(Quantile.EstimationMethod.HF6);

    private JmhExport() {
    }

    /** All cells in which something was measured, in run order. */
    public static String of(MeasuredRun run) {
        var entries = new ArrayList<Map<String, Object>>();
        run.cells().stream().forEach(cell -> {
            for (Arm arm : Arm.values()) {
                var forks = forks(cell, arm);
                if (!forks.isEmpty()) {
                    entries.add(throughput(run.facts(), cell, arm, forks));
                    entries.add(latency(run.facts(), cell, arm, forks));
                }
            }
        });
        return Json.pretty(entries);
    }

    /** The slices of each fork in which operations ended. */
    private static List<List<Slice>> forks(CellMeasurement cell, Arm arm) {
        var forks = new TreeMap<Integer, List<Slice>>();
        for (Pair pair : cell.pairs()) {
            pair.slices().stream().filter(slice -> slice.arm() == arm).map(ArmSlice::slice)
                    .filter(slice -> slice.latencies().count() > 0)
                    .forEach(slice -> forks.computeIfAbsent(pair.stage(), fork -> new ArrayList<>()).add(slice));
        }
        return List.copyOf(forks.values());
    }

    private static Map<String, Object> throughput(RunFacts facts, CellMeasurement cell, Arm arm,
            List<List<Slice>> forks) {
        var secondary = new TreeMap<String, Object>();
        secondary.put("clientCpu",
                sampled(forks, "us/op", slice -> slice.cpuNanosPerOperation() / NANOS_PER_MICRO));
        boolean allocations = forks.stream().flatMap(List::stream).allMatch(slice -> slice.resources().isPresent());
        if (allocations) {
            secondary.put("gc.alloc.rate.norm", sampled(forks, "B/op", slice -> slice.resources()
                    .map(Resources::allocatedBytes).orElseThrow() / (double) slice.allOperations()));
        }
        return entry(facts, cell, arm, "thrpt", forks, sampled(forks, "ops/s", Slice::throughput), secondary);
    }

    private static Map<String, Object> latency(RunFacts facts, CellMeasurement cell, Arm arm,
            List<List<Slice>> forks) {
        var histograms = forks.stream().map(JmhExport::latencies).toList();
        var all = Latencies.merged(histograms);
        double mean = sum(all, micros -> micros) / all.count();
        double deviation = Math.sqrt(sum(all, micros -> Math.pow(micros - mean, 2)) / all.count());
        double error = error(deviation, all.count());
        var percentiles = new LinkedHashMap<String, Object>();
        for (double percentile : PERCENTILES) {
            percentiles.put(Double.toString(percentile), all.valueAt(percentile) / NANOS_PER_MICRO);
        }
        var metric = metric(mean, error, percentiles, "us/op");
        // Fork, iteration, pairs of a value and its count: the slices of a fork are one iteration.
        metric.put("rawDataHistogram", histograms.stream().map(fork -> List.of(counts(fork))).toList());
        return entry(facts, cell, arm, "sample", forks, metric, Map.of());
    }

    private static Latencies latencies(List<Slice> fork) {
        return Latencies.merged(fork.stream().map(Slice::latencies).toList());
    }

    private static double sum(Latencies latencies, DoubleUnaryOperator ofMicros) {
        return counts(latencies).stream()
                .mapToDouble(bucket -> ofMicros.applyAsDouble(bucket.get(0).doubleValue()) * bucket.get(1).intValue())
                .sum();
    }

    private static List<List<Number>> counts(Latencies latencies) {
        var counts = new ArrayList<List<Number>>();
        latencies.forEach((nanos, operations) -> counts.add(List.of(nanos / NANOS_PER_MICRO, operations)));
        return counts;
    }

    private static Map<String, Object> entry(RunFacts facts, CellMeasurement cell, Arm arm, String mode,
            List<List<Slice>> forks, Map<String, Object> primary, Map<String, Object> secondary) {
        var starts = cell.forks().stream().filter(fork -> fork.arm() == arm).toList();
        var where = Optional.ofNullable(facts.environments().get(cell.cell().database()));
        String slice = cell.timed().sliceMillis() + " ms";
        var entry = new LinkedHashMap<String, Object>();
        entry.put("jmhVersion", "Regatta " + facts.tool());
        entry.put("benchmark", "dev.regatta." + cell.cell().database().id() + "." + cell.cell().workload());
        entry.put("mode", mode);
        entry.put("threads", cell.setup().connections());
        entry.put("forks", forks.size());
        entry.put("jvm", "java");
        entry.put("jvmArgs", where.map(there -> there.facts().get("jvm.options")).map(options -> options.split(" "))
                .map(List::of).orElse(List.of()));
        String jdk = starts.stream().map(ForkStart::jdk).findFirst()
                .or(() -> where.map(there -> there.fact(Fingerprint.JDK))).orElse("unknown");
        entry.put("jdkVersion", jdk);
        entry.put("vmName", "unknown");
        entry.put("vmVersion", jdk);
        entry.put("warmupIterations", starts.stream().mapToInt(ForkStart::warmUpSlices).max().orElse(0));
        entry.put("warmupTime", slice);
        entry.put("warmupBatchSize", 1);
        entry.put("measurementIterations", forks.stream().mapToInt(List::size).max().orElseThrow());
        entry.put("measurementTime", slice);
        entry.put("measurementBatchSize", 1);
        entry.put("params", new TreeMap<>(Map.of("client", cell.cell().client().toString(), "arm", arm.toString())));
        entry.put("primaryMetric", primary);
        entry.put("secondaryMetrics", secondary);
        return entry;
    }

    /** A number of every slice, by fork. */
    private static Map<String, Object> sampled(List<List<Slice>> forks, String unit, ToDoubleFunction<Slice> reading) {
        double[] values = forks.stream().flatMap(List::stream).mapToDouble(reading).sorted().toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(value -> Math.pow(value - mean, 2)).sum();
        var percentiles = new LinkedHashMap<String, Object>();
        for (double percentile : PERCENTILES) {
            percentiles.put(Double.toString(percentile), AS_JMH.evaluate(values, percentile / 100));
        }
        var metric = metric(mean, error(Math.sqrt(squares / (values.length - 1)), values.length), percentiles, unit);
        metric.put("rawData", forks.stream()
                .map(fork -> fork.stream().mapToDouble(reading).boxed().collect(Collectors.toList())).toList());
        return metric;
    }

    private static Map<String, Object> metric(double mean, double error, Map<String, Object> percentiles,
            String unit) {
        var metric = new LinkedHashMap<String, Object>();
        metric.put("score", mean);
        metric.put("scoreError", error);
        metric.put("scoreConfidence", List.of(mean - error, mean + error));
        metric.put("scorePercentiles", percentiles);
        metric.put("scoreUnit", unit);
        return metric;
    }

    /** Half the interval of a mean; not a number, as in JMH, for fewer than three values. */
    private static double error(double deviation, long count) {
        return count < 3
                ? Double.NaN
                : Quantiles.student(1 - (1 - CONFIDENCE) / 2, count - 1.0) * deviation / Math.sqrt(count);
    }
}
