package dev.regatta.race;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.GivenDatabase;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.ForkSource;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.WrongResults;
import dev.regatta.host.ChildProcess;
import dev.regatta.host.Closing;
import dev.regatta.host.CpuIdleBlocker;
import dev.regatta.host.HostLock;
import dev.regatta.host.Machine;
import dev.regatta.host.Placement;
import dev.regatta.inputs.ArmServer;
import dev.regatta.inputs.InputFacts;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;
import dev.regatta.recipe.Jdk;
import dev.regatta.settings.Settings;
import dev.regatta.untimed.ProfilingSlice;
import dev.regatta.untimed.UntimedSlices;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workloads;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The experiment on this machine. It holds the host's lock and keeps the CPUs awake from its start to its end.
 */
public final class ExperimentRunner implements Experiment {

    /** In flight per client CPU: with fewer the CPU idles between request and answer and hides losses. */
    private static final int CONNECTIONS_PER_CPU = 4;
    /** By default, on any machine: three arms at once stay within what a server accepts ({@code ServerSettings}). */
    private static final int MOST_CONNECTIONS = 60;

    private final Settings settings;
    private final Consumer<String> out;
    private final HostLock lock;
    private final CpuIdleBlocker idleBlocker;
    private final Placement placement;
    private final int connections;
    private final long seed;
    private final Jdk jdk;
    private final Forks forks;
    private final InputFacts inputs;
    private final RunningServers servers;
    private final Set<Path> namedFiles = new LinkedHashSet<>();
    private final Heartbeat heartbeat;
    private final long startNanos = Clock.nanos();
    private long untimedNanos;
    private Budget budget = new Budget(Duration.ofMinutes(20), 0);

    /**
     * Takes the host's lock and prepares to measure.
     *
     * @param jdk  the run time of clients that name no other
     * @param out  receives a line at a time for people
     * @param seed seed of every random choice
     * @throws RuntimeException with one sentence if another run holds the lock for too long
     */
    public ExperimentRunner(Settings settings, Jdk jdk, long seed, Consumer<String> out) {
        this(settings, jdk, seed, settings.latency().orElse(Duration.ZERO), Placement.detect(), out);
    }

    /**
     * The same for measurements that put servers further away than the settings do.
     *
     * @param farthest  what is added to a round trip at most: workers are waited for by so much longer
     * @param placement where workers and servers run
     */
    public ExperimentRunner(Settings settings, Jdk jdk, long seed, Duration farthest, Placement placement,
            Consumer<String> out) {
        Machine.require(Path.of("/"));
        this.settings = settings;
        this.jdk = jdk;
        this.seed = seed;
        this.out = out;
        this.placement = placement;
        this.connections = settings.connections()
                .orElse(Math.min(MOST_CONNECTIONS, CONNECTIONS_PER_CPU * Math.max(1, placement.clientCpus().size())));
        this.forks = new Forks(placement, settings.results().resolve("logs").toAbsolutePath(),
                new AnswerTimeouts(settings.watchdog(), farthest),
                settings.jvmOptions(), settings.encrypted());
        this.inputs = new InputFacts(settings.jvmOptions(), forks::copy);
        this.lock = HostLock.acquire(settings.lockWait(), out);
        try {
            forks.clearLogs();
            this.idleBlocker = CpuIdleBlocker.keep(CpuIdleBlocker.DEVICE);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
        this.heartbeat = new Heartbeat(out);
        this.servers = new RunningServers(settings, placement, jdk, forks, facts(), out);
        List<String> ignored = ChildProcess.ignored(System.getenv());
        if (!ignored.isEmpty()) {
            out.accept(String.join(", ", ignored) + (ignored.size() == 1
                    ? " is set; workers ignore it, because baselines do not record it"
                    : " are set; workers ignore them, because baselines do not record them"));
        }
    }

    /** What this run adds to the facts of the machine and of a database. */
    private Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>(Map.of(Fingerprint.PLACEMENT, placement.asFact(), "jvm.options",
                String.join(" ", settings.jvmOptions()), "connections", Integer.toString(connections), "cpu.idle",
                idleBlocker.asFact()));
        if (settings.jdks().isEmpty()) {
            facts.put(Fingerprint.JDK, Integer.toString(jdk.feature()));
        }
        settings.latency().ifPresent(longer -> facts.put(Fingerprint.LATENCY, RunningServers.words(longer)));
        if (settings.encrypted()) {
            facts.put(Fingerprint.TLS, "on");
        }
        return facts;
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int connections() {
        return connections;
    }

    @Override
    public void serve(ArmServer server) {
        servers.choose(server);
    }

    /**
     * Takes a server that a project gave for what is measured next on this database: empty for the one that the settings
     * name.
     */
    public void give(Dialect dialect, Optional<GivenDatabase.Place> place) {
        servers.give(dialect, place);
    }

    @Override
    public void expect(Race race) {
        CellId cell = race.cell();
        if (race.ofClients()) {
            // In real time a thread that wakes up waits for those that run, which changes what many threads cost beside few.
            forks.share();
        }
        forks.keepOnly(cell.database(), cell.client(), arms(race));
        forks.renew(1);
        arms(race).forEach((arm, setup) -> {
            try {
                forks.launch(cell.database(), client(cell, arm, setup), arm, 1, setup);
            } catch (MeasurementFailure e) {
                // The race starts it again, and says why it cannot.
            }
        });
    }

    @Override
    public Fingerprint fingerprint(ArmServer server) throws MeasurementFailure {
        return servers.of(server.form().dialect(), Optional.of(server)).fingerprint();
    }

    @Override
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return servers.of(dialect, Optional.empty()).fingerprint();
    }

    @Override
    public SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure {
        return servers.of(dialect, Optional.empty()).database().settings();
    }

    @Override
    public void allow(Duration time, int duels) {
        budget = new Budget(time, duels);
    }

    /** What is measured of a cell once its servers run. */
    private interface Measuring {
        /**
         * Measures it.
         *
         * @param most how long one arm may be counted and recorded
         */
        CellMeasurement of(CellRun run, Map<Arm, RunningServer> places, Duration most, String title)
                throws MeasurementFailure;
    }

    /** Where the servers of a race run. */
    private interface Serving {
        /** Starts those that do not run yet. */
        Map<Arm, RunningServer> places() throws MeasurementFailure;
    }

    @Override
    public CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells) {
        return measure(race, () -> servers(race), forks,
                places -> race.inputs(inputs, arm -> places.get(arm).database().facts()), stoppingRule, position, cells,
                (run, places, most, title) -> {
                    UntimedSlices untimed = new UntimedSlices(race.cell(), arm -> places.get(arm).place(),
                            inFlight(race), forks, seed, most, Clock::nanos);
                    // They start while operations are counted.
                    expect(race);
                    count(run, race, untimed, stoppingRule, title);
                    return withReadings(run.measure(), run, race, places, untimed, title);
                });
    }

    /**
     * Measures one cell whose forks come from elsewhere, as those of services do.
     *
     * @param others their source; they are killed after a failure
     * @param counting counts before anything is timed
     * @param beside CPU nanoseconds of what of theirs runs on the database's CPUs
     * @param depend what each arm depends on
     */
    public CellMeasurement measure(Race race, ForkSource others, Counting counting, LongSupplier beside,
            SortedMap<Arm, Inputs> depend, StoppingRule stoppingRule, int position, int cells) {
        return measure(race, () -> {
            RunningServer server = servers.watched(race.cell().database(), beside);
            Map<Arm, RunningServer> places = new EnumMap<>(Arm.class);
            arms(race).keySet().forEach(arm -> places.put(arm, server));
            return places;
        }, others, places -> depend, stoppingRule, position, cells,
                (run, places, most, title) -> {
                    heartbeat.now(title + "counting what both arms do");
                    Endpoint server = places.values().iterator().next().place().server();
                    know(run, aside(() -> counting.at(server)), race, stoppingRule, title,
                            "counted, now the times decide");
                    return run.measure().and(Untimed.counted(run.footprints()));
                });
    }

    /** Counts what no noise changes. */
    public interface Counting {
        /** What the operations of both arms do at this server. */
        Untimed at(Endpoint server) throws MeasurementFailure;
    }

    private CellMeasurement measure(Race race, Serving serving, ForkSource source,
            Function<Map<Arm, RunningServer>, SortedMap<Arm, Inputs>> depend, StoppingRule stoppingRule, int position,
            int cells, Measuring measuring) {
        CellId cell = race.cell();
        String title = "cell " + position + "/" + cells + " " + cell + ": ";
        try {
            Map<Arm, RunningServer> places = serving.places();
            for (RunningServer server : places.values()) {
                Optional<String> dead = server.death();
                if (dead.isPresent()) {
                    throw new MeasurementFailure(dead.get());
                }
            }
            if (budget.left().isZero()) {
                return nothing(race, Optional.empty());
            }
            CellBudget time = new CellBudget(
                    budget.cellEndNanos(cells - position + 1, race.baseline().isPresent()));
            CellRun run = new CellRun(race, Workloads.of(cell.workload()), arms(race), depend.apply(places), places,
                    inFlight(race), source, stoppingRule, seed, time,
                    standing -> heartbeat.now(title + standing + ", " + minutes() + " of the budget left"),
                    // Users wait for a duel, and counting both arms takes a while.
                    decision -> race.baseline().ifPresent(duel -> heartbeat.say(title + decision)));
            try {
                return measuring.of(run, places, time.untimed(arms(race).size()), title);
            } catch (MeasurementFailure e) {
                source.killAll();
                e.file().ifPresent(namedFiles::add);
                return run.soFar(Optional.of(withDeath(places.values(), e.getMessage())), false);
            }
        } catch (MeasurementFailure e) {
            e.file().ifPresent(namedFiles::add);
            return nothing(race, Optional.of(e.getMessage()));
        } finally {
            heartbeat.rest();
        }
    }

    /**
     * The names of the classes that each arm's worker loads until it has run operations; their database is started and
     * filled if it is not up yet.
     *
     * @param operations how many, one after another
     * @throws MeasurementFailure if they fail, or a JVM does not tell
     */
    public SortedMap<Arm, Set<String>> loadedClasses(Race race, int operations) throws MeasurementFailure {
        SortedMap<Arm, Set<String>> loaded = new TreeMap<>();
        Map<Arm, RunningServer> places = servers(race);
        for (Map.Entry<Arm, ArmSetup> entry : withoutTheWire(race).entrySet()) {
            loaded.put(entry.getKey(), forks.loaded(race.cell(), entry.getKey(), entry.getValue(),
                    places.get(entry.getKey()).endpoint(), inFlight(race), operations, seed));
        }
        return loaded;
    }

    /** What workers have instead of {@code entry} of a class path: of a folder a copy, made when this is first asked. */
    public Path copy(Path entry) {
        return forks.copy(entry);
    }

    /** Says what cells depend on, by the classes that the workers of this run have. */
    public InputFacts inputs() {
        return inputs;
    }

    /** Which CPUs clients and database run on. */
    public Placement placement() {
        return placement;
    }

    /** Where workers come from that share their CPUs with others, for loads of which each operation is due at its time. */
    public ForkSource sharingForks() {
        forks.share();
        return forks;
    }

    /**
     * The server of this database, with this much added to every round trip.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    public ObservedServer away(Dialect dialect, Duration latency) throws MeasurementFailure {
        return servers.away(dialect, latency);
    }

    /**
     * The same, watched together with what others of ours use on the database's CPUs.
     *
     * @param beside their CPU nanoseconds
     */
    public ObservedServer away(Dialect dialect, Duration latency, LongSupplier beside) throws MeasurementFailure {
        return servers.watched(servers.away(dialect, latency), beside);
    }

    /**
     * Reads what no noise changes while the forks of the first set start, and tells at once what decides by itself.
     *
     * @throws MeasurementFailure if results are wrong, or if clients do not encrypt although they were told to
     */
    private void count(CellRun run, Race race, UntimedSlices untimed, StoppingRule stoppingRule, String title)
            throws MeasurementFailure {
        Untimed exact = aside(() -> untimed.exact(withoutTheWire(race), what -> heartbeat.now(title + what)));
        Optional<Arm> readable = settings.encrypted() ? UntimedSlices.readable(exact) : Optional.empty();
        if (readable.isPresent()) {
            throw new MeasurementFailure("the " + readable.get() + " arm does not encrypt, although -D"
                    + Databases.TLS_PROPERTY
                    + "=true: its release does not know the driver's option for TLS of today, or an"
                    + " option turned it off; race it without TLS, or take a release that knows it");
        }
        know(run, exact, race, stoppingRule, title, untimed.givenUp(Arm.CANDIDATE)
                .map(why -> "the candidate could not be counted (" + why + "), now the times decide")
                .orElse("counted, now the times decide"));
    }

    /** Says what the counts decide, or {@code open} if they leave a race open. */
    private void know(CellRun run, Untimed exact, Race race, StoppingRule stoppingRule, String title, String open) {
        run.know(exact);
        stoppingRule.settled(run.soFar(Optional.empty(), false)).or(() -> race.baseline().map(duel -> open))
                .ifPresent(words -> heartbeat.say(title + words));
    }

    /** Adds what is read when timing is over. */
    private CellMeasurement withReadings(CellMeasurement timed, CellRun run, Race race, Map<Arm, RunningServer> places,
            UntimedSlices untimed, String title)
            throws MeasurementFailure {
        return aside(() -> timed.and(Untimed.counted(run.footprints()))
                .and(Untimed.counted(
                        untimed.pools(withoutTheWire(race), what -> heartbeat.now(title + what))))
                .and(profiles(race, places, untimed, title)));
    }

    /** What is read beside the timing. */
    private interface Aside<T> {
        T read() throws MeasurementFailure;
    }

    /** Counts how long it takes. */
    private <T> T aside(Aside<T> what) throws MeasurementFailure {
        long start = Clock.nanos();
        try {
            return what.read();
        } finally {
            untimedNanos += Clock.nanos() - start;
        }
    }

    /** Where the threads of each arm spend their time, if that was asked for. */
    private Untimed profiles(Race race, Map<Arm, RunningServer> places, UntimedSlices untimed, String title)
            throws WrongResults {
        if (!settings.profiles()) {
            return Untimed.NOTHING;
        }
        CellId cell = race.cell();
        List<Profile> profiles = new ArrayList<>();
        for (Map.Entry<Arm, ArmSetup> entry : withoutTheWire(race).entrySet()) {
            Arm arm = entry.getKey();
            heartbeat.now(title + "sampling the stacks of the " + arm);
            profiles.add(new ProfilingSlice(cell, Workloads.of(cell.workload()), places.get(arm).endpoint(),
                    inFlight(race),
                    forks, settings.results().resolve("jfr"), seed)
                    .of(arm, entry.getValue(), untimed.givenUp(arm)));
        }
        return new Untimed(List.of(), List.of(), profiles);
    }

    /** A measurement without pairs, because of {@code failure} or, if that is empty, because the budget was spent. */
    public CellMeasurement nothing(Race race, Optional<String> failure) {
        return new CellMeasurement(race.cell(), new Setup(race.candidate().recipe().recipe(), race.baselineRecipe(),
                inFlight(race), race.clients()), Timed.nothing(failure), Untimed.NOTHING);
    }

    private int inFlight(Race race) {
        return race.inFlight().orElse(connections);
    }

    /** A dead server explains a worker's error better than the error does. */
    private static String withDeath(Collection<RunningServer> servers, String failure) {
        return servers.stream().flatMap(server -> server.death().stream()).findFirst()
                .map(death -> RunningServers.explained(death, failure)).orElse(failure);
    }

    private String minutes() {
        return String.format(Locale.ROOT, "%.1f min", budget.left().toMillis() / 60_000.0);
    }

    /** Who runs as which arm, the raw wire on the run time of the client beside it. */
    private static SortedMap<Arm, ArmSetup> arms(Race race) {
        return race.arms(ArmSetup.ofTheWire(race.candidate().jdk()));
    }

    /** The same without the raw wire. */
    private static SortedMap<Arm, ArmSetup> withoutTheWire(Race race) {
        SortedMap<Arm, ArmSetup> arms = arms(race);
        arms.remove(Arm.REFERENCE);
        return arms;
    }

    /** The client that runs as {@code arm} of this cell. */
    static ClientId client(CellId cell, Arm arm, ArmSetup setup) {
        return arm == Arm.REFERENCE ? reference(cell.client()) : setup.client(cell);
    }

    /** The raw wire's name beside {@code client}. */
    static ClientId reference(ClientId client) {
        return client.jdk().map(ArmSetup.WIRE::on).orElse(ArmSetup.WIRE);
    }

    /** Where each arm races. */
    private Map<Arm, RunningServer> servers(Race race) throws MeasurementFailure {
        Map<Arm, RunningServer> each = new EnumMap<>(Arm.class);
        for (Arm arm : arms(race).keySet()) {
            RunningServer server = servers.holding(race.cell().database(), race.server(arm),
                    Workloads.of(race.cell().workload()).loginHold());
            if (Workloads.of(race.cell().workload()) instanceof PoolCycle cycle
                    && cycle.outage() == PoolCycle.Outage.ENDED
                    && DatabaseMode.EXTERNAL.id().equals(server.database().facts().get(Fingerprint.DATABASE_MODE))) {
                throw new MeasurementFailure(cycle.id()
                        + " ends sessions of its server, and yours may have those of others: race it without -Dregatta.url."
                        + race.cell().database().id()
                        + ", on a server that Regatta starts");
            }
            // The code of each arm makes tables of its own, and fills them.
            each.put(arm, OwnCode.is(race.cell().workload()) ? server.in("regatta_" + arm) : server);
        }
        return each;
    }

    @Override
    public Set<Path> namedFiles() {
        Set<Path> all = new LinkedHashSet<>(namedFiles);
        all.addAll(servers.namedFiles());
        return all;
    }

    /** Gives the host's lock back as well. */
    @Override
    public void close() {
        var endings = new Closing(out);
        endings.of("the heartbeat", heartbeat::close);
        if (untimedNanos > 0) {
            out.accept(String.format(Locale.ROOT, "counting and recording, untimed, took %.1f s, %.0f %% of the run",
                    untimedNanos / 1e9, 100.0 * untimedNanos / (Clock.nanos() - startNanos)));
        }
        endings.of("the workers", forks::close);
        servers.close(endings);
        endings.of("what keeps CPUs awake", idleBlocker::close);
        endings.of("the lock of timed runs", lock::close);
    }
}
