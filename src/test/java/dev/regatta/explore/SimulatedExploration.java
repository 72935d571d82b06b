package dev.regatta.explore;

import dev.regatta.load.Arrivals;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Threads;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Explorations of clients that are queues: a client carries what its CPU time allows, and latency grows as the load
 * comes near to that. What is made of the queues' numbers is the real thing, the search included.
 */
public final class SimulatedExploration {

    /** JDBC on platform threads. */
    public static final ClientId JDBC = ClientId.of("pgjdbc+hikari/platform");
    /** JDBC on virtual threads, equally fast. */
    public static final ClientId VIRTUAL = ClientId.of("pgjdbc+hikari/virtual");
    /** Carries less. */
    public static final ClientId R2DBC = ClientId.of("r2dbc-postgresql+r2dbc-pool/event-loop");

    private static final Conditions CONDITIONS = new Conditions(20, 500, 0);
    private static final Map<ClientId, Queue> QUEUES = Map.of(JDBC, new Queue(4000, 190_000, 21_300, 72),
            VIRTUAL, new Queue(4100, 185_000, 22_100, 68), R2DBC, new Queue(2600, 330_000, 64_800, 91));

    private final Plan plan;
    private final SplittableRandom random = new SplittableRandom(19);
    private final List<Point> points = new ArrayList<>();
    private final List<FootprintReading> footprints = new ArrayList<>();

    private record Queue(double capacity, double clientNanos, double allocated, double mebibytes) {}

    private SimulatedExploration(Plan plan) {
        this.plan = plan;
    }

    /** Over the load, with a limit of latency; the last loads are more than one client carries, and late once. */
    public static Exploration overLoad() {
        return overLoad(Optional.of(Sla.of("p99=10ms")));
    }

    /** The same, without a limit. */
    public static Exploration withoutLimit() {
        return overLoad(Optional.empty());
    }

    private static Exploration overLoad(Optional<Sla> sla) {
        return new SimulatedExploration(new Plan(List.of(JDBC, VIRTUAL, R2DBC), "point-select-20", Axis.LOAD,
                List.of(400.0, 1000.0, 1600.0, 2200.0, 2800.0, 3200.0, 3600.0), sla, CONDITIONS, Arrivals.POISSON, 3,
                OptionalDouble.empty(), 1_000_000_000, 7)).measured().facts("42.7.14", true);
    }

    /** Over the load, complete, with ratios that are asked for so precisely. */
    public static Exploration within(double share, int sets) {
        Exploration all = overLoad();
        Facts facts = all.facts();
        Plan plan = facts.plan();
        return new Exploration(new Facts(facts.schema(), facts.tool(), facts.commit(), facts.started(),
                new Plan(plan.clients(), plan.workload(), plan.axis(), plan.values(), plan.sla(), plan.conditions(),
                        plan.arrivals(), sets, OptionalDouble.of(share), plan.pointNanos(), plan.seed()),
                facts.ask(), facts.recipes(), facts.environment(), facts.inputs(), true), all.points(),
                all.footprints());
    }

    /** The same, of which a search found no load: all of its probes missed the limit. */
    public static Exploration notFound(double share) {
        Exploration all = within(share, 3);
        return new Exploration(all.facts(), all.points().stream().map(point -> point.id().client().equals(R2DBC)
                && point.id().kind() == PointId.Kind.SEARCH && point.id().set() == 3 ? slow(point) : point).toList(),
                all.footprints());
    }

    private static Point slow(Point like) {
        long second = 1_000_000_000;
        return new Point(like.id(), like.rate(), like.offered(), like.achieved(), like.refused(), like.mostInFlight(),
                like.lateP99Nanos(),
                new LatencySummary(like.latencies().count(), second, second, second, second, second, second),
                like.clientNanos(), like.serverNanos(), like.clientShare(), like.serverShare(), like.allocated(),
                like.errors(), like.wrong(), like.problem(), like.disturbed());
    }

    /** Over the operations in flight, without a limit. */
    public static Exploration overConcurrency() {
        return over(Axis.CONCURRENCY, List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0), Optional.empty());
    }

    /** The same, of slices that took turns. */
    public static Exploration taken() {
        return taken(overConcurrency());
    }

    /** Over the load, with the ratios of the closed loops before it. */
    public static Exploration takenOverLoad() {
        return taken(overLoad());
    }

    private static Exploration taken(Exploration all) {
        var ratios = new ArrayList<RatioReading>();
        all.points().stream()
                .filter(point -> point.id().kind() == PointId.Kind.CLOSED && !point.id().client().equals(JDBC))
                .forEach(point -> ratios.add(new RatioReading(point.id().client(), JDBC,
                        point.id().conditions(), point.id().set(), 0,
                        point.achieved() / all.of(JDBC, point.id().conditions(),
                                PointId.Kind.CLOSED).filter(other -> other.id().set() == point.id().set()).findFirst()
                                .orElseThrow()
                                .achieved(),
                        40, 3)));
        return new Exploration(all.facts(), all.points(), all.footprints(), ratios);
    }

    /** Over the size of the pool, of slices that took turns: with 20 connections a client does 1.5 times what it does with 5. */
    public static Exploration pools() {
        Exploration all = over(Axis.POOL, List.of(5.0, 20.0), Optional.empty());
        Conditions five = all.facts().plan().allConditions().get(0);
        Conditions twenty = all.facts().plan().allConditions().get(1);
        var ratios = new ArrayList<RatioReading>();
        for (int set = 1; set <= all.facts().plan().sets(); set++) {
            double fork = 1 + 0.01 * set;
            ratios.add(new RatioReading(R2DBC, JDBC, five, set, 0, 0.6 * fork, 40, 2));
            ratios.add(new RatioReading(R2DBC, JDBC, twenty, set, 0, 0.6 / fork, 40, 0));
            ratios.add(new RatioReading(JDBC.with(20), JDBC.with(5), twenty, set, 0, 1.47 * fork, 40, 1));
            ratios.add(new RatioReading(R2DBC.with(20), R2DBC.with(5), twenty, set, 0, 1.53 / fork, 40, 0));
        }
        return new Exploration(all.facts(), all.points(), all.footprints(), ratios);
    }

    /** Over the latency of the network, with a limit. */
    public static Exploration overLatency() {
        return over(Axis.LATENCY, List.of(0.0, 500.0, 1000.0), Optional.of(Sla.of("p99=50ms")));
    }

    private static Exploration over(Axis axis, List<Double> values, Optional<Sla> sla) {
        return new SimulatedExploration(new Plan(List.of(JDBC, R2DBC), "point-select-20", axis, values, sla,
                new Conditions(20, 20, 0), Arrivals.POISSON, 3, OptionalDouble.empty(), 1_000_000_000, 7)).measured()
                .facts("42.7.14", true);
    }

    /** One that ended in its first set. */
    public static Exploration interrupted() {
        Exploration all = overLoad();
        return new SimulatedExploration(all.facts().plan()).keep(all.points().subList(0, 9)).facts("42.7.14", false);
    }

    /** One that ended in its second set: the first is whole, and of the second one client's closed loop. */
    public static Exploration endedInTheSecondSet() {
        return firstSet(1);
    }

    /** The first set, and so many points of the second. */
    private static Exploration firstSet(int more) {
        Exploration all = overLoad();
        long first = all.points().stream().filter(point -> point.id().set() == 1).count();
        return new SimulatedExploration(all.facts().plan()).keep(all.points().subList(0, (int) first + more))
                .facts("42.7.14", false);
    }

    /** Over the load, with this text wherever text comes from outside. */
    public static Exploration outside(String text) {
        Exploration all = overLoad();
        Plan plan = all.facts().plan();
        var told = new SimulatedExploration(new Plan(plan.clients(), text, plan.axis(), plan.values(), plan.sla(),
                plan.conditions(), plan.arrivals(), plan.sets(), OptionalDouble.empty(), plan.pointNanos(),
                plan.seed()))
                .keep(all.points());
        Facts facts = told.facts(text, true).facts();
        return new Exploration(new Facts(Facts.SCHEMA, text, text, text, facts.plan(), facts.ask(), facts.recipes(),
                facts.environment().with(Map.of(text, text, "jvm.options", text)), Optional.empty(), false),
                all.points(),
                all.footprints());
    }

    /** Writes one where it would have been kept. */
    public static void write(Path file, Exploration exploration) {
        ExplorationFile kept = ExplorationFile.begin(file, exploration.facts());
        exploration.points().forEach(kept::append);
        exploration.footprints().forEach(kept::append);
    }

    private SimulatedExploration keep(List<Point> known) {
        points.addAll(known);
        return this;
    }

    private Exploration facts(String version, boolean complete) {
        var recipes = new TreeMap<ClientId, Recipe>();
        String sum = "0".repeat(64);
        plan.clients().forEach(client -> recipes.put(client, new Recipe(client.stack(), client.equals(R2DBC)
                ? List.of(new Artifact("org.postgresql:r2dbc-postgresql:1.1.1.RELEASE", sum),
                        new Artifact("io.r2dbc:r2dbc-pool:1.0.2.RELEASE", sum),
                        new Artifact("io.netty:netty-handler:4.1.128.Final", sum))
                : List.of(new Artifact("org.postgresql:postgresql:" + version, sum),
                        new Artifact("com.zaxxer:HikariCP:7.1.0", sum),
                        new Artifact("org.slf4j:slf4j-api:2.0.17", sum)),
                new TreeMap<>())));
        var environment = new Fingerprint(new TreeMap<>(Map.of("cpu.model", "Simulated 3000",
                Fingerprint.DATABASE_MODE, "embedded", Fingerprint.DATABASE_VERSION, "PostgreSQL 18.6", Fingerprint.JDK,
                "25", Fingerprint.NETWORK_PATH, "loopback", Fingerprint.PLACEMENT, "client=0 database=1", "jvm.options",
                "-Xms256m -Xmx256m -XX:+UseSerialGC")));
        return new Exploration(new Facts(Facts.SCHEMA, "0.1.0", "abc1234", "2026-11-20T10:00:00Z", plan,
                Optional.empty(), recipes, environment, Optional.empty(), complete), points, footprints);
    }

    private SimulatedExploration measured() {
        for (int set = 1; set <= plan.sets(); set++) {
            for (Conditions conditions : plan.allConditions()) {
                for (ClientId client : plan.clients()) {
                    measure(set, conditions, client);
                }
            }
        }
        return this;
    }

    private void measure(int set, Conditions conditions, ClientId client) {
        Queue queue = QUEUES.get(client);
        double fork = Math.exp(0.03 * random.nextGaussian());
        // A round trip and the work of one, by as many as are in flight.
        double most = fork * Math.min(queue.capacity(), Math.min(conditions.inFlight(), conditions.pool())
                / (20e-6 * conditions.latencyMicros() + 1.4 / queue.capacity()));
        double closed = jittered(most);
        add(client, conditions, PointId.Kind.CLOSED, set, 0, 0, closed,
                1e9 * Math.min(conditions.inFlight(), conditions.pool()) / closed, queue);
        for (int turn = 0; plan.axis() == Axis.LOAD && turn < plan.values().size(); turn++) {
            double rate = plan.values().get(turn);
            add(client, conditions, PointId.Kind.LOAD, set, turn, rate, jittered(Math.min(rate, most)),
                    latency(rate, most), queue);
        }
        if (plan.sla().isPresent()) {
            var search = new SlaSearch(closed);
            for (int turn = 0; !search.over(); turn++) {
                double rate = search.next();
                Point probe = add(client, conditions, PointId.Kind.SEARCH, set, turn, rate, Math.min(rate, most),
                        latency(rate, most), queue);
                search.add(probe, plan.sla().get());
            }
        }
        footprints.add(new FootprintReading(client, conditions, set, new Footprint(
                OptionalLong.of((long) (jittered(queue.mebibytes()) * (1 << 20)) + conditions.pool() * 300_000L),
                OptionalLong.empty(), new Threads(3, Collections.emptySortedMap()))));
    }

    private double jittered(double number) {
        return number * Math.exp(0.004 * random.nextGaussian());
    }

    /**
     * Nanoseconds of the median, of a queue with one server; of one that is too long, what has gathered in a second.
     */
    private double latency(double rate, double most) {
        return rate < 0.99 * most
                ? 0.5e9 / most * (1 + rate / (most - rate))
                : 0.3e9 * Math.max(0.05, rate / most - 0.9);
    }

    private Point add(ClientId client, Conditions conditions, PointId.Kind kind, int set, int turn, double rate,
            double achieved, double nanos, Queue queue) {
        double offered = rate == 0 ? achieved : rate;
        double busy = achieved * queue.clientNanos() / 1e9;
        double noise = Math.exp(0.12 * random.nextGaussian());
        // The generator itself is late once, with the first client at the highest load.
        boolean late = kind == PointId.Kind.LOAD && client.equals(JDBC) && turn == plan.values().size() - 1;
        Point point = new Point(new PointId(client, conditions, kind, set, turn), rate, offered,
                Math.min(offered, achieved), 0, rate == 0 ? 0 : 40, late ? 2_000_000 : 80_000,
                new LatencySummary((long) achieved, (long) (noise * nanos), (long) (2.1 * noise * nanos),
                        (long) (2.6 * noise * nanos), (long) (4 * noise * nanos), (long) (6 * noise * nanos),
                        (long) (8 * noise * nanos)),
                jittered(queue.clientNanos() * (1 + 0.3 * (1 - Math.min(1, achieved / queue.capacity())))),
                OptionalDouble.of(jittered(210_000)), OptionalDouble.of(Math.min(1, busy)),
                OptionalDouble.of(Math.min(1, achieved * 210_000 / 1e9)),
                OptionalDouble.of(jittered(queue.allocated())),
                0, 0, "", kind == PointId.Kind.LOAD && set == 2 && turn == 1);
        points.add(point);
        return point;
    }
}
