package dev.regatta.protocol;

import java.util.Locale;

/** One of those that a measurement compares. */
public enum Arm {
    /** Today's recipe. */
    CANDIDATE,
    /** The older form, where it races: of another recipe, of other classes or on another JDK, or the same once more. */
    BASELINE,
    /** The raw-wire client: the floor, and the yardstick between runs. */
    REFERENCE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
