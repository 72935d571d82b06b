package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Clock;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Slice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
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
    /** No exploration adds sets to more than these: each takes a minute or more, and the next tells little more. */
    private static final int MOST_SETS = 24;
    /** So many starts tell how long one takes, with an interval. */
    private static final int STARTS = 10;
    /** How often the progress is told. */
    private static final long TELLING_NANOS = 10_000_000_000L;

    private final LoadBench bench;
    private final Map<ClientId, Contender> contenders = new LinkedHashMap<>();
    private final TurnTaking turns;
    /** Where sizes of a pool take turns: every size of every client. */
    private final Map<Contender, Pool> pools = new LinkedHashMap<>();
    private final ExplorationFile file;
    private final Consumer<String> out;
    private final Facts facts;
    private final Map<PointId, Point> points = new LinkedHashMap<>();
    private final List<FootprintReading> footprints = new ArrayList<>();
    private final List<RatioReading> ratios = new ArrayList<>();
    private final List<StartReading> starts = new ArrayList<>();
    private final Map<Contender, Conditions> open = new HashMap<>();
    private final Duration budget;
    private final long end;
    /** Its sets grow where some are added. */
    private Plan plan;
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

    /** A client with a size of its pool. */
    private record Pool(ClientId client, Conditions conditions) {

        ClientId name() {
            return client.with(conditions.pool());
        }

        PointId point(int set, int turn) {
            return new PointId(client, conditions, PointId.Kind.CLOSED, set, turn);
        }
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
        if (plan.racesValues()) {
            plan.allConditions().forEach(conditions -> contenders.forEach(contender -> pools.put(
                    contender.with(conditions.pool()), new Pool(contender.client(), conditions))));
        }
        turns = new TurnTaking(plan, pools.isEmpty()
                ? this.contenders
                : pools.keySet().stream().collect(Collectors.toMap(Contender::client, Function.identity())));
        known.points().forEach(point -> points.put(point.id(), point));
        footprints.addAll(known.footprints());
        ratios.addAll(known.ratios());
        starts.addAll(known.starts());
        toOpen = plan.sets() * plan.allConditions().size() * this.contenders.size()
                - (int) footprints.stream().filter(reading -> reading.set() <= plan.sets()).count();
    }

    /**
     * Measures until the plan is complete or the time is over.
     *
     * @throws MeasurementFailure if something cannot be measured; what was measured until then is in the file
     */
    public Exploration run() throws MeasurementFailure {
        Facts now = facts;
        var all = new Forecast.Work(planned(), plan.sets() * plan.allConditions().size() * contenders.size());
        out.accept(new Forecast(plan, new Forecast.Work(missing(), toOpen), all).words(budget));
        try {
            starts();
            for (int set = 1; set <= plan.sets(); set++) {
                run(set);
            }
            if (!now.complete()) {
                now = complete();
            }
            while (isOpen(now) && plan.sets() < MOST_SETS && isTimeForASet()) {
                plan = plan.with(plan.sets() + 1);
                toOpen += plan.allConditions().size() * contenders.size();
                run(plan.sets());
                now = complete();
            }
        } catch (TimeOver e) {
            out.accept("the time is over with " + points.size() + " points measured: --resume goes on");
        }
        return known(now).whole();
    }

    private Facts complete() {
        Facts now = facts.completed(plan);
        file.append(now);
        return now;
    }

    private Exploration known(Facts now) {
        return new Exploration(now, List.copyOf(points.values()), footprints, ratios, starts);
    }

    private boolean isOpen(Facts now) {
        List<OpenRatio> open = OpenRatio.of(known(now).whole());
        if (!open.isEmpty()) {
            out.accept(
                    String.format(Locale.ROOT, "after %d sets %d of the ratios are wider than +-%.1f %%", plan.sets(),
                            open.size(), 100 * plan.within().orElseThrow()));
        }
        return !open.isEmpty();
    }

    /** A set that is not measured to its end says nothing. */
    private boolean isTimeForASet() {
        double openings = plan.allConditions().size() * contenders.size() * opening();
        double each = openings + (double) planned() / plan.sets() * point();
        boolean enough = Clock.nanos() + each <= end;
        if (!enough) {
            out.accept(String.format(Locale.ROOT, "another set takes about %d min, more than the budget has left:"
                    + " --resume goes on", Forecast.minutes(each)));
        }
        return enough;
    }

    /** Of each contender that is started on its own, in rounds in random order. */
    private void starts() throws MeasurementFailure, TimeOver {
        List<Contender> order = new ArrayList<>(contenders.values());
        for (int number = 1; number <= STARTS; number++) {
            Collections.shuffle(order, new Random(seed(0, number, 6)));
            for (Contender contender : order) {
                start(contender, number);
            }
        }
    }

    private void start(Contender contender, int number) throws MeasurementFailure, TimeOver {
        if (starts.stream().anyMatch(
                known -> known.client().equals(contender.client()) && known.number() == number)) {
            return;
        }
        Optional<StartReading> reading = bench.start(contender, number);
        if (reading.isPresent()) {
            file.append(reading.get());
            starts.add(reading.get());
            if (Clock.nanos() > end) {
                throw new TimeOver();
            }
        }
    }

    private void run(int set) throws MeasurementFailure, TimeOver {
        open.clear();
        try (LoadSet forks = bench.set(set)) {
            if (!pools.isEmpty()) {
                pools(forks, set);
                return;
            }
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

    /** All sizes of all pools are open at once. */
    private void pools(LoadSet forks, int set) throws MeasurementFailure, TimeOver {
        for (int turn = 0; turn < CLOSED_TURNS; turn++) {
            pools(forks, set, turn);
        }
        for (Map.Entry<Contender, Pool> pool : pools.entrySet()) {
            footprint(forks, pool.getKey(), pool.getValue().client(), pool.getValue().conditions(), set);
        }
    }

    private void pools(LoadSet forks, int set, int turn) throws MeasurementFailure, TimeOver {
        List<Pool> missing = pools.values().stream().filter(pool -> !points.containsKey(pool.point(set, turn)))
                .toList();
        if (missing.isEmpty() && ratios.stream().filter(ratio -> ratio.set() == set && ratio.turn() == turn)
                .count() == ratiosOfPools()) {
            return;
        }
        for (Map.Entry<Contender, Pool> pool : pools.entrySet()) {
            ready(forks, pool.getKey(), pool.getValue().conditions(), set);
        }
        long begun = Clock.nanos();
        Conditions largest = plan.allConditions().stream().max(Comparator.comparingInt(Conditions::inFlight))
                .orElseThrow();
        long seed = seed(set, turn, 10 + PointId.Kind.CLOSED.ordinal());
        Rounds rounds = turns.closed(forks, largest, seed);
        for (int again = 0; again < AGAIN && cold(rounds); again++) {
            rounds = turns.closed(forks, largest, seed);
        }
        for (Pool pool : missing) {
            keep(Point.of(pool.point(set, turn), 0, rounds.joined(pool.name()), bench.placement()));
        }
        for (Pool pool : pools.values()) {
            ratios(rounds, pool, set, turn);
        }
        measured(missing.size(), begun, set);
    }

    /** To the first client with a pool of this size, and to its own pool of the first size. */
    private void ratios(Rounds rounds, Pool pool, int set, int turn) {
        ClientId first = plan.clients().getFirst();
        int smallest = plan.allConditions().getFirst().pool();
        if (!pool.client().equals(first)) {
            told(rounds.ratio(pool.name(), first.with(pool.conditions().pool()), pool.conditions(), set, turn)
                    .between(pool.client(), first));
        }
        if (pool.conditions().pool() != smallest) {
            told(rounds.ratio(pool.name(), pool.client().with(smallest), pool.conditions(), set, turn));
        }
    }

    private int ratiosOfPools() {
        int clients = plan.clients().size();
        int sizes = plan.allConditions().size();
        return (clients - 1) * sizes + clients * (sizes - 1);
    }

    /** Keeps a ratio, unless that of the same turn is known. */
    private void told(RatioReading ratio) {
        if (ratios.stream().noneMatch(ratio::isAgain)) {
            file.append(ratio);
            ratios.add(ratio);
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
            ready(forks, contenders.get(client), turn.conditions(), turn.set());
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
            told(rounds.ratio(client, plan.clients().getFirst(), turn.conditions(), turn.set(), turn.number()));
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
        for (Contender contender : contenders.values()) {
            footprint(forks, contender, contender.client(), conditions, set);
        }
    }

    private void footprint(LoadSet forks, Contender contender, ClientId client, Conditions conditions, int set)
            throws MeasurementFailure, TimeOver {
        if (footprints.stream().noneMatch(reading -> reading.client().equals(client)
                && reading.conditions().equals(conditions) && reading.set() == set)) {
            ready(forks, contender, conditions, set);
            var reading = new FootprintReading(client, conditions, set, forks.footprint(contender, seed(set, 0, 4)));
            file.append(reading);
            footprints.add(reading);
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

    private void ready(LoadSet forks, Contender contender, Conditions conditions, int set)
            throws MeasurementFailure, TimeOver {
        if (Clock.nanos() > end) {
            throw new TimeOver();
        }
        if (!conditions.equals(open.get(contender))) {
            long begun = Clock.nanos();
            forks.open(contender, conditions.setting(plan.workload()), offered(), seed(set, 0, 5));
            open.put(contender, conditions);
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
        return Forecast.minutes(point() * missing() + opening() * Math.max(0, toOpen));
    }

    /** What a point takes, from those that were measured now. */
    private double point() {
        return fresh == 0 ? plan.pointNanos() * (1 + 1.0 / Forecast.DROPPED) : (double) freshNanos / fresh;
    }

    /** What starting a client takes. */
    private double opening() {
        return opened == 0 ? Forecast.OPENING_NANOS : (double) openedNanos / opened;
    }

    /** How many points are not measured yet. Of a set that is added later some may be. */
    private int missing() {
        return planned() - (int) points.keySet().stream().filter(id -> id.set() <= plan.sets()).count();
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
