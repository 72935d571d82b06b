package dev.regatta.protocol;

import java.util.List;

/**
 * What a recording of JDK Flight Recorder says of where the threads of one slice were, in Java
 * ({@code jdk.ExecutionSample}) and in native code, waiting there included ({@code jdk.NativeMethodSample}).
 *
 * @param count  how many samples
 * @param frames the methods on their stacks, the most frequent first; rare ones may be left out
 */
public record StackSamples(long count, List<SampledFrame> frames) {

    /** Checks that no method was seen more often than there are samples. */
    public StackSamples {
        frames = List.copyOf(frames);
        if (count < 0 || frames.stream().anyMatch(frame -> frame.samples() > count)) {
            throw new IllegalArgumentException(count + " samples cannot hold the counts of their frames");
        }
    }
}
