package dev.regatta.explore;

import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Surroundings;

import java.util.Objects;

/**
 * The result of a slice of offered load, with what was observed around it.
 *
 * @param relayNanos CPU time of the relay that makes the way to the database longer. It takes the database's CPUs, and so bounds a
 *                   client as the database does, but no operation of a production asks for it
 */
public record LoadReading(Offering offering, Surroundings surroundings, long relayNanos) {

    /** Checks that both parts are present. */
    public LoadReading {
        Objects.requireNonNull(offering);
        Objects.requireNonNull(surroundings);
    }
}
