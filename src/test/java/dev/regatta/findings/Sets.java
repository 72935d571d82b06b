package dev.regatta.findings;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Point;
import dev.regatta.explore.PointId;
import dev.regatta.explore.Quantity;
import dev.regatta.protocol.ClientId;
import dev.regatta.stats.Median;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One value for each set of fresh JVMs, by the number of the set: what only claims ask for, and curves do not have.
 * Ratios are taken within sets, so that differences between sets cancel.
 */
record Sets(SortedMap<Integer, Double> bySet) {

    /** The latency at which a curve has bent: so many times that at its lightest load. */
    private static final double BENT = 2;

    /**
     * What was read of a client's closed loop at a value of the axis: the median of its points; none where one has no
     * reading.
     */
    static Sets of(Exploration exploration, ClientId client, double x, Quantity quantity) {
        return of(exploration.points().stream().filter(point -> point.id().client().equals(client)
                && point.id().kind() == PointId.Kind.CLOSED && at(exploration, x).test(point.id().conditions()))
                .toList(), quantity);
    }

    /** What was read of a client in the points of this kind, likewise: under given loads, or while one was searched. */
    static Sets underLoad(Exploration exploration, ClientId client, PointId.Kind kind, Quantity quantity) {
        return of(exploration.points().stream().filter(point -> point.id().client().equals(client)
                && point.id().kind() == kind
                && point.id().conditions().equals(exploration.facts().plan().conditions())).toList(), quantity);
    }

    private static Sets of(List<Point> points, Quantity quantity) {
        Map<Integer, List<Double>> values = new HashMap<>();
        if (points.stream().allMatch(point -> quantity.of(point).isPresent())) {
            points.forEach(point -> values.computeIfAbsent(point.id().set(), set -> new ArrayList<>())
                    .add(quantity.of(point).getAsDouble()));
        }
        return medians(values);
    }

    /** How many times the operations of another client a client ended at a value of the axis, where slices took turns. */
    static Sets together(Exploration exploration, ClientId client, ClientId other, double x) {
        return new Sets(exploration.facts().plan().allConditions().stream().filter(at(exploration, x)).findFirst()
                .map(conditions -> new Curves(exploration).closedRatios(client, other, conditions))
                .orElseGet(TreeMap::new));
    }

    /** How many times the operations with another size of its pool a client ended, where the sizes took turns. */
    static Sets pools(Exploration exploration, ClientId client, double x, double other) {
        List<Conditions> all = exploration.facts().plan().allConditions();
        return new Sets(all.stream().filter(at(exploration, x)).findFirst()
                .flatMap(one -> all.stream().filter(at(exploration, other)).findFirst()
                        .map(another -> new Curves(exploration).poolRatios(client, one, another)))
                .orElseGet(TreeMap::new));
    }

    /** Bytes that only the process of a client uses at a value of the axis. */
    static Sets memory(Exploration exploration, ClientId client, double x) {
        Map<Integer, List<Double>> values = new HashMap<>();
        exploration.footprints().stream().filter(reading -> reading.client().equals(client)
                && reading.footprint().privateBytes().isPresent() && at(exploration, x).test(reading.conditions()))
                .forEach(reading -> values.computeIfAbsent(reading.set(), set -> new ArrayList<>())
                        .add((double) reading.footprint().privateBytes().getAsLong()));
        return medians(values);
    }

    /**
     * The load at which the median latency is twice that at the lightest load, interpolated between the last load that
     * was offered below it and the next (logarithms of both). A set in which it never was is left out.
     */
    static Sets bends(Exploration exploration, ClientId client) {
        Map<Integer, List<Point>> curves = new HashMap<>();
        exploration.points().stream()
                .filter(point -> point.id().client().equals(client) && point.id().kind() == PointId.Kind.LOAD)
                .sorted(Comparator.comparingDouble(Point::rate))
                .forEach(point -> curves.computeIfAbsent(point.id().set(), set -> new ArrayList<>()).add(point));
        SortedMap<Integer, Double> bends = new TreeMap<>();
        curves.forEach((set, curve) -> bend(curve).ifPresent(rate -> bends.put(set, rate)));
        return new Sets(bends);
    }

    private static Optional<Double> bend(List<Point> curve) {
        double bent = BENT * curve.getFirst().latencies().p50();
        int last = 0;
        for (int i = 0; i < curve.size(); i++) {
            last = curve.get(i).latencies().p50() <= bent ? i : last;
        }
        if (last + 1 == curve.size()) {
            return Optional.empty();
        }
        Point below = curve.get(last);
        Point above = curve.get(last + 1);
        double way = Math.log(bent / below.latencies().p50())
                / Math.log((double) above.latencies().p50() / below.latencies().p50());
        return Optional.of(below.rate() * Math.pow(above.rate() / below.rate(), way));
    }

    private static Predicate<Conditions> at(Exploration exploration, double x) {
        return conditions -> exploration.facts().plan().axis() != Axis.LOAD
                && exploration.facts().plan().value(conditions) == x;
    }

    private static Sets medians(Map<Integer, List<Double>> values) {
        SortedMap<Integer, Double> medians = new TreeMap<>();
        values.forEach((set, all) -> medians.put(set,
                Median.of(all.stream().mapToDouble(Double::doubleValue).toArray())));
        return new Sets(medians);
    }

    /** How many times the other this is; nothing unless both know the same sets. */
    Sets per(Sets other) {
        SortedMap<Integer, Double> ratios = new TreeMap<>();
        if (bySet.keySet().equals(other.bySet.keySet())) {
            bySet.forEach((set, value) -> ratios.put(set, value / other.bySet.get(set)));
        }
        return new Sets(ratios);
    }

    /** The estimate over all sets that an exploration has; empty where one is missing. */
    Optional<ConfidenceInterval> estimate(Exploration exploration) {
        return bySet.size() == exploration.facts().plan().sets()
                ? ConfidenceInterval.of(List.copyOf(bySet.values()), exploration.facts().plan())
                : Optional.empty();
    }
}
