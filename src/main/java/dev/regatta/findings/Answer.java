package dev.regatta.findings;

/** What is known of a claim. */
public enum Answer {
    HOLDS("holds"), IN_PART("holds in part"), DOES_NOT_HOLD("does not hold"), CANNOT_BE_TOLD(
            "cannot be told here"), NUMBERS("no claim, only numbers"), NOT_MEASURED("not measured yet");

    private final String words;

    Answer(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
