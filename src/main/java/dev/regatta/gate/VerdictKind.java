package dev.regatta.gate;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/** The six kinds of verdicts, in the order in which people want to hear of them: what fails first. */
public enum VerdictKind {
    /** See {@link Verdict.Regressed}. */
    REGRESSED,
    /** See {@link Verdict.Invalid}. */
    INVALID,
    /** See {@link Verdict.Inconclusive}. */
    INCONCLUSIVE,
    /** See {@link Verdict.Unchanged}. */
    UNCHANGED,
    /** See {@link Verdict.Improved}. */
    IMPROVED,
    /** See {@link Verdict.NotRaced}. */
    NOT_RACED;

    /**
     * Whether the cell fails the build; a cell that is not good and does not fail is skipped.
     *
     * @param strict whether an undecided cell fails
     */
    public boolean fails(boolean strict) {
        return switch (this) {
            case REGRESSED, INVALID -> true;
            case INCONCLUSIVE -> strict;
            case UNCHANGED, IMPROVED, NOT_RACED -> false;
        };
    }

    /** Its name in tables and exports, as {@code not raced}. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
