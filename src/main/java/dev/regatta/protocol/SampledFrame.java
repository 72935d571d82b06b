package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Objects;

/**
 * A method, as stack samples of threads in one state saw it.
 *
 * @param method  class and name, without parameters and line
 * @param state   what the threads did
 * @param samples on how many samples' stacks it was, each counted once
 * @param onTop   on how many it was the one that ran, or that called the native code
 */
public record SampledFrame(String method, State state, long samples, long onTop) {

    /** What a thread does when it is sampled. */
    public enum State {
        /** It runs Java code: {@code jdk.ExecutionSample}. */
        @JsonProperty("java")
        JAVA("running Java"),
        /**
         * It is in native code, where a driver reads, writes, and waits for its answers:
         * {@code jdk.NativeMethodSample}.
         */
        @JsonProperty("native")
        NATIVE("in native code");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** The state in a report. */
        public String words() {
            return words;
        }
    }

    /** Checks the ranges. */
    public SampledFrame {
        Objects.requireNonNull(method);
        Objects.requireNonNull(state);
        if (onTop < 0 || samples < Math.max(1, onTop)) {
            throw new IllegalArgumentException(
                    method + " in " + samples + " samples, on top of " + onTop + ", is not a count");
        }
    }
}
