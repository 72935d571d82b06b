package dev.regatta.explore;

import java.time.Duration;
import java.util.Objects;

/**
 * How a client is used while load is offered to it.
 *
 * @param workload what each operation does
 * @param pool     connections of its pool, at least 1; a client without a pool of a chosen size has as many connections
 *                 as operations in flight, or as it opens itself
 * @param inFlight how many operations are in flight at most, at least {@code pool}
 * @param latency  what is added to every round trip
 */
public record LoadSetting(String workload, int pool, int inFlight, Duration latency) {

    /** Checks the numbers. */
    public LoadSetting {
        Objects.requireNonNull(workload);
        Objects.requireNonNull(latency);
        if (pool < 1 || inFlight < pool || latency.isNegative()) {
            throw new IllegalArgumentException("a pool of " + pool + " connections for " + inFlight
                    + " operations in flight, " + latency + " away, cannot be used");
        }
    }
}
