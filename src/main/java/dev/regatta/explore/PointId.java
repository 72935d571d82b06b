package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.Objects;

/**
 * Identifies a point of an exploration.
 *
 * @param client the client
 * @param conditions  its setting
 * @param kind   what the point is for
 * @param set  1-based number of the set
 * @param turn   0-based number among the points of this kind of a client, setting and set
 */
public record PointId(ClientId client, Conditions conditions, Kind kind, int set, int turn) {

    /** What a point is for. */
    public enum Kind {
        /** What a closed loop carries. */
        CLOSED,
        /** The latency at a load. */
        LOAD,
        /** A step of the search for the load within a limit of latency. */
        SEARCH
    }

    /** Checks that nothing is missing. */
    public PointId {
        Objects.requireNonNull(client);
        Objects.requireNonNull(conditions);
        Objects.requireNonNull(kind);
    }
}
