package dev.regatta.explore;

import java.util.OptionalDouble;
import java.util.function.Function;

/** What is read of a point. */
public enum Quantity {
    /** Correct operations per second. */
    ACHIEVED(point -> OptionalDouble.of(point.achieved())),
    /** Nanoseconds that half of the operations take at most. */
    P50(point -> OptionalDouble.of(point.latencies().p50())),
    /** Nanoseconds that 95 % of the operations take at most. */
    P95(point -> OptionalDouble.of(point.latencies().p95())),
    /** Nanoseconds that 99 % of the operations take at most. */
    P99(point -> OptionalDouble.of(point.latencies().p99())),
    /** Nanoseconds of the client's CPUs for an operation. */
    CLIENT_CPU(point -> OptionalDouble.of(point.clientNanos())),
    /** Nanoseconds of the server's CPUs for an operation. */
    SERVER_CPU(Point::serverNanos),
    /** Bytes of heap for an operation. */
    ALLOCATED(Point::allocated);

    private final Function<Point, OptionalDouble> reading;

    Quantity(Function<Point, OptionalDouble> reading) {
        this.reading = reading;
    }

    /** Its reading of a point; empty where there is none. */
    public OptionalDouble of(Point point) {
        return reading.apply(point);
    }
}
