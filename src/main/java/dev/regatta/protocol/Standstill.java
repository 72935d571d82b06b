package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Locale;
import java.util.Objects;

/**
 * One arm of a duel ended no operation in the time that its first one was given, while the other arm ended one.
 *
 * @param arm         which arm
 * @param stage       the stage's number, from 1
 * @param waitedNanos how long it was waited for, above 0
 * @param otherNanos  how long the other arm's first operation took, cold, above 0
 */
public record Standstill(Arm arm, @JsonProperty("fork") int stage, long waitedNanos, long otherNanos) {

    /** So many sets of forks in which one arm ended nothing are believed. */
    public static final int BELIEVED = 2;

    /** Checks the ranges. */
    public Standstill {
        Objects.requireNonNull(arm);
        if (stage < 1 || waitedNanos <= 0 || otherNanos <= 0) {
            throw new IllegalArgumentException("a standstill of " + waitedNanos + " ns beside " + otherNanos
                    + " ns in stage " + stage + " is none");
        }
    }

    /** In words: {@code no operation of the candidate ended within 20 s, the first of the other arm took 8 ms}. */
    public String words() {
        return String.format(Locale.ROOT,
                "no operation of the %s ended within %.0f s, the first of the other arm took %.0f ms",
                arm, waitedNanos / 1e9, otherNanos / 1e6);
    }
}
