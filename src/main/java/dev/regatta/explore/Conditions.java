package dev.regatta.explore;

import java.time.Duration;

/**
 * Under which conditions a client is measured.
 *
 * @param pool          connections of the pool
 * @param inFlight      how many operations are in flight at most
 * @param latencyMicros microseconds added to every round trip
 */
public record Conditions(int pool, int inFlight, long latencyMicros) {

    /** How a client is used here. */
    LoadSetting setting(String workload) {
        return new LoadSetting(workload, pool, inFlight, Duration.ofNanos(latencyMicros * 1000));
    }
}
