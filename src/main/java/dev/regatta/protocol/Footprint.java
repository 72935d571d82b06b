package dev.regatta.protocol;

import java.util.OptionalLong;

/**
 * What a warm fork occupies just after an untimed slice; an absent reading is empty, never zero.
 *
 * @param privateBytes       memory only this process uses: {@code Private_Clean} and {@code Private_Dirty} of
 *                           {@code /proc/self/smaps_rollup}
 * @param proportionalBytes  its memory with what it shares divided by the number of those who share it: {@code Pss}
 * @param threads            platform threads of driver and pool
 */
public record Footprint(OptionalLong privateBytes, OptionalLong proportionalBytes, Threads threads) {

    /** Checks the ranges. */
    public Footprint {
        if (privateBytes.orElse(0) < 0 || proportionalBytes.orElse(0) < 0) {
            throw new IllegalArgumentException("a footprint has no negative numbers");
        }
    }
}
