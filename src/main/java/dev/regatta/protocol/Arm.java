package dev.regatta.protocol;

import java.util.Locale;

/** One of those that a measurement compares. */
public enum Arm {
    /** Today's recipe. */
    CANDIDATE,
    /** The recipe in the baseline file; takes part when it differs from the candidate's. */
    BASELINE,
    /** The raw-wire client: the floor, and the yardstick between runs. */
    REFERENCE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
