package dev.regatta.gate;

import dev.regatta.protocol.Arm;

import java.util.List;
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

    /** The arms that run a version of the client: the raw wire has none. */
    List<Arm> versions() {
        return switch (this) {
            case DUEL -> List.of(Arm.CANDIDATE, Arm.BASELINE);
            case SHORT_CHECK -> List.of(Arm.CANDIDATE);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
