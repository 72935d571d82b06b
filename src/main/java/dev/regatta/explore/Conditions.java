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

    /** No framework of a service gives a pool fewer connections by itself. */
    private static final int SMALLEST_POOL = 10;

    /**
     * How many connections a client has at most, or one for each operation in flight where its pool has no chosen size. Of a
     * service, which is no known stack, so many are there whatever its framework is.
     */
    public int connections(ClientId client) {
        return Stacks.find(client.stack()).map(stack -> stack.pool().sized() ? pool : inFlight)
                .orElseGet(() -> Math.min(inFlight, client.pool().orElse(SMALLEST_POOL)));
    }

    /** What is added to every round trip. */
    Duration latency() {
        return Duration.ofNanos(latencyMicros * 1000);
    }
}
