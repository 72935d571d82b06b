package dev.regatta.explore;

import dev.regatta.host.Placement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.stats.Median;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What an exploration says, as estimates with their intervals. */
public final class Curves {

    private final Exploration exploration;
    private final Plan plan;
    private final Placement placement;
    private final Map<PointId, Point> byId = new HashMap<>();

    /** Of an exploration, complete or not. */
    public Curves(Exploration exploration) {
        this.exploration = exploration;
        this.plan = exploration.facts().plan();
        this.placement = Placement.of(exploration.facts().environment().fact(Fingerprint.PLACEMENT));
        exploration.points().forEach(point -> byId.putIfAbsent(point.id(), point));
    }

    /**
     * A position on a curve: a value of the axis with what was read there.
     *
     * @param x         the value of the axis
     * @param readings  what was read there; a quantity is missing where a point has no reading of it
     * @param limit     what bounds it, if that is known
     * @param carried   whether most of the points carried what was offered; true in a closed loop
     * @param onTime    whether most of the points were started on time
     * @param points    how many points
     * @param disturbed how many of them were disturbed by others
     * @param errors    how many operations failed
     * @param problem   the first failure in words, or empty
     */
    public record Position(double x, Map<Quantity, ConfidenceInterval> readings, Optional<Limit> limit, boolean carried,
            boolean onTime, int points, int disturbed, long errors, String problem) {}

    /** The curve of a client: over the load, or of its closed loop over the other axes. */
    public List<Position> of(ClientId client) {
        List<Position> positions = new ArrayList<>();
        for (Conditions conditions : plan.allConditions()) {
            if (plan.axis() == Axis.LOAD) {
                SortedMap<Double, List<Point>> byRate = exploration.of(client, conditions, PointId.Kind.LOAD)
                        .collect(Collectors.groupingBy(Point::rate, TreeMap::new, Collectors.toList()));
                byRate.forEach((rate, points) -> positions.add(position(rate, points)));
            } else {
                closed(client, conditions).ifPresent(positions::add);
            }
        }
        return positions;
    }

    /** What a closed loop of a client carries under these conditions. */
    public Optional<Position> closed(ClientId client, Conditions conditions) {
        List<Point> points = exploration.of(client, conditions, PointId.Kind.CLOSED).toList();
        return points.isEmpty() ? Optional.empty() : Optional.of(position(plan.value(conditions), points));
    }

    private Position position(double x, List<Point> points) {
        Map<Quantity, ConfidenceInterval> readings = new EnumMap<>(Quantity.class);
        for (Quantity quantity : Quantity.values()) {
            ConfidenceInterval.of(bySet(points, quantity)).ifPresent(estimate -> readings.put(quantity, estimate));
        }
        long carried = points.stream().filter(point -> point.rate() == 0 || point.carried()).count();
        long onTime = points.stream().filter(Point::onTime).count();
        return new Position(x, readings, Limit.of(points, placement), 2 * carried > points.size(),
                2 * onTime > points.size(),
                points.size(), (int) points.stream().filter(Point::disturbed).count(),
                points.stream().mapToLong(Point::errors).sum(), points.stream().map(Point::problem)
                        .filter(problem -> !problem.isEmpty()).findFirst().orElse(""));
    }

    /** One value for each set, the median over its points; none where a point has no reading. */
    private static List<Double> bySet(List<Point> points, Quantity quantity) {
        if (points.stream().anyMatch(point -> quantity.of(point).isEmpty())) {
            return List.of();
        }
        return points.stream().collect(Collectors.groupingBy(point -> point.id().set(), TreeMap::new,
                Collectors.toList())).values().stream()
                .map(set -> Median.of(set.stream().mapToDouble(point -> quantity.of(point).getAsDouble())
                        .toArray()))
                .toList();
    }

    /**
     * The load within the limit of latency.
     *
     * @param load     operations per second; empty where no search ended, or one found none
     * @param limit    what bounded the last probes of the searches
     * @param searched in how many sets the search ended
     */
    public record Carried(Optional<ConfidenceInterval> load, Optional<Limit> limit, int searched) {}

    /** The load that a client carries within the plan's limit of latency. */
    public Carried carried(ClientId client, Conditions conditions) {
        SortedMap<Integer, OptionalDouble> searches = searches(client, conditions);
        List<Point> last = new ArrayList<>();
        searches.keySet().forEach(set -> {
            List<Point> probes = probes(client, conditions, set);
            last.addAll(probes.subList(Math.max(0, probes.size() - SlaSearch.LAST), probes.size()));
        });
        return new Carried(ConfidenceInterval.of(List.copyOf(found(searches).values()), plan),
                Limit.of(last, placement),
                searches.size());
    }

    /**
     * How many times the operations of another client a client ends in a closed loop, of slices that took turns; empty
     * where a set of a complete exploration has none.
     */
    public Optional<ConfidenceInterval> closedRatio(ClientId client, ClientId other, Conditions conditions) {
        return ofAllSets(closedRatios(client, other, conditions));
    }

    /** The same by the set: the mean of its turns. */
    public SortedMap<Integer, Double> closedRatios(ClientId client, ClientId other, Conditions conditions) {
        Predicate<RatioReading> there = reading -> reading.conditions().equals(conditions);
        return ratios(logarithms(client, there), logarithms(other, there));
    }

    /**
     * How many times the operations that a client ends with another size of its pool it ends with this one, of slices that took
     * turns; empty where they did not, or where a set of a complete exploration has none.
     */
    public Optional<ConfidenceInterval> poolRatio(ClientId client, Conditions conditions, Conditions other) {
        return ofAllSets(poolRatios(client, conditions, other));
    }

    /** The same by the set: the mean of its turns. */
    public SortedMap<Integer, Double> poolRatios(ClientId client, Conditions conditions, Conditions other) {
        return plan.racesValues()
                ? ratios(logarithms(client.with(conditions.pool()), any -> true),
                        logarithms(client.with(other.pool()), any -> true))
                : new TreeMap<>();
    }

    private Optional<ConfidenceInterval> ofAllSets(SortedMap<Integer, Double> bySet) {
        return bySet.size() == plan.sets() || !exploration.facts().complete()
                ? ConfidenceInterval.of(List.copyOf(bySet.values()), plan)
                : Optional.empty();
    }

    /** By the set, of logarithms that are of the same thing. */
    private static SortedMap<Integer, Double> ratios(SortedMap<Integer, Double> ones,
            SortedMap<Integer, Double> others) {
        ones.keySet().retainAll(others.keySet());
        ones.replaceAll((set, logarithm) -> Math.exp(logarithm - others.get(set)));
        return ones;
    }

    /**
     * The logarithms of a client's ratios to the plan's first client, or with a size of its pool to the first size, by the
     * set. Those of the first are 0.
     */
    private SortedMap<Integer, Double> logarithms(ClientId client, Predicate<RatioReading> wanted) {
        var bySet = new TreeMap<Integer, Double>();
        exploration.ratios().stream()
                .filter(wanted.and(reading -> List.of(reading.client(), reading.other()).contains(client)))
                .collect(Collectors.groupingBy(RatioReading::set))
                .forEach((set, turns) -> bySet.put(set, turns.stream().mapToDouble(
                        turn -> turn.client().equals(client) ? Math.log(turn.ratio()) : 0).average().orElseThrow()));
        return bySet;
    }

    /**
     * The ratio of the loads that two clients carry within the plan's limit of latency, over the sets in which
     * both searches ended.
     */
    public Optional<ConfidenceInterval> carriedRatio(ClientId client, ClientId other, Conditions conditions) {
        return carriedRatio(client, other, conditions, 1);
    }

    /** The same, where so many ratios share one error. */
    Optional<ConfidenceInterval> carriedRatio(ClientId client, ClientId other, Conditions conditions, int sharing) {
        SortedMap<Integer, Double> ones = found(searches(client, conditions));
        SortedMap<Integer, Double> others = found(searches(other, conditions));
        ones.keySet().retainAll(others.keySet());
        return ConfidenceInterval.of(ones.entrySet().stream().map(one -> one.getValue() / others.get(one.getKey()))
                .toList(), plan, sharing);
    }

    /** What was found in each set; nothing where one of the searches found no load. */
    private static SortedMap<Integer, Double> found(SortedMap<Integer, OptionalDouble> searches) {
        var found = new TreeMap<Integer, Double>();
        if (searches.values().stream().allMatch(OptionalDouble::isPresent)) {
            searches.forEach((set, load) -> found.put(set, load.getAsDouble()));
        }
        return found;
    }

    /** What each search told that ended, by the set. */
    private SortedMap<Integer, OptionalDouble> searches(ClientId client, Conditions conditions) {
        var searches = new TreeMap<Integer, OptionalDouble>();
        for (int set = 1; plan.sla().isPresent() && set <= plan.sets(); set++) {
            Point capacity = byId.get(new PointId(client, conditions, PointId.Kind.CLOSED, set, 0));
            if (capacity != null) {
                SlaSearch search = new SlaSearch(capacity.achieved());
                for (Point probe : probes(client, conditions, set)) {
                    search.add(probe, plan.sla().get());
                }
                if (exploration.facts().complete() || search.over()) {
                    searches.put(set, search.found());
                }
            }
        }
        return searches;
    }

    /** The probes of one search, in their order. */
    private List<Point> probes(ClientId client, Conditions conditions, int set) {
        return IntStream.iterate(0, turn -> turn + 1)
                .mapToObj(turn -> byId.get(new PointId(client, conditions, PointId.Kind.SEARCH, set, turn)))
                .takeWhile(Objects::nonNull).toList();
    }

    /** Nanoseconds from the start of a service's process to its first right answer, over its starts. */
    public Optional<ConfidenceInterval> start(ClientId client) {
        return ConfidenceInterval.of(starts(client).map(reading -> (double) reading.nanos()).toList());
    }

    /** Bytes of what is deployed of a service. */
    public OptionalLong deployed(ClientId client) {
        return starts(client).mapToLong(StartReading::deployed).findFirst();
    }

    private Stream<StartReading> starts(ClientId client) {
        return exploration.starts().stream().filter(reading -> reading.client().equals(client));
    }

    /**
     * Bytes of memory that only the client's process uses, the median of its forks; empty where that cannot be read.
     */
    public OptionalDouble memory(ClientId client, Conditions conditions) {
        double[] bytes = exploration.footprints().stream()
                .filter(reading -> reading.client().equals(client) && reading.conditions().equals(conditions)
                        && reading.footprint().privateBytes().isPresent())
                .mapToDouble(reading -> reading.footprint().privateBytes().getAsLong()).toArray();
        return bytes.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(bytes));
    }
}
