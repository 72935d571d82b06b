package dev.regatta.explore;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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

    /**
     * The axis of this name.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    @JsonCreator
    public static Axis of(String name) {
        return Arrays.stream(values()).filter(axis -> axis.toString().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' cannot be varied, expected one of "
                        + Arrays.stream(values()).map(Axis::toString).collect(Collectors.joining(", "))));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
