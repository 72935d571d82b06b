package dev.regatta.worker;

import dev.regatta.protocol.PinnedStack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code -Djdk.tracePinnedThreads} prints on JDK 21 to 23: a line with the thread, which is the carrier
 * ({@code Thread[#82,ForkJoinPool-1-worker-5,5,CarrierThreads]}) before 21.0.3 and the virtual thread with the reason
 * ({@code VirtualThread[#23]/runnable@ForkJoinPool-1-worker-1 reason:MONITOR}) from there on, then the frames, indented
 * by four spaces.
 */
final class PinnedTraces {

    private static final Pattern HEAD = Pattern
            .compile("(?:Thread\\[#\\d+,.*\\bCarrierThreads\\]|VirtualThread\\[#\\d+.*?)(?: reason:(\\S+))?");
    private static final Pattern FRAME = Pattern.compile(" {4}(\\S.*\\(.*\\)(?: <== monitors:\\d+)?)");

    private PinnedTraces() {
    }

    /**
     * The different traces in {@code printed} with how often each was printed, in the order of their first; other lines
     * are skipped.
     */
    static List<PinnedStack> parse(String printed) {
        Map<Trace, Long> counts = new LinkedHashMap<>();
        List<String> frames = new ArrayList<>();
        String reason = null;
        for (String line : (printed + "\n.").lines().toList()) {
            Matcher frame = FRAME.matcher(line);
            if (reason != null && frame.matches()) {
                frames.add(frame.group(1));
                continue;
            }
            if (!frames.isEmpty()) {
                counts.merge(new Trace(reason, List.copyOf(frames)), 1L, Long::sum);
                frames.clear();
            }
            Matcher head = HEAD.matcher(line);
            reason = head.matches() ? head.group(1) == null ? "" : head.group(1) : null;
        }
        return counts.entrySet().stream()
                .map(trace -> new PinnedStack(trace.getValue(), trace.getKey().reason(), trace.getKey().frames()))
                .toList();
    }

    private record Trace(String reason, List<String> frames) {}
}
