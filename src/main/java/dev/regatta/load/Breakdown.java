package dev.regatta.load;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What ended a logical worker before its slice was over: an {@link Error}, or a step that could not be started. Nobody
 * else would wait for its operation to end, so the first one ends the slice. A loop that broke down stays so, because
 * operations may still be in flight.
 */
final class Breakdown {

    private final AtomicReference<Throwable> first = new AtomicReference<>();

    /** Tells it; the first one counts. */
    void because(Throwable cause) {
        first.compareAndSet(null, cause);
    }

    /** @throws IllegalStateException with the cause, if there was one */
    void check() {
        Throwable cause = first.get();
        if (cause != null) {
            throw new IllegalStateException("a logical worker ended with " + cause, cause);
        }
    }
}
