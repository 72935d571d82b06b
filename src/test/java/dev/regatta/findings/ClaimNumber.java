package dev.regatta.findings;

import dev.regatta.explore.ConfidenceInterval;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A number that was seen and of which the claim says nothing.
 *
 * @param what  what was read, in words
 * @param measured whether the exploration is there
 * @param value in the unit; empty where it was not measured, or where too little was seen to tell
 * @param unit  of the value
 * @param bound what bounded it; empty if that is not known, or bounds nothing
 */
public record ClaimNumber(String what, boolean measured, Optional<ConfidenceInterval> value, Unit unit, String bound) {

    /** Units, and how many of what explorations store are one of them. */
    enum Unit {
        /** Operations per second. */
        PER_SECOND("%,.0f", "/s", 1),
        /** Microseconds; times are stored as nanoseconds. */
        MICROSECONDS("%,.0f", " us", 1e3),
        /** Times as much. */
        TIMES("%.2f", "", 1);

        private final String form;
        private final String sign;
        private final double size;

        Unit(String form, String sign, double size) {
            this.form = form;
            this.sign = sign;
            this.size = size;
        }

        private String words(ConfidenceInterval seen) {
            ConfidenceInterval scaled = seen.times(1 / size);
            return String.format(Locale.ROOT, form + sign + " [" + form + ", " + form + "]", scaled.value(),
                    scaled.low(), scaled.high());
        }
    }

    /** Checks that nothing is missing. */
    public ClaimNumber {
        Objects.requireNonNull(what);
        Objects.requireNonNull(value);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(bound);
    }

    /** The value with its interval. */
    public String words() {
        return value.map(unit::words).orElse(ClaimedRatio.missing(measured));
    }
}
