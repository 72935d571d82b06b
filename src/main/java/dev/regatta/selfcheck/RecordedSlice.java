package dev.regatta.selfcheck;

import dev.regatta.analysis.EncodedHistogram;
import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timetable;

import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/** A slice of the recording that can be played again, as it was or changed. */
final class RecordedSlice {

    private final ArmSlice recorded;
    private final EncodedHistogram latencies;
    /** Naming the buckets is the costly part, and the same few changes are asked for over and over. */
    private final Map<Double, String> named = new ConcurrentHashMap<>();

    RecordedSlice(ArmSlice recorded) {
        this.recorded = recorded;
        this.latencies = EncodedHistogram
                .of(recorded.slice().latencies().isEmpty() ? EncodedHistogram.NAMED : recorded.slice().latencies());
    }

    /** Which arm it was. */
    Arm arm() {
        return recorded.arm();
    }

    /** How long it took, with the pause before it. */
    long nanos() {
        return recorded.surroundings().elapsedNanos() + Timetable.IDLE_NANOS + recorded.surroundings().probeLateNanos();
    }

    /** The slice as {@code arm}'s, changed; one in which no operation ended stays as it is. */
    ArmSlice as(Arm arm, Factors change) {
        Slice slice = recorded.slice();
        if (slice.allOperations() == 0) {
            return new ArmSlice(arm, slice, recorded.surroundings());
        }
        double throughput = change.of(Metric.THROUGHPUT);
        int all = (int) Math.max(1, Math.ceil(slice.allOperations() * throughput));
        double cpuPerOperation = slice.cpuNanosPerOperation() * change.of(Metric.CLIENT_CPU);
        return new ArmSlice(arm,
                new Slice(slice.operations() * throughput, slice.windowNanos(), all,
                        Math.max(1, Math.round(cpuPerOperation * all)), 0, 0, "", slice.compileMillis(),
                        named.computeIfAbsent(change.of(Metric.TAIL_LATENCY), this::named)),
                recorded.surroundings());
    }

    /** A reading of the changed slice. */
    double reading(Metric metric, double percentile, Factors change) {
        return change.of(metric) * switch (metric) {
            case THROUGHPUT -> recorded.slice().throughput();
            case TAIL_LATENCY -> latencies.valueAt(percentile);
            case CLIENT_CPU -> recorded.slice().cpuNanosPerOperation();
        };
    }

    /** The latencies, each {@code factor} times as long, in the form of results. */
    private String named(double factor) {
        var words = new StringJoiner(" ", EncodedHistogram.NAMED, "");
        for (int i = 0; i < latencies.size(); i++) {
            int bucket = EncodedHistogram.bucketOf(Math.round(latencies.value(i) * factor));
            words.add(latencies.count(i) == 1 ? Integer.toString(bucket) : bucket + "*" + latencies.count(i));
        }
        return words.toString();
    }
}
