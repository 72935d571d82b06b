package dev.regatta.explore;

import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Footprint;

import java.util.Objects;

/** What a client occupied at a setting, in the fork of a set, while its closed loop ran. */
public record FootprintReading(ClientId client, Conditions conditions, int set, Footprint footprint) {

    /** Checks that every part is present. */
    public FootprintReading {
        Objects.requireNonNull(client);
        Objects.requireNonNull(conditions);
        Objects.requireNonNull(footprint);
    }
}
