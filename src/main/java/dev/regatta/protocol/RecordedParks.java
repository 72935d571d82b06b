package dev.regatta.protocol;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The parks of pinned virtual threads, as JDK Flight Recorder tells of them. */
public final class RecordedParks {

    /** The event of one. */
    public static final String PINNED = "jdk.VirtualThreadPinned";
    /** The event of a virtual thread that could not be started or go on. */
    public static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";

    private static final int MOST_STACKS = 10;
    private static final int MOST_FRAMES = 40;

    private final Map<RecordedStackTrace, List<String>> texts = new HashMap<>();
    private final Map<Kind, Long> counts = new LinkedHashMap<>();

    /** Parks that are alike. */
    private record Kind(String reason, List<String> frames) {}

    /** Adds the park of an event {@link #PINNED}. */
    public void add(RecordedEvent event) {
        // Since JDK 24.
        String reason = event.hasField("pinnedReason") ? event.getString("pinnedReason") : "";
        counts.merge(new Kind(Objects.requireNonNullElse(reason, ""), frames(event)), 1L, Long::sum);
    }

    /** Where the thread of an event was, the innermost frame first: class, method and line. */
    public List<String> frames(RecordedEvent event) {
        return event.getStackTrace() == null
                ? List.of()
                : texts.computeIfAbsent(event.getStackTrace(), RecordedParks::text);
    }

    private static List<String> text(RecordedStackTrace trace) {
        return trace.getFrames().stream().filter(RecordedFrame::isJavaFrame).limit(MOST_FRAMES).map(RecordedParks::text)
                .toList();
    }

    private static String text(RecordedFrame frame) {
        String method = frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
        return frame.getLineNumber() < 0 ? method : method + ":" + frame.getLineNumber();
    }

    /** All of them in so many operations, with the stacks that were seen most often. */
    public Pins in(long operations, long submitFailed, List<PinnedStack> traces) {
        return new Pins(counts.values().stream().mapToLong(Long::longValue).sum(), operations, submitFailed,
                counts.entrySet().stream()
                        .map(kind -> new PinnedStack(kind.getValue(), kind.getKey().reason(), kind.getKey().frames()))
                        .sorted(Comparator.comparingLong(PinnedStack::count).reversed()).limit(MOST_STACKS).toList(),
                traces);
    }
}
