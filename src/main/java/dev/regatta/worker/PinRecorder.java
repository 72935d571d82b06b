package dev.regatta.worker;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.RecordedParks;
import dev.regatta.protocol.Slice;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Records which virtual threads are pinned while a slice runs, with JDK Flight Recorder, which counts; and keeps the
 * traces of {@code jdk.tracePinnedThreads} where this JVM was started with it. Both cost time: nothing may be timed
 * meanwhile.
 */
final class PinRecorder {

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
            recording.enable(RecordedParks.PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recording.enable(RecordedParks.SUBMIT_FAILED);
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
                    seen.parks.in(recorded.allOperations(), seen.submitFailed, traces));
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
        private final RecordedParks parks = new RecordedParks();
        private long submitFailed;
        private boolean ownSeen;

        void read(Path file) throws IOException {
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    switch (event.getEventType().getName()) {
                        case RecordedParks.PINNED -> pinned(event);
                        case RecordedParks.SUBMIT_FAILED -> submitFailed++;
                        default -> {
                            // The recording's own bookkeeping.
                        }
                    }
                }
            }
        }

        private void pinned(RecordedEvent event) {
            if (parks.frames(event).stream().anyMatch(PinRecorder::planted)) {
                ownSeen = true;
            } else {
                parks.add(event);
            }
        }
    }
}
