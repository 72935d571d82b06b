package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.Objects;

/**
 * One start of a service, alone on the machine.
 *
 * @param client   its name
 * @param number   1-based, of its starts
 * @param nanos    from the start of its process to its first right answer
 * @param deployed bytes of what is deployed
 */
public record StartReading(ClientId client, int number, long nanos, long deployed) {

    /** Checks the numbers. */
    public StartReading {
        Objects.requireNonNull(client);
        if (number < 1 || nanos <= 0 || deployed <= 0) {
            throw new IllegalArgumentException("start " + number + " of " + client + " in " + nanos + " ns, of "
                    + deployed + " bytes, cannot be: numbers, times and sizes are above 0");
        }
    }
}
