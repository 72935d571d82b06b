package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Clock;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Slice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures what a plan asks for, and nothing that the record has already. In every set the points of all clients are
 * measured together: their short slices take turns, in random order and with the same operations due at the same times, so
 * that what disturbs the machine disturbs all.
 */
public final class Explorer {

    /** Loads that are not given, as shares of what the fastest client carries in a closed loop. */
    private static final double[] SHARES = {0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9, 1.0};
    /** Turns of a closed loop in each set. */
    private static final int CLOSED_TURNS = 3;
    /** A turn is measured so many times again while the JVM still compiles; the last one counts. */
    private static final int AGAIN = 3;
    /** The share of a point's time that compiling may take, on the client's CPUs or others. */
    private static final double COMPILING = 0.1;
    /** How often the progress is told. */
    private static final long TELLING_NANOS = 10_000_000_000L;

    private final LoadBench bench;
    private final Plan plan;
    private final Map<ClientId, Contender> contenders = new LinkedHashMap<>();
    private final TurnTaking turns;
    private final ExplorationFile file;
    private final Consumer<String> out;
    private final Facts facts;
    private final Map<PointId, Point> points = new LinkedHashMap<>();
    private final List<FootprintReading> footprints = new ArrayList<>();
    private final List<RatioReading> ratios = new ArrayList<>();
    private final Map<ClientId, Conditions> open = new HashMap<>();
    private final Duration budget;
    private final long end;
    private int fresh;
    private long freshNanos;
    private int toOpen;
    private int opened;
    private long openedNanos;
    private long told = Clock.nanos();

    /** Ends the measuring where its time is over. */
    private static final class TimeOver extends Exception {
        private static final long serialVersionUID = 1;
    }

    /**
     * An explorer.
     *
     * @param known      what was measured of the plan before
     * @param file       receives what is measured
     * @param contenders the clients of the plan
     * @param budget     how long it may take
     * @param out        receives a line at a time for people
     */
    public Explorer(LoadBench bench, Exploration known, ExplorationFile file, List<Contender> contenders,
            Duration budget, Consumer<String> out) {
        this.bench = bench;
        this.facts = known.facts();
        this.plan = known.facts().plan();
        this.file = file;
        this.out = out;
        this.budget = budget;
        this.end = told + budget.toNanos();
        contenders.forEach(contender -> this.contenders.put(contender.client(), contender));
        turns = new TurnTaking(plan, this.contenders);
        known.points().forEach(point -> points.put(point.id(), point));
        footprints.addAll(known.footprints());
        ratios.addAll(known.ratios());
        toOpen = plan.sets() * plan.allConditions().size() * this.contenders.size() - footprints.size();
    }

    /**
     * Measures until the plan is complete or the time is over.
     *
     * @throws MeasurementFailure if something cannot be measured; what was measured until then is in the file
     */
    public Exploration run() throws MeasurementFailure {
        Facts now = facts;
        var all = new Forecast.Work(planned(), plan.sets() * plan.allConditions().size() * contenders.size());
        out.accept(new Forecast(plan, new Forecast.Work(planned() - points.size(), toOpen), all).words(budget));
        try {
            for (int set = 1; set <= plan.sets(); set++) {
                run(set);
            }
            now = facts.completed();
            file.append(now);
        } catch (TimeOver e) {
            out.accept("the time is over with " + points.size() + " points measured: --resume goes on");
        }
        return new Exploration(now, List.copyOf(points.values()), footprints, ratios);
    }

    private void run(int set) throws MeasurementFailure, TimeOver {
        open.clear();
        try (LoadSet forks = bench.set(set)) {
            List<Conditions> all = new ArrayList<>(plan.allConditions());
            Collections.shuffle(all, new Random(seed(set, 0, 0)));
            for (Conditions conditions : all) {
                for (int turn = 0; turn < (offered() ? 1 : CLOSED_TURNS); turn++) {
                    measure(forks, new Turn(conditions, PointId.Kind.CLOSED, set, turn), all(0));
                }
                if (plan.axis() == Axis.LOAD) {
                    loads(forks, set, conditions);
                }
                if (plan.sla().isPresent()) {
                    search(forks, set, conditions, plan.sla().get());
                }
                footprints(forks, set, conditions);
            }
        }
    }

    /**
     * What is measured of all clients meanwhile.
     *
     * @param kind   of its points
     * @param number 0-based, of this kind
     */
    private record Turn(Conditions conditions, PointId.Kind kind, int set, int number) {

        PointId of(ClientId client) {
            return new PointId(client, conditions, kind, set, number);
        }
    }

    /**
     * A point of each client, whose short slices take turns; of closed loops also their ratios to the first one.
     *
     * @param rates of each client, in operations per second; 0 in a closed loop
     */
    private void measure(LoadSet forks, Turn turn, Map<ClientId, Double> rates) throws MeasurementFailure, TimeOver {
        boolean closed = turn.kind() == PointId.Kind.CLOSED;
        Map<ClientId, Double> missing = new LinkedHashMap<>(rates);
        missing.keySet().removeIf(client -> points.containsKey(turn.of(client)));
        List<ClientId> apart = closed ? apart(turn) : List.of();
        if (missing.isEmpty() && apart.isEmpty()) {
            return;
        }
        // A ratio wants the slices of both.
        Map<ClientId, Double> now = closed ? rates : missing;
        for (ClientId client : now.keySet()) {
            ready(forks, client, turn.conditions(), turn.set());
        }
        long begun = Clock.nanos();
        Rounds rounds = rounds(forks, turn, now);
        for (int again = 0; again < AGAIN && cold(rounds); again++) {
            rounds = rounds(forks, turn, now);
        }
        for (Map.Entry<ClientId, Double> client : missing.entrySet()) {
            keep(Point.of(turn.of(client.getKey()), client.getValue(), rounds.joined(client.getKey()),
                    bench.placement()));
        }
        for (ClientId client : apart) {
            RatioReading ratio = rounds.ratio(client, plan.clients().getFirst(), turn.conditions(), turn.set(),
                    turn.number());
            file.append(ratio);
            ratios.add(ratio);
        }
        measured(missing.size(), begun, turn.set());
    }

    /** The clients whose ratio to the first one is not known yet. */
    private List<ClientId> apart(Turn turn) {
        Set<ClientId> known = ratios.stream()
                .filter(ratio -> ratio.conditions().equals(turn.conditions()) && ratio.set() == turn.set()
                        && ratio.turn() == turn.number())
                .map(RatioReading::client).collect(Collectors.toSet());
        return plan.clients().stream().skip(1).filter(client -> !known.contains(client)).toList();
    }

    private Rounds rounds(LoadSet forks, Turn turn, Map<ClientId, Double> rates) throws MeasurementFailure {
        long seed = seed(turn.set(), turn.number(), 10 + turn.kind().ordinal());
        return turn.kind() == PointId.Kind.CLOSED
                ? turns.closed(forks, turn.conditions(), seed)
                : turns.offered(forks, rates, longestNanos(turn, rates.keySet()), seed);
    }

    /** How long an operation takes at most that is of interest: the limit, or that of a closed loop. */
    private long longestNanos(Turn turn, Set<ClientId> clients) {
        return plan.sla().map(sla -> sla.limit().toNanos())
                .orElseGet(() -> clients.stream()
                        .mapToLong(client -> closed(client, turn.conditions(), turn.set()).latencies().p50()).max()
                        .orElseThrow());
    }

    private boolean cold(Rounds rounds) {
        return rounds.slices().keySet().stream().anyMatch(client -> cold(rounds.joined(client)));
    }

    private void loads(LoadSet forks, int set, Conditions conditions) throws MeasurementFailure, TimeOver {
        List<Double> rates = rates(conditions);
        List<Integer> turns = new ArrayList<>();
        for (int turn = 0; turn < rates.size(); turn++) {
            turns.add(turn);
        }
        Collections.shuffle(turns, new Random(seed(set, 0, 2)));
        for (int turn : turns) {
            measure(forks, new Turn(conditions, PointId.Kind.LOAD, set, turn), all(rates.get(turn)));
        }
    }

    /** The loads of all sets: those of the plan, or what follows from the first set. */
    private List<Double> rates(Conditions conditions) {
        if (!plan.values().isEmpty()) {
            return plan.values();
        }
        double most = contenders.keySet().stream().mapToDouble(client -> closed(client, conditions, 1).achieved()).max()
                .orElseThrow();
        var rates = new TreeSet<Double>();
        for (double share : SHARES) {
            rates.add(Double.parseDouble(String.format(Locale.ROOT, "%.2g", share * most)));
        }
        return List.copyOf(rates);
    }

    private Point closed(ClientId client, Conditions conditions, int set) {
        return points.get(new PointId(client, conditions, PointId.Kind.CLOSED, set, 0));
    }

    private void search(LoadSet forks, int set, Conditions conditions, Sla sla)
            throws MeasurementFailure, TimeOver {
        Map<ClientId, SlaSearch> searches = new LinkedHashMap<>();
        contenders.keySet().forEach(
                client -> searches.put(client, new SlaSearch(closed(client, conditions, set).achieved())));
        for (int number = 0; searches.values().stream().anyMatch(search -> !search.over()); number++) {
            Map<ClientId, Double> next = new LinkedHashMap<>();
            searches.forEach((client, search) -> {
                if (!search.over()) {
                    next.put(client, search.next());
                }
            });
            var turn = new Turn(conditions, PointId.Kind.SEARCH, set, number);
            measure(forks, turn, next);
            for (ClientId client : next.keySet()) {
                Point probe = points.get(turn.of(client));
                searches.get(client).add(probe.rate(), probe.within(sla), probe.onTime());
            }
        }
    }

    private void footprints(LoadSet forks, int set, Conditions conditions) throws MeasurementFailure, TimeOver {
        for (ClientId client : contenders.keySet()) {
            if (footprints.stream().noneMatch(reading -> reading.client().equals(client)
                    && reading.conditions().equals(conditions) && reading.set() == set)) {
                ready(forks, client, conditions, set);
                var reading = new FootprintReading(client, conditions, set,
                        forks.footprint(contenders.get(client), seed(set, 0, 4)));
                file.append(reading);
                footprints.add(reading);
            }
        }
    }

    /** The same load for all clients; 0 for closed loops. */
    private Map<ClientId, Double> all(double rate) {
        Map<ClientId, Double> rates = new LinkedHashMap<>();
        contenders.keySet().forEach(client -> rates.put(client, rate));
        return rates;
    }

    private void keep(Point point) throws MeasurementFailure {
        if (point.wrong() > 0) {
            throw new MeasurementFailure(point.id().client() + " returned wrong results for " + point.wrong()
                    + " operations of " + plan.workload() + ": " + point.problem());
        }
        file.append(point);
        points.put(point.id(), point);
    }

    private void measured(int more, long begun, int set) {
        fresh += more;
        freshNanos += Clock.nanos() - begun;
        if (Clock.nanos() - told > TELLING_NANOS) {
            tell(set);
        }
    }

    /** Whether the JVM compiled so much that the client was not warm for this load. */
    private static boolean cold(LoadReading reading) {
        Slice slice = reading.offering().slice();
        return slice.compileMillis() * 1e6 > COMPILING * slice.windowNanos();
    }

    private void ready(LoadSet forks, ClientId client, Conditions conditions, int set)
            throws MeasurementFailure, TimeOver {
        if (Clock.nanos() > end) {
            throw new TimeOver();
        }
        if (!conditions.equals(open.get(client))) {
            long begun = Clock.nanos();
            forks.open(contenders.get(client), conditions.setting(plan.workload()), offered(), seed(set, 0, 5));
            open.put(client, conditions);
            toOpen--;
            opened++;
            openedNanos += Clock.nanos() - begun;
        }
    }

    private void tell(int set) {
        told = Clock.nanos();
        out.accept(String.format(Locale.ROOT, "set %d/%d, point %d/%d, about %d min left", set, plan.sets(),
                points.size(), planned(), minutesLeft()));
    }

    /** Points and starts are told apart: a set begins with all its starts, and its points follow fast. */
    private long minutesLeft() {
        double point = fresh == 0
                ? plan.pointNanos() * (1 + 1.0 / Forecast.DROPPED)
                : (double) freshNanos / fresh;
        double opening = opened == 0 ? Forecast.OPENING_NANOS : (double) openedNanos / opened;
        return Forecast.minutes(point * (planned() - points.size()) + opening * Math.max(0, toOpen));
    }

    private int planned() {
        int loads = plan.values().isEmpty() ? SHARES.length : plan.values().size();
        int each = (offered() ? 1 : CLOSED_TURNS) + (plan.axis() == Axis.LOAD ? loads : 0)
                + (plan.sla().isPresent() ? SlaSearch.PROBES : 0);
        long longer = points.keySet().stream()
                .filter(id -> id.kind() == PointId.Kind.SEARCH && id.turn() >= SlaSearch.PROBES).count();
        return plan.sets() * plan.allConditions().size() * contenders.size() * each + (int) longer;
    }

    /** Whether loads are offered, beside the closed loop. */
    private boolean offered() {
        return plan.axis() == Axis.LOAD || plan.sla().isPresent();
    }

    private long seed(int set, int turn, int purpose) {
        return new SplittableRandom(plan.seed() + 1_000_003L * set + 10_007L * turn + purpose).nextLong();
    }
}
