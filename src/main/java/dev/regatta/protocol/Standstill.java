package dev.regatta.protocol;

import java.util.Locale;
import java.util.Objects;

/**
 * One arm of a duel was given up before its set came to a look: its first operation did not end in the time that it
 * was given, or the first ones took so long that the others would have taken minutes.
 *
 * @param arm         which arm
 * @param set         the set's number, from 1
 * @param waitedNanos how long it was waited for, above 0; its longest wait left out, if its first operation did end
 * @param otherNanos  the same of the other arm
 */
public record Standstill(Arm arm, int set, long waitedNanos, long otherNanos) {

    /** So many sets that were given up are believed. */
    public static final int BELIEVED = 2;

    /** Checks the ranges. */
    public Standstill {
        Objects.requireNonNull(arm);
        if (set < 1 || waitedNanos <= 0 || otherNanos <= 0) {
            throw new IllegalArgumentException("a standstill of " + waitedNanos + " ns beside " + otherNanos
                    + " ns in set " + set + " is none");
        }
    }

    /** In words: {@code the candidate takes 20 s and more for what takes the other arm 8 ms}. */
    public String words() {
        return String.format(Locale.ROOT,
                "the %s takes %.0f s and more for what takes the other arm %.0f ms",
                arm, waitedNanos / 1e9, otherNanos / 1e6);
    }
}
