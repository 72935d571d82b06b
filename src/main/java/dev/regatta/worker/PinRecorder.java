package dev.regatta.worker;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Slice;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Records which virtual threads are pinned while a slice runs, with JDK Flight Recorder, which counts; and keeps the
 * traces of {@code jdk.tracePinnedThreads} where this JVM was started with it. Both cost time: nothing may be timed
 * meanwhile.
 */
final class PinRecorder {

    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";
    private static final int MOST_STACKS = 10;
    private static final int MOST_FRAMES = 40;

    private final Planting planting;

    /** What plants the pin the recorder must see. */
    interface Planting {
        /** Plants it. */
        void plant() throws Exception;
    }

    PinRecorder(Planting planting) {
        this.planting = planting;
    }

    /**
     * Records {@code slice}, after {@code warmUp}, whose parks are not counted. Traces are kept of both, because the
     * JVM prints each stack once.
     */
    Answer.Recorded record(Callable<Slice> warmUp, Callable<Slice> slice) throws Exception {
        var printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        Path file = Files.createTempFile("regatta-pins", ".jfr");
        // Exactly this class: to a subclass the JVM prints no trace.
        try (Recording recording = new Recording();
                PrintStream kept = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(kept);
            warmUp.call();
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recording.enable(SUBMIT_FAILED);
            recording.start();
            planting.plant();
            Slice recorded = slice.call();
            recording.stop();
            recording.dump(file);
            var seen = new Seen();
            seen.read(file);
            List<PinnedStack> traces = PinnedTraces.parse(printed.toString(StandardCharsets.UTF_8)).stream()
                    .filter(trace -> trace.frames().stream().noneMatch(PinRecorder::planted)).toList();
            return new Answer.Recorded(recorded, seen.ownSeen,
                    new Pins(seen.parks, recorded.allOperations(), seen.submitFailed, seen.stacks(), traces));
        } finally {
            System.setOut(before);
            System.out.print(printed.toString(StandardCharsets.UTF_8));
            Files.deleteIfExists(file);
        }
    }

    private static boolean planted(String frame) {
        return frame.contains(PlantedPin.class.getName());
    }

    /** What a recording holds. */
    private static final class Seen {
        private final Map<RecordedStackTrace, List<String>> texts = new HashMap<>();
        private final Map<Kind, Long> counts = new LinkedHashMap<>();
        private long parks;
        private long submitFailed;
        private boolean ownSeen;

        /** Parks that are alike. */
        private record Kind(String reason, List<String> frames) {}

        void read(Path file) throws IOException {
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    switch (event.getEventType().getName()) {
                        case PINNED -> pinned(event);
                        case SUBMIT_FAILED -> submitFailed++;
                        default -> {
                            // The recording's own bookkeeping.
                        }
                    }
                }
            }
        }

        private void pinned(RecordedEvent event) {
            List<String> frames = event.getStackTrace() == null
                    ? List.of()
                    : texts.computeIfAbsent(event.getStackTrace(), Seen::text);
            if (frames.stream().anyMatch(PinRecorder::planted)) {
                ownSeen = true;
                return;
            }
            parks++;
            // Since JDK 24.
            String reason = event.hasField("pinnedReason") ? event.getString("pinnedReason") : "";
            counts.merge(new Kind(reason == null ? "" : reason, frames), 1L, Long::sum);
        }

        private static List<String> text(RecordedStackTrace trace) {
            return trace.getFrames().stream().filter(RecordedFrame::isJavaFrame).limit(MOST_FRAMES)
                    .map(Seen::text).toList();
        }

        private static String text(RecordedFrame frame) {
            String method = frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
            return frame.getLineNumber() < 0 ? method : method + ":" + frame.getLineNumber();
        }

        List<PinnedStack> stacks() {
            return counts.entrySet().stream()
                    .map(kind -> new PinnedStack(kind.getValue(), kind.getKey().reason(), kind.getKey().frames()))
                    .sorted(Comparator.comparingLong(PinnedStack::count).reversed()).limit(MOST_STACKS).toList();
        }
    }
}
