package dev.regatta.explore;

import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to be measured. Equal plans measure the same points.
 *
 * @param clients   each with its JDK where they differ in it; none twice
 * @param workload  what every operation does
 * @param axis      what varies
 * @param values    of the axis, ascending; of {@link Axis#LOAD} operations per second, or none where they are to follow
 *                  from what the fastest client carries
 * @param sla       the limit of latency to which the load is searched, at every value of an axis other than the load
 * @param conditions     what does not vary
 * @param arrivals  how offered operations follow each other
 * @param sets    sets, at least 2
 * @param pointNanos length of a point
 * @param seed      of every random choice
 */
public record Plan(List<ClientId> clients, String workload, Axis axis, List<Double> values, Optional<Sla> sla,
        Conditions conditions, Arrivals arrivals, int sets, long pointNanos, long seed) {

    /** Intervals come from differences between sets, so that one set says nothing. */
    public static final int FEWEST_SETS = 2;

    /** Checks the numbers. */
    public Plan {
        Objects.requireNonNull(workload);
        Objects.requireNonNull(conditions);
        Objects.requireNonNull(arrivals);
        Objects.requireNonNull(sla);
        clients = List.copyOf(clients);
        values = List.copyOf(values);
        if (clients.isEmpty() || clients.stream().distinct().count() < clients.size()) {
            throw new IllegalArgumentException("an exploration needs clients, each once, got " + clients);
        }
        if (sets < FEWEST_SETS || pointNanos <= 0) {
            throw new IllegalArgumentException(sets + " sets and points of " + pointNanos
                    + " ns are too few or too short, expected at least " + FEWEST_SETS + " sets");
        }
        if (values.isEmpty() && axis != Axis.LOAD || values.stream().anyMatch(value -> !(value >= 0))) {
            throw new IllegalArgumentException("an exploration along " + axis + " needs values of it, got " + values);
        }
    }

    /** The settings along the axis; one where the load varies. */
    public List<Conditions> allConditions() {
        return switch (axis) {
            case LOAD -> List.of(conditions);
            case CONCURRENCY -> values.stream().map(value -> new Conditions(value.intValue(), value.intValue(),
                    conditions.latencyMicros())).toList();
            case POOL -> values.stream().map(value -> new Conditions(value.intValue(),
                    Math.max(value.intValue(), conditions.inFlight()), conditions.latencyMicros())).toList();
            case LATENCY -> values.stream().map(value -> new Conditions(conditions.pool(), conditions.inFlight(),
                    value.longValue())).toList();
        };
    }

    /** The value of the axis at a setting; none where the load varies. */
    public double value(Conditions at) {
        return switch (axis) {
            case LOAD -> Double.NaN;
            case CONCURRENCY -> at.inFlight();
            case POOL -> at.pool();
            case LATENCY -> at.latencyMicros();
        };
    }
}
