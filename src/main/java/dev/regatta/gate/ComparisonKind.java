package dev.regatta.gate;

import dev.regatta.protocol.Arm;

import java.util.Locale;

/** What the candidate was compared with. */
public enum ComparisonKind {
    /** With the baseline's recipe, interleaved in the same run. */
    DUEL,
    /** With the ratio to the raw-wire reference that the baseline file holds. */
    SHORT_CHECK;

    /** What the candidate runs against in its own run. */
    public Arm yardstick() {
        return switch (this) {
            case DUEL -> Arm.BASELINE;
            case SHORT_CHECK -> Arm.REFERENCE;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
