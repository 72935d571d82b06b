package dev.regatta.gate;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Locale;

/** The kinds of verdicts, in the order in which people want to hear of them: what fails first. */
public enum VerdictKind {
    /** See {@link Verdict.Regressed}. */
    @JsonProperty("regressed")
    REGRESSED,
    /** See {@link Verdict.Invalid}. */
    @JsonProperty("invalid")
    INVALID,
    /** See {@link Verdict.Inconclusive}. */
    @JsonProperty("inconclusive")
    INCONCLUSIVE,
    /** See {@link Verdict.Incomparable}. */
    @JsonProperty("incomparable")
    INCOMPARABLE,
    /** See {@link Verdict.Accepted}. */
    @JsonProperty("accepted")
    ACCEPTED,
    /** See {@link Verdict.Improved}. */
    @JsonProperty("improved")
    IMPROVED,
    /** See {@link Verdict.NotRaced}. */
    @JsonProperty("notRaced")
    NOT_RACED,
    /** See {@link Verdict.Unchanged}. */
    @JsonProperty("unchanged")
    UNCHANGED,
    /** See {@link Verdict.SameInputs}. */
    @JsonProperty("sameInputs")
    SAME_INPUTS;

    /** The kind of {@code verdict}. */
    public static VerdictKind of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Regressed regressed -> REGRESSED;
            case Verdict.Invalid invalid -> INVALID;
            case Verdict.Inconclusive inconclusive -> INCONCLUSIVE;
            case Verdict.Incomparable incomparable -> INCOMPARABLE;
            case Verdict.Accepted accepted -> ACCEPTED;
            case Verdict.Improved improved -> IMPROVED;
            case Verdict.NotRaced notRaced -> NOT_RACED;
            case Verdict.Unchanged unchanged -> UNCHANGED;
            case Verdict.SameInputs same -> SAME_INPUTS;
        };
    }

    /** Whether the cell may pass. */
    public boolean good() {
        return compareTo(ACCEPTED) >= 0;
    }

    /**
     * Whether the cell fails the build; a cell that is not good and does not fail is skipped.
     *
     * @param strict whether an undecided cell fails
     */
    public boolean fails(boolean strict) {
        return switch (this) {
            case REGRESSED, INVALID -> true;
            case INCONCLUSIVE, INCOMPARABLE -> strict;
            case ACCEPTED, IMPROVED, NOT_RACED, UNCHANGED, SAME_INPUTS -> false;
        };
    }

    /** Whether its cells' reasons are worth telling: it is no plain pass. */
    public boolean told() {
        return compareTo(NOT_RACED) <= 0;
    }

    /** Its name in a table, as {@code same inputs}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Its name as a heading, as {@code Not Raced}. */
    public String title() {
        StringBuilder title = new StringBuilder();
        for (String part : word().split(" ")) {
            title.append(title.isEmpty() ? "" : " ").append(Character.toUpperCase(part.charAt(0)))
                    .append(part.substring(1));
        }
        return title.toString();
    }
}
