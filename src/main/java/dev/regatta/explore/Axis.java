package dev.regatta.explore;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/** What varies. */
public enum Axis {
    /** Operations offered per second. */
    LOAD("operations per second"),
    /** Operations in flight, each with a connection. */
    CONCURRENCY("operations in flight"),
    /** Connections of the pool. */
    POOL("connections of the pool"),
    /** Microseconds added to every round trip. */
    LATENCY("us added to a round trip");

    private final String unit;

    Axis(String unit) {
        this.unit = unit;
    }

    /** What its values count. */
    public String unit() {
        return unit;
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
