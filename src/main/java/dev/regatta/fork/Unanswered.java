package dev.regatta.fork;

import java.nio.file.Path;

/** A fork did not answer in the time it was given, and was killed. */
public final class Unanswered extends MeasurementFailure {

    private static final long serialVersionUID = 1;

    private final long waitedNanos;

    public Unanswered(String message, Path threads, long waitedNanos) {
        super(message, threads);
        this.waitedNanos = waitedNanos;
    }

    /** How long it was waited for. */
    public long waitedNanos() {
        return waitedNanos;
    }
}
