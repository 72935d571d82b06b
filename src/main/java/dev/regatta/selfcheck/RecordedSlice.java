package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timetable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A slice of the recording that can be played again, as it was or changed. */
final class RecordedSlice {

    private final ArmSlice recorded;
    private final LatencySketch latencies;
    /** Encoding a histogram is the costly part, and the same few changes are asked for over and over. */
    private final Map<Double, String> encoded = new ConcurrentHashMap<>();

    RecordedSlice(ArmSlice recorded) {
        this.recorded = recorded;
        this.latencies = LatencySketch.of(recorded.slice().latencies());
    }

    /** Which arm it was. */
    Arm arm() {
        return recorded.arm();
    }

    /**
     * How long it would take today, with the pause before it: longer slices were recorded once, and the scatter of a
     * pair does not depend on how long its slices are.
     *
     * @param connections of its arm
     */
    long nanos(int connections) {
        long today = Timetable.sliceNanos(connections, recorded.slice().throughput()) + Timetable.AROUND_NANOS;
        return Math.min(recorded.surroundings().elapsedNanos(), today) + Timetable.IDLE_NANOS
                + recorded.surroundings().probeLateNanos();
    }

    /** The slice as {@code arm}'s, changed. */
    ArmSlice as(Arm arm, Change change) {
        Slice slice = recorded.slice();
        double throughput = change.of(Metric.THROUGHPUT);
        double operations = slice.operations() * throughput;
        int all = (int) Math.max(1, Math.ceil(slice.allOperations() * throughput));
        double cpuPerOperation = slice.cpuNanosPerOperation() * change.of(Metric.CLIENT_CPU);
        return new ArmSlice(arm,
                new Slice(operations, slice.windowNanos(), all, Math.max(1, Math.round(cpuPerOperation * all)), 0, 0,
                        "",
                        slice.compileMillis(),
                        encoded.computeIfAbsent(change.of(Metric.TAIL_LATENCY), latencies::encoded)),
                recorded.surroundings());
    }

    /** A reading of the changed slice. */
    double reading(Metric metric, double percentile, Change change) {
        return change.of(metric) * switch (metric) {
            case THROUGHPUT -> recorded.slice().throughput();
            case TAIL_LATENCY -> latencies.nanosAt(percentile);
            case CLIENT_CPU -> recorded.slice().cpuNanosPerOperation();
        };
    }
}
