package dev.regatta.protocol;

import java.util.Objects;

/**
 * A method, as stack samples saw it.
 *
 * @param method  class and name, without parameters and line
 * @param samples on how many samples' stacks it was, each counted once
 * @param onTop   on how many it was the one that ran, or waited in native code
 */
public record SampledFrame(String method, long samples, long onTop) {

    /** Checks the ranges. */
    public SampledFrame {
        Objects.requireNonNull(method);
        if (onTop < 0 || samples < Math.max(1, onTop)) {
            throw new IllegalArgumentException(
                    method + " in " + samples + " samples, on top of " + onTop + ", is not a count");
        }
    }
}
