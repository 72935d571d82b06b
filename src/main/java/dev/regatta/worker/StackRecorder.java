package dev.regatta.worker;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.SampledFrame.State;
import dev.regatta.protocol.SampledFrame;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.StackSamples;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/**
 * Samples the stacks of this JVM's threads while a slice runs, with JDK Flight Recorder: those that run Java code and
 * those in native code, where a driver waits for its answers. Sampling takes time: nothing may be timed meanwhile.
 */
final class StackRecorder {

    /** Ten times as often as the recorder's own settings do, for a slice is short. */
    private static final Duration PERIOD = Duration.ofMillis(1);
    private static final String JAVA = "jdk.ExecutionSample";
    private static final String NATIVE = "jdk.NativeMethodSample";
    /** No part of what an operation does: the recorder's own threads. */
    private static final String RECORDER = "jdk.jfr.";
    private static final int MOST_FRAMES = 2000;
    /** Classes without a name of their own are numbered, differently in every JVM. */
    private static final Pattern NUMBER = Pattern.compile("[./+]0x\\p{XDigit}+");

    private StackRecorder() {
    }

    /** Samples {@code slice}, after {@code warmUp}, and leaves the recording in {@code file}. */
    static Answer.Profiled record(Callable<Slice> warmUp, Callable<Slice> slice, Path file) throws Exception {
        warmUp.call();
        try (Recording recording = new Recording()) {
            recording.enable(JAVA).withPeriod(PERIOD);
            recording.enable(NATIVE).withPeriod(PERIOD);
            recording.start();
            Slice recorded = slice.call();
            recording.stop();
            recording.dump(file);
            return new Answer.Profiled(recorded, read(file));
        }
    }

    /**
     * Counts the samples of a recording and the methods on them.
     *
     * @throws IOException if the file is no recording
     */
    static StackSamples read(Path file) throws IOException {
        var seen = new Seen();
        try (var events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                var event = events.readEvent();
                switch (event.getEventType().getName()) {
                    case JAVA -> seen.add(State.JAVA, event.getStackTrace());
                    case NATIVE -> seen.add(State.NATIVE, event.getStackTrace());
                    default -> {
                        // The recording's own bookkeeping.
                    }
                }
            }
        }
        return seen.samples();
    }

    private static final class Seen {
        private final Map<State, Map<String, long[]>> counts = new EnumMap<>(State.class);
        private final Map<State, Long> samples = new EnumMap<>(State.class);

        void add(State state, RecordedStackTrace trace) {
            if (trace == null) {
                return;
            }
            List<String> methods = trace.getFrames().stream().filter(RecordedFrame::isJavaFrame).map(Seen::method)
                    .toList();
            if (methods.isEmpty() || methods.stream().anyMatch(method -> method.startsWith(RECORDER))) {
                return;
            }
            samples.merge(state, 1L, Long::sum);
            Map<String, long[]> ofState = counts.computeIfAbsent(state, first -> new HashMap<>());
            Set<String> once = new HashSet<>(methods);
            once.forEach(method -> ofState.computeIfAbsent(method, first -> new long[2])[0]++);
            ofState.get(methods.getFirst())[1]++;
        }

        private static String method(RecordedFrame frame) {
            return NUMBER.matcher(frame.getMethod().getType().getName()).replaceAll("") + "."
                    + frame.getMethod().getName();
        }

        StackSamples samples() {
            return new StackSamples(samples.getOrDefault(State.JAVA, 0L), samples.getOrDefault(State.NATIVE, 0L),
                    counts.entrySet().stream()
                            .flatMap(ofState -> ofState.getValue().entrySet().stream()
                                    .map(method -> new SampledFrame(method.getKey(), ofState.getKey(),
                                            method.getValue()[0], method.getValue()[1])))
                            .sorted(Comparator.comparingLong(SampledFrame::samples).reversed()
                                    .thenComparing(SampledFrame::method).thenComparing(SampledFrame::state))
                            .limit(MOST_FRAMES).toList());
        }
    }
}
