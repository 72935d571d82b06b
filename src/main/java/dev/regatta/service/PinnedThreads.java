package dev.regatta.service;

import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pins;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a flight recorder tells of the virtual threads of a service. */
final class PinnedThreads {

    static final String PINNED = "jdk.VirtualThreadPinned";
    static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";
    /** Proves that it records, and that the service has such threads at all. */
    static final String STARTED = "jdk.VirtualThreadStart";

    private static final int MOST_STACKS = 10;
    private static final int MOST_FRAMES = 40;

    private final Map<Kind, Long> counts = new HashMap<>();
    private long parks;
    private long submitFailed;
    private long started;
    private Throwable failure;

    /** Parks that are alike. */
    private record Kind(String reason, List<String> frames) {}

    /** Events may come from a thread of the recorder. */
    synchronized void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case PINNED -> {
                parks++;
                // Since JDK 24.
                String reason = event.hasField("pinnedReason") ? event.getString("pinnedReason") : "";
                counts.merge(new Kind(Objects.requireNonNullElse(reason, ""), frames(event.getStackTrace())), 1L,
                        Long::sum);
            }
            case SUBMIT_FAILED -> submitFailed++;
            case STARTED -> started++;
            default -> {
                // The recorder's own bookkeeping.
            }
        }
    }

    /** It may have missed some. */
    synchronized void failed(Throwable why) {
        failure = why;
    }

    private static List<String> frames(RecordedStackTrace trace) {
        return trace == null
                ? List.of()
                : trace.getFrames().stream().filter(RecordedFrame::isJavaFrame).limit(MOST_FRAMES)
                        .map(PinnedThreads::text).toList();
    }

    private static String text(RecordedFrame frame) {
        String method = frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
        return frame.getLineNumber() < 0 ? method : method + ":" + frame.getLineNumber();
    }

    /**
     * All of it, in so many requests.
     *
     * @throws IOException if not all was read, no virtual thread started, or no request was answered
     */
    synchronized Pins in(long requests) throws IOException {
        if (failure != null) {
            throw new IOException("what its flight recorder saw cannot be read: " + failure, failure);
        }
        if (started == 0 || requests == 0) {
            throw new IOException("its flight recorder saw " + started + " virtual threads start in " + requests
                    + " requests");
        }
        return new Pins(parks, requests, submitFailed, counts.entrySet().stream()
                .map(kind -> new PinnedStack(kind.getValue(), kind.getKey().reason(), kind.getKey().frames()))
                .sorted(Comparator.comparingLong(PinnedStack::count).reversed()).limit(MOST_STACKS).toList(),
                List.of());
    }
}
