package dev.regatta.doctor;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/** What a finding means for races. */
public enum Grade {
    /** As it should be. */
    GOOD,
    /** Races can be judged, but see less than they could. */
    REMARK,
    /** No race can be judged. */
    BAD,
    /** It could not be found out. */
    UNKNOWN;

    /** The grade in a table. */
    @JsonValue
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
