package dev.regatta.explore;

import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

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
 * @param within  how precisely ratios are asked for, as half the width of their intervals relative to them: sets are added
 *                while one is wider, and are part of the plan from then on. Empty where there are only those of the plan
 * @param pointNanos length of a point
 * @param seed      of every random choice
 */
public record Plan(List<ClientId> clients, String workload, Axis axis, List<Double> values, Optional<Sla> sla,
        Conditions conditions, Arrivals arrivals, int sets, OptionalDouble within, long pointNanos, long seed) {

    /** Intervals come from differences between sets, so that one set says nothing. */
    public static final int FEWEST_SETS = 2;

    /** Two sets that agree by luck would end what is measured until it is narrow. */
    public static final int FEWEST_SETS_WITHIN = 3;

    /** Checks the numbers. */
    public Plan {
        Objects.requireNonNull(workload);
        Objects.requireNonNull(conditions);
        Objects.requireNonNull(arrivals);
        Objects.requireNonNull(sla);
        Objects.requireNonNull(within);
        clients = List.copyOf(clients);
        values = List.copyOf(values);
        if (clients.isEmpty() || clients.stream().distinct().count() < clients.size()) {
            throw new IllegalArgumentException("an exploration needs clients, each once, got " + clients);
        }
        if (sets < FEWEST_SETS || pointNanos <= 0) {
            throw new IllegalArgumentException(sets + " sets and points of " + pointNanos
                    + " ns are too few or too short, expected at least " + FEWEST_SETS + " sets");
        }
        if (within.isPresent() && !(within.getAsDouble() > 0 && sets >= FEWEST_SETS_WITHIN)) {
            throw new IllegalArgumentException(
                    sets + " sets are too few to tell how narrow an interval is, expected at least "
                            + FEWEST_SETS_WITHIN);
        }
        if (values.isEmpty() && axis != Axis.LOAD || values.stream().anyMatch(value -> !(value >= 0))) {
            throw new IllegalArgumentException("an exploration along " + axis + " needs values of it, got " + values);
        }
    }

    /** The same with so many sets. */
    Plan with(int more) {
        return new Plan(clients, workload, axis, values, sla, conditions, arrivals, more, within, pointNanos, seed);
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

    /**
     * Whether the values of the axis take turns as well, so that a client's own ratios between them are told: closed loops on
     * pools, which can all be open at once.
     */
    public boolean racesValues() {
        return axis == Axis.POOL && sla.isEmpty();
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
