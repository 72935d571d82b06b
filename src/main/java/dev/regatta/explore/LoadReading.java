package dev.regatta.explore;

import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Surroundings;

import java.util.Objects;

/** The result of a slice of offered load, with what was observed around it. */
public record LoadReading(Offering offering, Surroundings surroundings) {

    /** Checks that both parts are present. */
    public LoadReading {
        Objects.requireNonNull(offering);
        Objects.requireNonNull(surroundings);
    }
}
