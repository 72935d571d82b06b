package dev.regatta.relay;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * How a relay goes on when a connection cannot be accepted, as while this process has no free file descriptor: such a
 * refusal comes at once, and trying again without a pause would take a CPU from what is measured.
 */
final class RefusedConnections {

    private static final long LONGEST_PAUSE_MILLIS = 100;
    /** With the pauses between them, five seconds. */
    private static final int MOST_FAILURES = 57;

    private int failures;

    /** A connection was accepted. */
    void accepted() {
        failures = 0;
    }

    /**
     * None was accepted: pauses, for longer each time.
     *
     * @throws IllegalStateException when it has been so for five seconds
     */
    void failed(IOException cause) {
        failures++;
        if (failures == MOST_FAILURES) {
            throw new IllegalStateException("the relay has accepted no connection for five seconds ("
                    + cause.getMessage() + "); if too many files are open, raise the limit: ulimit -n", cause);
        }
        LockSupport.parkNanos(1_000_000 * Math.min(LONGEST_PAUSE_MILLIS, 1L << failures));
    }
}
