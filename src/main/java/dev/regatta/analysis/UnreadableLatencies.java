package dev.regatta.analysis;

/** The latencies of a slice are not what a worker writes: nothing may be concluded from the measurement. */
public final class UnreadableLatencies extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    UnreadableLatencies(String message, Throwable cause) {
        super(message, cause);
    }
}
