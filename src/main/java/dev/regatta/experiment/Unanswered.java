package dev.regatta.experiment;

import java.nio.file.Path;

/** A fork did not answer in the time it was given, and was killed. */
final class Unanswered extends MeasurementFailure {

    private static final long serialVersionUID = 1;

    private final long waitedNanos;

    Unanswered(String message, Path threads, long waitedNanos) {
        super(message, threads);
        this.waitedNanos = waitedNanos;
    }

    /** How long it was waited for. */
    long waitedNanos() {
        return waitedNanos;
    }
}
