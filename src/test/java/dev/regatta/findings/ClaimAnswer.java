package dev.regatta.findings;

/** What is known of a claim. */
public enum ClaimAnswer {
    /** All that it compares is as it says. */
    HOLDS("holds"),
    /** Some is. */
    IN_PART("holds in part"),
    /** None is, and something is not. */
    FAILS_IN_PART("does not hold in part, and the rest cannot be told here"),
    /** Most is not as it says, and nothing is. */
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
