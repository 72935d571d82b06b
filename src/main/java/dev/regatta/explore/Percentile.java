package dev.regatta.explore;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The percentiles of latency that are kept of every point. */
public enum Percentile {
    P50(50), P90(90), P95(95), P99(99), P999(99.9), MAX(100);

    private final double percent;

    Percentile(double percent) {
        this.percent = percent;
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
        return switch (this) {
            case MAX -> "max";
            case P999 -> "p99.9";
            default -> "p" + (int) percent;
        };
    }
}
