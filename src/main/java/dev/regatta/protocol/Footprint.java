package dev.regatta.protocol;

import java.util.OptionalLong;

/**
 * What a warm fork occupies while it works, from an untimed slice; an absent reading is empty, never zero.
 *
 * @param privateBytes       memory only this process uses: {@code Private_Clean} and {@code Private_Dirty} of
 *                           {@code /proc/self/smaps_rollup}
 * @param proportionalBytes  its memory with what it shares divided by the number of those who share it: {@code Pss}
 * @param threads            platform threads of driver and pool
 * @param connectionsInUse   sum over the samples of the pool's connections that were lent
 * @param connectionsAwaited sum over the samples of the callers that waited for one
 * @param samples            how often the pool was asked; 0 where it publishes nothing
 */
public record Footprint(OptionalLong privateBytes, OptionalLong proportionalBytes, Threads threads,
        long connectionsInUse, long connectionsAwaited, int samples) {

    /** Checks the ranges. */
    public Footprint {
        if (privateBytes.orElse(0) < 0 || proportionalBytes.orElse(0) < 0 || connectionsInUse < 0
                || connectionsAwaited < 0 || samples < 0) {
            throw new IllegalArgumentException("a footprint has no negative numbers");
        }
    }
}
