package dev.regatta.doctor;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Locale;

/** What a finding means for races. */
public enum Grade {
    /** As it should be. */
    @JsonProperty("good")
    GOOD,
    /** Races can be judged, but see less than they could. */
    @JsonProperty("remark")
    REMARK,
    /** No race can be judged. */
    @JsonProperty("bad")
    BAD,
    /** It could not be found out. */
    @JsonProperty("unknown")
    UNKNOWN;

    /** The grade in a table. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
