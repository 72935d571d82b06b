package dev.regatta.protocol;

import java.util.Objects;

/**
 * What one fork answers after a slice in which operations were due at fixed times.
 *
 * @param slice        what came of it: its operations are the correct ones that ended inside the window, its latencies
 *                     those of the correct ones that were due inside the window, from when they were due
 * @param offered      operations that were due inside the window
 * @param refused      those of them that were not started because as many as may be were in flight
 * @param mostInFlight how many operations were in flight at most
 * @param lateness     how late the operations that were due inside the window were handed to the client: the
 *                     generator's own lateness
 */
public record Offering(Slice slice, long offered, long refused, int mostInFlight, Latencies lateness) {

    /** Checks the ranges. */
    public Offering {
        Objects.requireNonNull(slice);
        Objects.requireNonNull(lateness);
        if (offered < 0 || refused < 0 || refused > offered || mostInFlight < 0) {
            throw new IllegalArgumentException("a slice with " + refused + " refused of " + offered
                    + " operations offered, " + mostInFlight + " in flight is not a measurement");
        }
    }

    /** How late 99 % of them were handed over at most, in nanoseconds. */
    public long lateP99Nanos() {
        return lateness.valueAt(99);
    }
}
