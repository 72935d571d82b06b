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
    /** So many starts tell how long one takes, with an interval. */
    private static final int STARTS = 10;
    /** How often the progress is told. */
    private static final long TELLING_NANOS = 10_000_000_000L;

    private final LoadBench bench;
    private final List<Contender> contenders;
    private final TurnTaking turns;
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
    private int started;
    private long startedNanos;
    private int toOpen;
    private int opened;
    private long openedNanos;
    private long told = Clock.nanos();

    /** Ends the measuring where its time is over. */
    private static final class TimeOver extends Exception {
        private static final long serialVersionUID = 1;
    }

    /**
     * A client at a setting.
     *
     * @param contender what runs; where sizes of a pool take turns it is named with its size
     */
    private record Entrant(Contender contender, ClientId client, Conditions conditions) {

        ClientId name() {
            return contender.client();
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
        this.contenders = List.copyOf(contenders);
        turns = new TurnTaking(plan, together(1).stream().flatMap(List::stream).map(Entrant::contender).distinct()
                .collect(Collectors.toMap(Contender::client, Function.identity(), (one, same) -> one,
                        LinkedHashMap::new)));
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
        var all = new Forecast.Work(allStarts(), planned(),
                plan.sets() * plan.allConditions().size() * contenders.size());
        out.accept(new Forecast(plan, new Forecast.Work(toStart(), missing(), toOpen), all).words(budget));
        try {
            starts();
            for (int set = 1; set <= plan.sets(); set++) {
                run(set);
            }
            if (!now.complete()) {
                now = complete();
            }
            while (wantsSets(now) && isTimeForASet()) {
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

    private boolean wantsSets(Facts now) {
        Exploration whole = known(now).whole();
        long wider = OpenRatio.of(whole).stream().filter(open -> open.ratio().isPresent()).count();
        if (wider > 0) {
            out.accept(
                    String.format(Locale.ROOT, "after %d sets %d of the ratios are wider than +-%.1f %%", plan.sets(),
                            wider, 100 * plan.within().orElseThrow()));
        }
        return OpenRatio.wantsSets(whole);
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
        if (!bench.starts()) {
            return;
        }
        List<Contender> order = new ArrayList<>(contenders);
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
        if (Clock.nanos() > end) {
            throw new TimeOver();
        }
        long begun = Clock.nanos();
        StartReading reading = bench.start(contender, number);
        started++;
        startedNanos += Clock.nanos() - begun;
        file.append(reading);
        starts.add(reading);
        tell(String.format(Locale.ROOT, "start %d/%d", starts.size(), allStarts()));
    }

    private int allStarts() {
        return bench.starts() ? STARTS * contenders.size() : 0;
    }

    private int toStart() {
        return allStarts() - starts.size();
    }

    private void run(int set) throws MeasurementFailure, TimeOver {
        open.clear();
        try (LoadSet forks = bench.set(set)) {
            for (List<Entrant> entrants : together(set)) {
                for (int turn = 0; turn < (offered() ? 1 : CLOSED_TURNS); turn++) {
                    measure(forks, new Turn(PointId.Kind.CLOSED, set, turn), all(entrants, 0));
                }
                if (plan.axis() == Axis.LOAD) {
                    loads(forks, set, entrants);
                }
                if (plan.sla().isPresent()) {
                    search(forks, set, entrants, plan.sla().get());
                }
                for (Entrant entrant : entrants) {
                    footprint(forks, entrant, set);
                }
            }
        }
    }

    /** Those that take turns: all clients at one setting after another, or at all settings where pools can all be open. */
    private List<List<Entrant>> together(int set) {
        List<Conditions> all = new ArrayList<>(plan.allConditions());
        if (plan.racesValues()) {
            return List.of(all.stream().flatMap(conditions -> contenders.stream().map(contender -> new Entrant(
                    contender.with(conditions.pool()), contender.client(), conditions))).toList());
        }
        Collections.shuffle(all, new Random(seed(set, 0, 0)));
        return all.stream().map(conditions -> contenders.stream()
                .map(contender -> new Entrant(contender, contender.client(), conditions)).toList()).toList();
    }

    /**
     * What is measured of all clients meanwhile.
     *
     * @param kind   of its points
     * @param number 0-based, of this kind
     */
    private record Turn(PointId.Kind kind, int set, int number) {

        PointId of(Entrant entrant) {
            return new PointId(entrant.client(), entrant.conditions(), kind, set, number);
        }
    }

    /** Two whose ratio is told: two clients at one setting, or a client at two settings. */
    private record Pairing(Entrant one, Entrant other) {

        private boolean ofClients() {
            return !one.client().equals(other.client());
        }

        boolean isOf(RatioReading reading, Turn turn) {
            return reading.client().equals(ofClients() ? one.client() : one.name())
                    && reading.other().equals(ofClients() ? other.client() : other.name())
                    && reading.conditions().equals(one.conditions()) && reading.set() == turn.set()
                    && reading.turn() == turn.number();
        }

        RatioReading of(Rounds rounds, Turn turn) {
            RatioReading ratio = rounds.ratio(one.name(), other.name(), one.conditions(), turn.set(), turn.number());
            return ofClients() ? ratio.between(one.client(), other.client()) : ratio;
        }
    }

    /**
     * A point of each client, whose short slices take turns; of closed loops also their ratios.
     *
     * @param rates of each client, in operations per second; 0 in a closed loop
     */
    private void measure(LoadSet forks, Turn turn, Map<Entrant, Double> rates) throws MeasurementFailure, TimeOver {
        boolean closed = turn.kind() == PointId.Kind.CLOSED;
        Map<Entrant, Double> missing = new LinkedHashMap<>(rates);
        missing.keySet().removeIf(entrant -> points.containsKey(turn.of(entrant)));
        List<Pairing> apart = closed ? apart(turn, rates.keySet()) : List.of();
        if (missing.isEmpty() && apart.isEmpty()) {
            return;
        }
        // A ratio wants the slices of both.
        Map<Entrant, Double> now = closed ? rates : missing;
        for (Entrant entrant : now.keySet()) {
            ready(forks, entrant, turn.set());
        }
        long begun = Clock.nanos();
        Rounds rounds = rounds(forks, turn, now);
        for (int again = 0; again < AGAIN && cold(rounds); again++) {
            rounds = rounds(forks, turn, now);
        }
        for (Map.Entry<Entrant, Double> entrant : missing.entrySet()) {
            keep(Point.of(turn.of(entrant.getKey()), entrant.getValue(), rounds.joined(entrant.getKey().name()),
                    bench.placement()));
        }
        for (Pairing pairing : apart) {
            RatioReading ratio = pairing.of(rounds, turn);
            file.append(ratio);
            ratios.add(ratio);
        }
        measured(missing.size(), begun, turn.set());
    }

    /** Those whose ratio is not known yet: to the first client at the same setting, and to the client's own first setting. */
    private List<Pairing> apart(Turn turn, Set<Entrant> entrants) {
        ClientId first = plan.clients().getFirst();
        Conditions smallest = plan.allConditions().getFirst();
        return entrants.stream().flatMap(one -> entrants.stream().filter(other -> !one.client().equals(first)
                && other.client().equals(first) && other.conditions().equals(one.conditions())
                || !one.conditions().equals(smallest) && other.client().equals(one.client())
                        && other.conditions().equals(smallest))
                .map(other -> new Pairing(one, other)))
                .filter(pairing -> ratios.stream().noneMatch(known -> pairing.isOf(known, turn))).toList();
    }

    private Rounds rounds(LoadSet forks, Turn turn, Map<Entrant, Double> rates) throws MeasurementFailure {
        long seed = seed(turn.set(), turn.number(), 10 + turn.kind().ordinal());
        if (turn.kind() == PointId.Kind.CLOSED) {
            return turns.closed(forks, rates.keySet().stream().map(Entrant::conditions)
                    .max(Comparator.comparingInt(Conditions::inFlight)).orElseThrow(), seed);
        }
        Map<ClientId, Double> named = new LinkedHashMap<>();
        rates.forEach((entrant, rate) -> named.put(entrant.name(), rate));
        return turns.offered(forks, named, longestNanos(turn, rates.keySet()), seed);
    }

    /** How long an operation takes at most that is of interest: the limit, or that of a closed loop. */
    private long longestNanos(Turn turn, Set<Entrant> entrants) {
        return plan.sla().map(sla -> sla.limit().toNanos()).orElseGet(() -> entrants.stream()
                .mapToLong(entrant -> closed(entrant, turn.set()).latencies().p50()).max().orElseThrow());
    }

    private boolean cold(Rounds rounds) {
        return rounds.slices().keySet().stream().anyMatch(client -> cold(rounds.joined(client)));
    }

    private void loads(LoadSet forks, int set, List<Entrant> entrants) throws MeasurementFailure, TimeOver {
        List<Double> rates = rates(entrants);
        List<Integer> turns = new ArrayList<>();
        for (int turn = 0; turn < rates.size(); turn++) {
            turns.add(turn);
        }
        Collections.shuffle(turns, new Random(seed(set, 0, 2)));
        for (int turn : turns) {
            measure(forks, new Turn(PointId.Kind.LOAD, set, turn), all(entrants, rates.get(turn)));
        }
    }

    /** The loads of all sets: those of the plan, or what follows from the first set; of 1/s where no operation ended well. */
    private List<Double> rates(List<Entrant> entrants) {
        if (!plan.values().isEmpty()) {
            return plan.values();
        }
        double most = Math.max(1,
                entrants.stream().mapToDouble(entrant -> closed(entrant, 1).achieved()).max().orElseThrow());
        var rates = new TreeSet<Double>();
        for (double share : SHARES) {
            rates.add(Double.parseDouble(String.format(Locale.ROOT, "%.2g", share * most)));
        }
        return List.copyOf(rates);
    }

    private Point closed(Entrant entrant, int set) {
        return points.get(new Turn(PointId.Kind.CLOSED, set, 0).of(entrant));
    }

    private void search(LoadSet forks, int set, List<Entrant> entrants, Sla sla) throws MeasurementFailure, TimeOver {
        Map<Entrant, SlaSearch> searches = new LinkedHashMap<>();
        entrants.forEach(entrant -> searches.put(entrant, new SlaSearch(closed(entrant, set).achieved())));
        for (int number = 0; searches.values().stream().anyMatch(search -> !search.over()); number++) {
            Map<Entrant, Double> next = new LinkedHashMap<>();
            searches.forEach((entrant, search) -> {
                if (!search.over()) {
                    next.put(entrant, search.next());
                }
            });
            var turn = new Turn(PointId.Kind.SEARCH, set, number);
            measure(forks, turn, next);
            for (Entrant entrant : next.keySet()) {
                Point probe = points.get(turn.of(entrant));
                searches.get(entrant).add(probe, sla);
            }
        }
    }

    private void footprint(LoadSet forks, Entrant entrant, int set) throws MeasurementFailure, TimeOver {
        if (footprints.stream().noneMatch(reading -> reading.client().equals(entrant.client())
                && reading.conditions().equals(entrant.conditions()) && reading.set() == set)) {
            ready(forks, entrant, set);
            var reading = new FootprintReading(entrant.client(), entrant.conditions(), set,
                    forks.footprint(entrant.contender(), seed(set, 0, 4)));
            file.append(reading);
            footprints.add(reading);
        }
    }

    /** The same load for all; 0 for closed loops. */
    private static Map<Entrant, Double> all(List<Entrant> entrants, double rate) {
        Map<Entrant, Double> rates = new LinkedHashMap<>();
        entrants.forEach(entrant -> rates.put(entrant, rate));
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
        tell(String.format(Locale.ROOT, "set %d/%d, point %d/%d", set, plan.sets(), points.size(), planned()));
    }

    /** Whether the JVM compiled so much that the client was not warm for this load. */
    private static boolean cold(LoadReading reading) {
        Slice slice = reading.offering().slice();
        return slice.compileMillis() * 1e6 > COMPILING * slice.windowNanos();
    }

    private void ready(LoadSet forks, Entrant entrant, int set) throws MeasurementFailure, TimeOver {
        if (Clock.nanos() > end) {
            throw new TimeOver();
        }
        if (!entrant.conditions().equals(open.get(entrant.contender()))) {
            long begun = Clock.nanos();
            forks.open(entrant.contender(), plan.workload(), entrant.conditions(), offered(), seed(set, 0, 5));
            open.put(entrant.contender(), entrant.conditions());
            toOpen--;
            opened++;
            openedNanos += Clock.nanos() - begun;
        }
    }

    /** Tells now and then how far this is, and how long the rest takes. */
    private void tell(String progress) {
        if (Clock.nanos() - told > TELLING_NANOS) {
            told = Clock.nanos();
            out.accept(progress + ", about " + minutesLeft() + " min left");
        }
    }

    /** Points and openings are told apart: a set begins with all its openings, and its points follow fast. */
    private long minutesLeft() {
        return Forecast.minutes(starting() * toStart() + point() * missing() + opening() * Math.max(0, toOpen));
    }

    /** What starting a service on its own takes. */
    private double starting() {
        return started == 0 ? Forecast.START_NANOS : (double) startedNanos / started;
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
