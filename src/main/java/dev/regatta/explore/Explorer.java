package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Clock;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timetable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Measures what a plan asks for, and nothing that the record has already. In every set the clients take turns
 * point by point, in random order and with the same operations due at the same times, so that what disturbs the machine
 * disturbs all.
 */
public final class Explorer {

    /** Loads that are not given, as shares of what the fastest client carries in a closed loop. */
    private static final double[] SHARES = {0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9, 1.0};
    /** Turns of a closed loop in each set. */
    private static final int CLOSED_TURNS = 3;
    /** A point is measured so many times again while the JVM still compiles; the last one counts. */
    private static final int AGAIN = 3;
    /** The share of a point's time that compiling may take, on the client's CPUs or others. */
    private static final double COMPILING = 0.1;
    /** Slices that take turns are as long at least: what begins anew in each is then a small part of it. */
    private static final long LEAST_SLICE_NANOS = 25_000_000;
    /** So many rounds a turn has at least, however long its slices are. */
    private static final int FEWEST_ROUNDS = 4;
    /** How often the progress is told. */
    private static final long TELLING_NANOS = 10_000_000_000L;

    private final LoadBench bench;
    private final Plan plan;
    private final Map<ClientId, Contender> contenders = new LinkedHashMap<>();
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
                closed(forks, set, conditions, offered() ? 1 : CLOSED_TURNS);
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

    private void closed(LoadSet forks, int set, Conditions conditions, int turns)
            throws MeasurementFailure, TimeOver {
        for (int turn = 0; turn < turns; turn++) {
            if (offered() || contenders.size() == 1) {
                for (ClientId client : shuffled(set, turn, 1)) {
                    point(forks, new PointId(client, conditions, PointId.Kind.CLOSED, set, turn), 0);
                }
            } else {
                together(forks, set, conditions, turn);
            }
        }
    }

    /** One turn of all clients, whose short slices take turns: a point of each, and their ratios to the first. */
    private void together(LoadSet forks, int set, Conditions conditions, int turn)
            throws MeasurementFailure, TimeOver {
        Map<ClientId, PointId> ids = new LinkedHashMap<>();
        contenders.keySet().forEach(
                client -> ids.put(client, new PointId(client, conditions, PointId.Kind.CLOSED, set, turn)));
        ClientId first = plan.clients().getFirst();
        // What was interrupted between its points and its ratios is measured again: without a ratio the points of a turn
        // are as far apart as any.
        List<ClientId> untold = contenders.keySet().stream().filter(client -> !client.equals(first))
                .filter(client -> ratios.stream().noneMatch(reading -> reading.client().equals(client)
                        && reading.conditions().equals(conditions) && reading.set() == set && reading.turn() == turn))
                .toList();
        if (untold.isEmpty() && points.keySet().containsAll(ids.values())) {
            return;
        }
        for (ClientId client : contenders.keySet()) {
            ready(forks, client, conditions, set);
        }
        long begun = Clock.nanos();
        ClosedRounds rounds = rounds(forks, set, conditions, turn);
        for (int again = 0; again < AGAIN && cold(rounds); again++) {
            rounds = rounds(forks, set, conditions, turn);
        }
        for (ClientId client : contenders.keySet()) {
            if (!points.containsKey(ids.get(client))) {
                keep(Point.of(ids.get(client), 0, rounds.joined(client), bench.placement()));
            }
        }
        for (ClientId client : untold) {
            RatioReading ratio = rounds.ratio(client, first, conditions, set, turn);
            file.append(ratio);
            ratios.add(ratio);
        }
        measured(contenders.size(), begun, ids.get(first));
    }

    private boolean cold(ClosedRounds rounds) {
        return contenders.keySet().stream().anyMatch(client -> cold(rounds.joined(client)));
    }

    private ClosedRounds rounds(LoadSet forks, int set, Conditions conditions, int turn) throws MeasurementFailure {
        Map<ClientId, List<LoadReading>> slices = new HashMap<>();
        contenders.keySet().forEach(client -> slices.put(client, new ArrayList<>()));
        var random = new SplittableRandom(seed(set, turn, 1));
        // Not counted: it tells how long a slice must be.
        double slowest = Double.POSITIVE_INFINITY;
        for (ClientId client : contenders.keySet()) {
            slowest = Math.min(slowest, forks.closed(contenders.get(client), LEAST_SLICE_NANOS, random.nextLong())
                    .offering().slice().throughput());
        }
        long nanos = Math.max(LEAST_SLICE_NANOS, Timetable.sliceNanos(conditions.inFlight(), slowest));
        List<ClientId> order = new ArrayList<>(contenders.keySet());
        for (long round = Math.max(FEWEST_ROUNDS, plan.pointNanos() / nanos); round > 0; round--) {
            Collections.shuffle(order, new Random(random.nextLong()));
            // The same operations for all clients.
            long seed = random.nextLong();
            for (ClientId client : order) {
                slices.get(client).add(forks.closed(contenders.get(client), nanos, seed));
            }
        }
        return new ClosedRounds(slices);
    }

    private void loads(LoadSet forks, int set, Conditions conditions) throws MeasurementFailure, TimeOver {
        List<Double> rates = rates(conditions);
        List<Integer> turns = new ArrayList<>();
        for (int turn = 0; turn < rates.size(); turn++) {
            turns.add(turn);
        }
        Collections.shuffle(turns, new Random(seed(set, 0, 2)));
        for (int turn : turns) {
            for (ClientId client : shuffled(set, turn, 2)) {
                point(forks, new PointId(client, conditions, PointId.Kind.LOAD, set, turn), rates.get(turn));
            }
        }
    }

    /** The loads of all sets: those of the plan, or what follows from the first set. */
    private List<Double> rates(Conditions conditions) {
        if (!plan.values().isEmpty()) {
            return plan.values();
        }
        double most = contenders.keySet().stream().mapToDouble(client -> capacity(client, conditions, 1)).max()
                .orElseThrow();
        var rates = new TreeSet<Double>();
        for (double share : SHARES) {
            rates.add(Double.parseDouble(String.format(Locale.ROOT, "%.2g", share * most)));
        }
        return List.copyOf(rates);
    }

    private double capacity(ClientId client, Conditions conditions, int set) {
        return points.get(new PointId(client, conditions, PointId.Kind.CLOSED, set, 0)).achieved();
    }

    private void search(LoadSet forks, int set, Conditions conditions, Sla sla)
            throws MeasurementFailure, TimeOver {
        Map<ClientId, SlaSearch> searches = new HashMap<>();
        contenders.keySet()
                .forEach(client -> searches.put(client, new SlaSearch(capacity(client, conditions, set))));
        for (int turn = 0; searches.values().stream().anyMatch(search -> !search.over()); turn++) {
            for (ClientId client : shuffled(set, turn, 3)) {
                SlaSearch search = searches.get(client);
                if (!search.over()) {
                    Point probe = point(forks, new PointId(client, conditions, PointId.Kind.SEARCH, set, turn),
                            search.next());
                    search.add(probe.rate(), probe.within(sla), probe.onTime());
                }
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

    private List<ClientId> shuffled(int set, int turn, int purpose) {
        List<ClientId> order = new ArrayList<>(contenders.keySet());
        Collections.shuffle(order, new Random(seed(set, turn, purpose)));
        return order;
    }

    private Point point(LoadSet forks, PointId id, double rate) throws MeasurementFailure, TimeOver {
        Point known = points.get(id);
        if (known != null) {
            return known;
        }
        ready(forks, id.client(), id.conditions(), id.set());
        Contender contender = contenders.get(id.client());
        long begun = Clock.nanos();
        // The same for all clients.
        long seed = seed(id.set(), id.turn(), 10 + id.kind().ordinal());
        LoadReading reading = reading(forks, contender, id.kind(), rate, seed);
        for (int again = 0; again < AGAIN && cold(reading); again++) {
            reading = reading(forks, contender, id.kind(), rate, seed);
        }
        Point point = keep(Point.of(id, rate, reading, bench.placement()));
        measured(1, begun, id);
        return point;
    }

    private Point keep(Point point) throws MeasurementFailure {
        if (point.wrong() > 0) {
            throw new MeasurementFailure(point.id().client() + " returned wrong results for " + point.wrong()
                    + " operations of " + plan.workload() + ": " + point.problem());
        }
        file.append(point);
        points.put(point.id(), point);
        return point;
    }

    private void measured(int more, long begun, PointId last) {
        fresh += more;
        freshNanos += Clock.nanos() - begun;
        if (Clock.nanos() - told > TELLING_NANOS) {
            tell(last);
        }
    }

    private LoadReading reading(LoadSet forks, Contender contender, PointId.Kind kind, double rate, long seed)
            throws MeasurementFailure {
        if (kind == PointId.Kind.CLOSED) {
            return forks.closed(contender, plan.pointNanos(), seed);
        }
        long window = (long) (plan.pointNanos()
                * Math.clamp(Forecast.FEWEST_OPERATIONS / rate * 1e9 / plan.pointNanos(), 1, Forecast.LONGEST));
        long dropped = plan.pointNanos() / Forecast.DROPPED;
        return forks.offer(contender, rate, plan.arrivals(), dropped + window, dropped, seed);
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

    private void tell(PointId id) {
        told = Clock.nanos();
        out.accept(String.format(Locale.ROOT, "set %d/%d, point %d/%d, about %d min left", id.set(), plan.sets(),
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
