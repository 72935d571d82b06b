package dev.regatta.protocol;

import java.util.List;

/**
 * What a recording of JDK Flight Recorder says of where the threads of one slice were. The two states are sampled in
 * different ways: a share is one of the samples of the same state.
 *
 * @param inJava   how many samples of threads that ran Java code
 * @param inNative how many of threads in native code
 * @param frames   the methods on their stacks, the most frequent first; rare ones may be left out
 */
public record StackSamples(long inJava, long inNative, List<SampledFrame> frames) {

    /** Checks that no method was seen more often than there are samples. */
    public StackSamples {
        frames = List.copyOf(frames);
        long most = Math.max(inJava, inNative);
        if (inJava < 0 || inNative < 0 || frames.stream().anyMatch(frame -> frame.samples() > most)) {
            throw new IllegalArgumentException(
                    inJava + " and " + inNative + " samples cannot hold the counts of their frames");
        }
    }

    /** How many samples of one state. */
    public long count(SampledFrame.State state) {
        return switch (state) {
            case JAVA -> inJava;
            case NATIVE -> inNative;
        };
    }

    /** How many samples there are. */
    public long count() {
        return inJava + inNative;
    }
}
