package dev.regatta.findings;

import dev.regatta.explore.Conditions;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.Limit;
import dev.regatta.explore.Point;
import dev.regatta.explore.PointId;
import dev.regatta.explore.Quantity;
import dev.regatta.explore.RatioReading;
import dev.regatta.protocol.ClientId;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stored explorations.
 *
 * @param byId by the id of their studies; some may be missing
 */
public record Studies(Map<String, Exploration> byId) {

    /** What clients need for an operation: a busy database does not hide it. */
    private static final Set<Quantity> NEEDED = EnumSet.of(Quantity.CLIENT_CPU, Quantity.SERVER_CPU,
            Quantity.ALLOCATED);
    /** A ratio of which nothing is known. */
    private static final ConfidenceInterval UNKNOWN = new ConfidenceInterval(1, 0, Double.POSITIVE_INFINITY, 1);

    /** What is stored of these studies. */
    public static Studies stored(List<Study> studies) {
        return new Studies(studies.stream().filter(study -> Files.isRegularFile(Path.of(study.file())))
                .collect(Collectors.toMap(Study::id, study -> ExplorationFile.read(Path.of(study.file())).whole())));
    }

    /** Copies the map. */
    public Studies {
        byId = Map.copyOf(byId);
    }

    /** The same driver on two kinds of threads. */
    record Threads(String virtual, String platform) {}

    /** The exploration of a study, if it is stored and complete. */
    public Optional<Exploration> of(Study study) {
        return Optional.ofNullable(byId.get(study.id())).filter(exploration -> exploration.facts().complete());
    }

    /** A client at a value of the axis. */
    private record Place(String client, double x) {

        /** As which it takes turns with other sizes of its pool. */
        String sized() {
            return ClientId.of(client).with((int) x).toString();
        }
    }

    /** Compares a quantity of two clients at a value of the axis. */
    ClaimedRatio compare(Study study, String what, String client, String other, double x, Quantity quantity,
            Claimed claimed) {
        return compare(study, what, new Place(client, x), new Place(other, x), quantity, claimed);
    }

    /** Compares what a client carries at two values of the axis. */
    ClaimedRatio compare(Study study, String what, String client, double x, double other, Claimed claimed) {
        return compare(study, what, new Place(client, x), new Place(client, other), Quantity.ACHIEVED, claimed);
    }

    private ClaimedRatio compare(Study study, String what, Place one, Place other, Quantity quantity, Claimed claimed) {
        List<Optional<Limit>> limits = List.of(limit(study, one.client(), one.x()),
                limit(study, other.client(), other.x()));
        boolean itself = !NEEDED.contains(quantity)
                && itself(limits, ratio(study, one, other, Quantity.SERVER_CPU));
        return row(study, what, ratio(study, one, other, quantity), claimed, limits, itself,
                quantity == Quantity.ACHIEVED
                        ? together(study, List.of(one, other),
                                place -> one.x() == other.x() ? place.client() : place.sized())
                        : seen(study, List.of(one, other)));
    }

    /** Whether the database was compared with itself: it bounds all, and works as much for an operation of any. */
    private static boolean itself(List<Optional<Limit>> limits, Optional<ConfidenceInterval> work) {
        return limits.stream().allMatch(Optional.of(Limit.SERVER)::equals)
                && Claimed.DIFFERENT.read(work.orElse(UNKNOWN))
                        .filter(differs -> differs.right() && differs.certain()).isEmpty();
    }

    private Optional<ConfidenceInterval> ratio(Study study, Place one, Place other, Quantity quantity) {
        return estimate(study, known -> ratio(known, one, other, quantity));
    }

    private static Sets ratio(Exploration exploration, Place one, Place other, Quantity quantity) {
        return quantity == Quantity.ACHIEVED
                ? achieved(exploration, one, other)
                : Sets.of(exploration, ClientId.of(one.client()), one.x(), quantity)
                        .per(Sets.of(exploration, ClientId.of(other.client()), other.x(), quantity));
    }

    /** How many times the operations of another: of slices that took turns, where they did. */
    private static Sets achieved(Exploration exploration, Place one, Place other) {
        Sets together = one.x() == other.x()
                ? Sets.together(exploration, ClientId.of(one.client()), ClientId.of(other.client()), one.x())
                : Sets.pools(exploration, ClientId.of(one.client()), one.x(), other.x());
        return together.bySet().isEmpty()
                ? Sets.of(exploration, ClientId.of(one.client()), one.x(), Quantity.ACHIEVED)
                        .per(Sets.of(exploration, ClientId.of(other.client()), other.x(), Quantity.ACHIEVED))
                : together;
    }

    /** Compares the loads that two clients carry within the limit of latency. */
    ClaimedRatio carried(Study study, String what, String client, String other, Claimed claimed) {
        return underLoad(study, what,
                of(study).flatMap(known -> new Curves(known).carriedRatio(ClientId.of(client), ClientId.of(other),
                        conditions(known))),
                claimed, List.of(client, other), PointId.Kind.SEARCH,
                each -> carried(study, each).flatMap(Curves.Carried::limit));
    }

    /** Compares the loads at which the latency of two clients bends up. */
    ClaimedRatio bent(Study study, String what, String client, String other, Claimed claimed) {
        return underLoad(study, what,
                estimate(study, known -> Sets.bends(known, ClientId.of(client))
                        .per(Sets.bends(known, ClientId.of(other)))),
                claimed, List.of(client, other), PointId.Kind.LOAD, each -> beyondTheBend(study, each));
    }

    /** What bounds a client at the lightest load that was offered beyond its bend. */
    private Optional<Limit> beyondTheBend(Study study, String client) {
        return bends(study, client).flatMap(bend -> of(study).stream()
                .flatMap(known -> new Curves(known).of(ClientId.of(client)).stream())
                .filter(position -> position.x() > bend.value()).findFirst()).flatMap(Curves.Position::limit);
    }

    private ClaimedRatio underLoad(Study study, String what, Optional<ConfidenceInterval> ratio, Claimed claimed,
            List<String> both, PointId.Kind kind, Function<String, Optional<Limit>> limit) {
        List<Optional<Limit>> limits = both.stream().map(limit).toList();
        List<Point> points = of(study).stream().flatMap(known -> known.points().stream())
                .filter(point -> point.id().kind() == kind && both.contains(point.id().client().toString())).toList();
        Optional<ConfidenceInterval> work = estimate(study,
                known -> Sets.underLoad(known, ClientId.of(both.getFirst()), kind, Quantity.SERVER_CPU)
                        .per(Sets.underLoad(known, ClientId.of(both.getLast()), kind, Quantity.SERVER_CPU)));
        return row(study, what, ratio, claimed, limits, itself(limits, work),
                // A load that is too large may fail operations, and is a miss then.
                new Seen(points.size(), points.stream().filter(Point::disturbed).count(), 0));
    }

    /**
     * Compares what two drivers gain from virtual threads: the gain of the first divided by that of the second, within
     * sets. What bounds it is told of all four clients, each driver's virtual threads before its platform threads.
     */
    ClaimedRatio gains(Study study, String what, Threads driver, Threads other, double x, Claimed claimed) {
        List<Place> all = Stream.of(driver, other).flatMap(each -> Stream.of(each.virtual(), each.platform()))
                .map(client -> new Place(client, x)).toList();
        List<Optional<Limit>> limits = all.stream().map(place -> limit(study, place.client(), x)).toList();
        return row(study, what, gained(study, driver, other, x, Quantity.ACHIEVED), claimed, limits,
                itself(limits, gained(study, driver, other, x, Quantity.SERVER_CPU)),
                together(study, all, Place::client));
    }

    private Optional<ConfidenceInterval> gained(Study study, Threads driver, Threads other, double x,
            Quantity quantity) {
        return estimate(study, known -> gain(known, driver, x, quantity).per(gain(known, other, x, quantity)));
    }

    /** What a driver gains from virtual threads: how many times what it carries on platform threads. */
    ClaimNumber gain(Study study, String what, Threads driver, double x) {
        return new ClaimNumber(what, of(study).isPresent(),
                estimate(study, known -> gain(known, driver, x, Quantity.ACHIEVED)),
                ClaimNumber.Unit.TIMES,
                words(List.of(limit(study, driver.virtual(), x), limit(study, driver.platform(), x))));
    }

    private static Sets gain(Exploration exploration, Threads driver, double x, Quantity quantity) {
        return ratio(exploration, new Place(driver.virtual(), x), new Place(driver.platform(), x), quantity);
    }

    /** Compares the memory of two clients' processes. */
    ClaimedRatio memory(Study study, String what, String client, String other, double x, Claimed claimed) {
        return row(study, what,
                estimate(study, known -> Sets.memory(known, ClientId.of(client), x)
                        .per(Sets.memory(known, ClientId.of(other), x))),
                claimed, List.of(), false, new Seen(0, 0, 0));
    }

    /** Compares the memory of two services' processes for a request in a second. */
    ClaimedRatio memoryPerRequest(Study study, String what, String service, String other, double x, Claimed claimed) {
        List<Place> places = List.of(new Place(service, x), new Place(other, x));
        List<Optional<Limit>> limits = places.stream().map(place -> limit(study, place.client(), x)).toList();
        return row(study, what,
                estimate(study, known -> memoryPerRequest(known, service, x).per(memoryPerRequest(known, other, x))),
                claimed, limits, itself(limits, ratio(study, places.getFirst(), places.getLast(), Quantity.SERVER_CPU)),
                seen(study, places));
    }

    private static Sets memoryPerRequest(Exploration exploration, String service, double x) {
        ClientId client = ClientId.of(service);
        return Sets.memory(exploration, client, x).per(Sets.of(exploration, client, x, Quantity.ACHIEVED));
    }

    /** Compares the sizes of what is deployed of two services. They do not vary: the interval has no width. */
    ClaimedRatio deployed(Study study, String what, String service, String other, Claimed claimed) {
        return row(study, what, of(study).map(Curves::new).flatMap(curves -> deployed(curves, service, other)),
                claimed, List.of(), false, new Seen(0, 0, 0));
    }

    private static Optional<ConfidenceInterval> deployed(Curves curves, String service, String other) {
        OptionalLong one = curves.deployed(ClientId.of(service));
        OptionalLong another = curves.deployed(ClientId.of(other));
        if (one.isEmpty() || another.isEmpty()) {
            return Optional.empty();
        }
        double times = (double) one.getAsLong() / another.getAsLong();
        return curves.start(ClientId.of(service))
                .map(starts -> new ConfidenceInterval(times, times, times, starts.sets()));
    }

    /** How many points or rounds a comparison rests on, how many of them others disturbed, and how many operations failed. */
    private record Seen(long points, long disturbed, long failed) {}

    /**
     * The rounds in which slices took turns; the points where none did. In a round each client, or size of a pool, is held against the
     * first, so that it has as many readings as there are others: it counts once, with the most disturbances of any.
     */
    private Seen together(Study study, List<Place> places, Function<Place, String> name) {
        Map<List<Integer>, List<RatioReading>> turns = of(study).stream().flatMap(known -> known.ratios().stream()
                .filter(turn -> places.stream().anyMatch(place -> name.apply(place).equals(turn.client().toString())
                        && place.x() == known.facts().plan().value(turn.conditions()))))
                .collect(Collectors.groupingBy(turn -> List.of(turn.set(), turn.turn())));
        return turns.isEmpty()
                ? seen(study, places)
                : new Seen(most(turns, RatioReading::rounds), most(turns, RatioReading::disturbed),
                        seen(study, places).failed());
    }

    private static long most(Map<List<Integer>, List<RatioReading>> turns, ToLongFunction<RatioReading> of) {
        return turns.values().stream().mapToLong(same -> same.stream().mapToLong(of).max().orElseThrow()).sum();
    }

    private Seen seen(Study study, List<Place> places) {
        List<Curves.Position> positions = places.stream()
                .flatMap(place -> position(study, place.client(), place.x()).stream()).toList();
        return new Seen(positions.stream().mapToInt(Curves.Position::points).sum(),
                positions.stream().mapToInt(Curves.Position::disturbed).sum(),
                positions.stream().mapToLong(Curves.Position::errors).sum());
    }

    private ClaimedRatio row(Study study, String what, Optional<ConfidenceInterval> ratio, Claimed claimed,
            List<Optional<Limit>> limits, boolean itself, Seen seen) {
        String hidden = seen.failed() > 0
                ? ClaimedRatio.FAILED
                : limits.contains(Optional.of(Limit.GENERATOR))
                        ? ClaimedRatio.GENERATOR
                        : itself ? ClaimedRatio.DATABASE : "";
        return new ClaimedRatio(what, of(study).isPresent(), ratio, claimed, words(limits), hidden, seen.points(),
                seen.disturbed());
    }

    /** What was read of a client at a value of the axis. */
    ClaimNumber reading(Study study, String what, String client, double x, Quantity quantity, ClaimNumber.Unit unit) {
        Optional<Curves.Position> position = position(study, client, x);
        return new ClaimNumber(what, of(study).isPresent(),
                position.flatMap(known -> Optional.ofNullable(known.readings().get(quantity))), unit,
                words(List.of(position.flatMap(Curves.Position::limit))));
    }

    /** The load that a client carries within the limit of latency. */
    ClaimNumber load(Study study, String what, String client) {
        Optional<Curves.Carried> carried = carried(study, client);
        return new ClaimNumber(what, of(study).isPresent(), carried.flatMap(Curves.Carried::load),
                ClaimNumber.Unit.PER_SECOND,
                words(List.of(carried.flatMap(Curves.Carried::limit))));
    }

    /** The load at which the latency of a client bends up. */
    ClaimNumber bend(Study study, String what, String client) {
        return new ClaimNumber(what, of(study).isPresent(), bends(study, client), ClaimNumber.Unit.PER_SECOND, "");
    }

    private Optional<ConfidenceInterval> bends(Study study, String client) {
        return estimate(study, known -> Sets.bends(known, ClientId.of(client)));
    }

    private Optional<ConfidenceInterval> estimate(Study study, Function<Exploration, Sets> sets) {
        return of(study).flatMap(known -> sets.apply(known).estimate(known));
    }

    private Optional<Curves.Carried> carried(Study study, String client) {
        return of(study).map(known -> new Curves(known).carried(ClientId.of(client), conditions(known)));
    }

    private static Conditions conditions(Exploration exploration) {
        return exploration.facts().plan().conditions();
    }

    private Optional<Limit> limit(Study study, String client, double x) {
        return position(study, client, x).flatMap(Curves.Position::limit);
    }

    private Optional<Curves.Position> position(Study study, String client, double x) {
        return of(study).flatMap(known -> new Curves(known).of(ClientId.of(client)).stream()
                .filter(position -> position.x() == x).findFirst());
    }

    private static String words(List<Optional<Limit>> limits) {
        return limits.stream().flatMap(Optional::stream).map(Limit::toString).collect(Collectors.joining(" / "));
    }
}
