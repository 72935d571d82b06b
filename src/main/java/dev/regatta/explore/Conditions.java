package dev.regatta.explore;

import dev.regatta.protocol.ClientId;
import dev.regatta.stack.Stacks;

import java.time.Duration;

/**
 * Under which conditions a client is measured.
 *
 * @param pool          connections of the pool; a client without a pool of a chosen size has as many connections as operations
 *                      in flight, or as it opens itself
 * @param inFlight      how many operations are in flight at most
 * @param latencyMicros microseconds added to every round trip
 */
public record Conditions(int pool, int inFlight, long latencyMicros) {

    /** How many connections a client has at most, or one for each operation in flight where its pool has no chosen size. */
    public int connections(ClientId client) {
        return Stacks.find(client.stack()).filter(stack -> !stack.pool().sized()).isPresent() ? inFlight : pool;
    }

    /** What is added to every round trip. */
    Duration latency() {
        return Duration.ofNanos(latencyMicros * 1000);
    }
}
