package dev.regatta.explore;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The percentiles of latency that are kept of every point. */
public enum Percentile {
    P50("p50"), P90("p90"), P95("p95"), P99("p99"), P999("p99.9"), MAX("max");

    private final String text;

    Percentile(String text) {
        this.text = text;
    }

    /**
     * The percentile of this name.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    @JsonCreator
    public static Percentile of(String name) {
        return Arrays.stream(values()).filter(known -> known.toString().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is no percentile, expected one of "
                        + Arrays.stream(values()).map(Percentile::toString).collect(Collectors.joining(", "))));
    }

    /** As on the command line: {@code p99}, {@code p99.9}, {@code max}. */
    @JsonValue
    @Override
    public String toString() {
        return text;
    }
}
