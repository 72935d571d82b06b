package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timetable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A slice of the recording that can be played again, as it was or changed. */
final class RecordedSlice {

    private final ArmSlice recorded;
    /** The same few changes are asked for over and over. */
    private final Map<Double, Latencies> changed = new ConcurrentHashMap<>();

    RecordedSlice(ArmSlice recorded) {
        this.recorded = recorded;
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
                        changed.computeIfAbsent(change.of(Metric.TAIL_LATENCY), slice.latencies()::times)),
                recorded.surroundings());
    }

    /** A reading of the changed slice. */
    double reading(Metric metric, double percentile, Factors change) {
        return change.of(metric) * switch (metric) {
            case THROUGHPUT -> recorded.slice().throughput();
            case TAIL_LATENCY -> recorded.slice().latencies().valueAt(percentile);
            case CLIENT_CPU -> recorded.slice().cpuNanosPerOperation();
        };
    }
}
