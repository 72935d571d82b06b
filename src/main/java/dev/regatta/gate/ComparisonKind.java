package dev.regatta.gate;

import java.util.Locale;

/** What the candidate was compared with. */
public enum ComparisonKind {
    /** With the baseline's recipe, interleaved in the same run. */
    DUEL,
    /** With the ratio to the raw-wire reference that the baseline file holds. */
    BOOK;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
