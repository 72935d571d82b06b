package dev.regatta.experiment;

/** A fork did not answer in the time it was given, and was killed. */
final class Unanswered extends MeasurementFailure {

    private static final long serialVersionUID = 1;

    private final long waitedNanos;

    Unanswered(String message, long waitedNanos) {
        super(message);
        this.waitedNanos = waitedNanos;
    }

    /** How long it was waited for. */
    long waitedNanos() {
        return waitedNanos;
    }
}
