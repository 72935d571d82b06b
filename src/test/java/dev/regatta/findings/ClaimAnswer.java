package dev.regatta.findings;

/** What is known of a claim. */
public enum ClaimAnswer {
    /** All that it compares is as it says. */
    HOLDS("holds"),
    /** Some is, and the rest is not. */
    IN_PART("holds in part"),
    /** Some is, some is not, and the rest is open. */
    IN_PART_SO_FAR("holds in part, does not in part, and the rest is open"),
    /** Some is, and the rest is open. */
    HOLDS_SO_FAR("holds in part, and the rest is open"),
    /** None is, something is not, and the rest is open. */
    FAILS_IN_PART("does not hold in part, and the rest is open"),
    /** Nothing is as it says. */
    DOES_NOT_HOLD("does not hold"),
    /** All of it is open. */
    CANNOT_BE_TOLD("cannot be told here"),
    /** It claims nothing. */
    NUMBERS("no claim, only numbers"),
    /** No exploration of it is stored. */
    NOT_MEASURED("not measured yet");

    private final String words;

    ClaimAnswer(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
