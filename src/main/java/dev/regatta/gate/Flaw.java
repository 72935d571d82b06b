package dev.regatta.gate;

/** Why there is no measurement or no baseline to speak of. */
public sealed interface Flaw {

    /**
     * The measurement is worthless.
     *
     * @param problem in one sentence
     */
    record Unsound(String problem) implements Flaw {}

    /** The run holds no measurement of the cell. */
    record Unmeasured() implements Flaw {}

    /** The run holds several measurements of the cell. */
    record Repeated(int times) implements Flaw {}

    /** The run does not say where the cell was measured. */
    record Nowhere() implements Flaw {}

    /** The measurement ended before the first look. */
    record TooFew(int pairs, int needed) implements Flaw {}

    /** The database has no baseline. */
    record NoBaseline() implements Flaw {}

    /** The baseline has no entry of the cell. */
    record NoEntry() implements Flaw {}

    /** The baseline's recipe differs, and did not race. */
    record OtherRecipe(Versions versions) implements Flaw {}
}
