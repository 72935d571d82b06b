package dev.regatta.doctor;

import java.util.Objects;

/**
 * One thing that was looked at.
 *
 * @param name   what
 * @param found  what was found, in words
 * @param grade  what it means for races
 * @param advice one sentence saying what to do, empty where there is nothing to do
 */
public record Finding(String name, String found, Grade grade, String advice) {

    /** Checks that what is not as it should be comes with advice. */
    public Finding {
        Objects.requireNonNull(grade);
        if (name.isBlank() || found.isBlank()) {
            throw new IllegalArgumentException("a finding needs a name and words, got '" + name + "', '" + found + "'");
        }
        if (advice.isBlank() == (grade == Grade.REMARK || grade == Grade.BAD)) {
            throw new IllegalArgumentException(
                    name + ": a remark and what is bad have advice, nothing else has, got " + grade + " '" + advice
                            + "'");
        }
    }

    static Finding good(String name, String found) {
        return new Finding(name, found, Grade.GOOD, "");
    }

    static Finding remark(String name, String found, String advice) {
        return new Finding(name, found, Grade.REMARK, advice);
    }

    static Finding bad(String name, String found, String advice) {
        return new Finding(name, found, Grade.BAD, advice);
    }

    /** A finding on something that cannot be known, with the reason: nothing is guessed. */
    static Finding unknown(String name, String why) {
        return new Finding(name, "unknown: " + why, Grade.UNKNOWN, "");
    }
}
