package dev.regatta.experiment;

import dev.regatta.host.CpuIdleBlocker;
import dev.regatta.host.CpuMeter;
import dev.regatta.host.Machine;
import dev.regatta.host.HostLock;
import dev.regatta.host.ChildProcess;
import dev.regatta.database.Database;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.load.Clock;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The experiment on this machine. It holds the host's lock and keeps the CPUs awake from its start to its end.
 */
public final class ExperimentRunner implements Experiment {

    /** The raw-wire client, as its forks are named. */
    static final ClientId REFERENCE = new ClientId("wire", Threading.PLATFORM);
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
    private final Map<Dialect, ArmServer> chosen = new EnumMap<>(Dialect.class);
    private final Map<Place, RunningServer> servers = new LinkedHashMap<>();
    /** The same servers behind a relay, by the time that it adds to every round trip. */
    private final Map<Duration, RunningServer> distant = new LinkedHashMap<>();
    private final Set<Path> namedFiles = new LinkedHashSet<>();
    private final AtomicLong forksNanos = new AtomicLong();
    private final Heartbeat heartbeat;
    private final long startNanos = Clock.nanos();
    private long untimedNanos;
    private Budget budget = new Budget(Duration.ofMinutes(20));

    /** A server of a database: the given one, or the one that the settings name if empty. */
    private record Place(Dialect dialect, Optional<ArmServer> server) {}

    /**
     * Takes the host's lock and prepares to measure.
     *
     * @param jdk  the run time of clients that name no other
     * @param out  receives a line at a time for people
     * @param seed seed of every random choice
     * @throws RuntimeException with one sentence if another run holds the lock for too long
     */
    public ExperimentRunner(Settings settings, Jdk jdk, long seed, Consumer<String> out) {
        Machine.require(Path.of("/"));
        this.settings = settings;
        this.inputs = new InputFacts(settings.jvmOptions());
        this.jdk = jdk;
        this.seed = seed;
        this.out = out;
        this.placement = Placement.detect();
        this.connections = settings.connections()
                .orElse(Math.min(MOST_CONNECTIONS, CONNECTIONS_PER_CPU * Math.max(1, placement.clientCpus().size())));
        this.forks = new Forks(placement, settings.results().resolve("logs").toAbsolutePath(),
                new AnswerTimeouts(settings.watchdog(), settings.latency().orElse(Duration.ZERO)),
                settings.jvmOptions());
        this.lock = HostLock.acquire(settings.lockWait(), out);
        try {
            forks.clearLogs();
            this.idleBlocker = CpuIdleBlocker.keep(CpuIdleBlocker.DEVICE);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
        this.heartbeat = new Heartbeat(out);
        List<String> ignored = ChildProcess.ignored(System.getenv());
        if (!ignored.isEmpty()) {
            out.accept(String.join(", ", ignored) + (ignored.size() == 1
                    ? " is set; workers ignore it, because baselines do not record it"
                    : " are set; workers ignore them, because baselines do not record them"));
        }
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
    public synchronized void serve(ArmServer server) {
        Dialect dialect = server.form().dialect();
        if (server.equals(chosen.get(dialect))) {
            return;
        }
        if (servers.containsKey(place(dialect, Optional.empty()))) {
            throw new IllegalStateException(
                    dialect + " already runs in this session and cannot be replaced by " + server);
        }
        chosen.put(dialect, server);
    }

    @Override
    public Fingerprint fingerprint(ArmServer server) throws MeasurementFailure {
        return server(server.form().dialect(), Optional.of(server)).fingerprint();
    }

    @Override
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return server(dialect, Optional.empty()).fingerprint();
    }

    @Override
    public SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure {
        return server(dialect, Optional.empty()).database().settings();
    }

    @Override
    public void allow(Duration time) {
        budget = new Budget(time);
    }

    @Override
    public CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells) {
        CellId cell = race.cell();
        String title = "cell " + position + "/" + cells + " " + cell + ": ";
        try {
            Map<Arm, RunningServer> places = servers(race);
            for (RunningServer server : places.values()) {
                Optional<String> dead = server.death();
                if (dead.isPresent()) {
                    throw new MeasurementFailure(dead.get());
                }
            }
            if (budget.left().isZero()) {
                return nothing(race, Optional.empty());
            }
            forks.keepOnly(cell.database(), cell.client(), arms(race));
            long end = budget.cellEndNanos(cells - position + 1);
            CellRun run = new CellRun(race, Workloads.of(cell.workload()), arms(race),
                    inputs.of(race, arm -> places.get(arm).database().facts()), places, connections, forks,
                    stoppingRule,
                    seed,
                    new CellBudget(end),
                    standing -> heartbeat.now(title + standing + ", " + minutes() + " of the budget left"),
                    // Users wait for a duel, and counting both arms takes a while.
                    decision -> race.baseline().ifPresent(duel -> heartbeat.say(title + decision)));
            try {
                return withReadings(run.measure(), run, race, places, title);
            } catch (MeasurementFailure e) {
                forks.killAll();
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

    /** Where load is offered to clients of this database. */
    public LoadBench bench(Dialect dialect) {
        return new LoadBench() {
            @Override
            public Placement placement() {
                return placement;
            }

            @Override
            public Fingerprint fingerprint() throws MeasurementFailure {
                return ExperimentRunner.this.fingerprint(dialect);
            }

            @Override
            public LoadStage stage(int number) {
                return new ForkedLoadStage(dialect, number, forks, latency -> away(dialect, latency));
            }
        };
    }

    /** The server of this database, with this much added to every round trip. */
    private synchronized RunningServer away(Dialect dialect, Duration latency) throws MeasurementFailure {
        RunningServer near = server(dialect, Optional.empty());
        if (latency.isZero()) {
            return near;
        }
        RunningServer known = distant.get(latency);
        if (known == null) {
            LatencyRelay relay = LatencyRelay.to(near.database().endpoint(), latency, placement, jdk,
                    settings.results().resolve("logs").resolve(dialect.id() + "-relay-" + latency.toNanos() / 1000
                            + "us.log").toAbsolutePath());
            known = new RunningServer(near.database(), Optional.of(relay),
                    near.fingerprint().with(Map.of(Fingerprint.LATENCY, words(latency))),
                    observer(dialect, near.database(), Optional.of(relay)));
            distant.put(latency, known);
        }
        return known;
    }

    /** Adds what is read when timing is over; it does not use up the budget. */
    private CellMeasurement withReadings(CellMeasurement timed, CellRun run, Race race, Map<Arm, RunningServer> places,
            String title)
            throws WrongResults {
        long start = Clock.nanos();
        try {
            CellMeasurement counted = withUntimed(withFootprints(timed, run), race, places, title);
            return withProfiles(counted, race, places, title);
        } finally {
            long spent = Clock.nanos() - start;
            untimedNanos += spent;
            budget.putOff(spent);
        }
    }

    /** Adds what the warm forks occupy. */
    private CellMeasurement withFootprints(CellMeasurement measurement, CellRun run) {
        try {
            return measurement.counted(run.footprints());
        } catch (MeasurementFailure e) {
            // Their state is unknown.
            forks.killAll();
            return measurement
                    .counted(List.of(UntimedSlices.absent(Arm.CANDIDATE, FootprintSlice.READ, e.getMessage())));
        }
    }

    /** Adds what untimed slices of each arm say. */
    private CellMeasurement withUntimed(CellMeasurement measurement, Race race, Map<Arm, RunningServer> places,
            String title)
            throws WrongResults {
        return new UntimedSlices(race.cell(), arm -> places.get(arm).database(),
                arm -> places.get(arm).endpoint(),
                connections, forks, seed)
                .added(measurement, withoutTheWire(race), what -> heartbeat.now(title + what));
    }

    /** Adds where the threads of each arm spend their time, if that was asked for. */
    private CellMeasurement withProfiles(CellMeasurement measurement, Race race, Map<Arm, RunningServer> places,
            String title)
            throws WrongResults {
        if (!settings.profiles()) {
            return measurement;
        }
        CellId cell = race.cell();
        List<Profile> profiles = new ArrayList<>();
        for (Map.Entry<Arm, ArmSetup> entry : withoutTheWire(race).entrySet()) {
            Arm arm = entry.getKey();
            heartbeat.now(title + "sampling the stacks of the " + arm);
            profiles.add(new ProfilingSlice(cell, Workloads.of(cell.workload()), places.get(arm).endpoint(),
                    connections,
                    forks, settings.results().resolve("jfr"), seed).of(arm, entry.getValue()));
        }
        return measurement.profiled(profiles);
    }

    /** A measurement without pairs, because of {@code failure} or, if that is empty, because the budget was spent. */
    private CellMeasurement nothing(Race race, Optional<String> failure) {
        return new CellMeasurement(race.cell(), race.candidate().recipe().recipe(), race.baselineRecipe(), connections,
                0, List.of(), List.of(), failure,
                failure.isEmpty());
    }

    /** A dead server explains a worker's error better than the error does. */
    private static String withDeath(Collection<RunningServer> servers, String failure) {
        return servers.stream().flatMap(server -> server.death().stream()).findFirst()
                .map(death -> explained(death, failure)).orElse(failure);
    }

    private static String explained(String death, String failure) {
        return death + " (seen as: " + failure + ")";
    }

    private String minutes() {
        return String.format(Locale.ROOT, "%.1f min", budget.left().toMillis() / 60_000.0);
    }

    /** Who runs as which arm, the raw wire on the run time of the client beside it. */
    private static SortedMap<Arm, ArmSetup> arms(Race race) {
        return race.arms(reference(race.candidate().jdk()));
    }

    /** The same without the raw wire. */
    private static SortedMap<Arm, ArmSetup> withoutTheWire(Race race) {
        SortedMap<Arm, ArmSetup> arms = arms(race);
        arms.remove(Arm.REFERENCE);
        return arms;
    }

    private static ArmSetup reference(Jdk jdk) {
        return ArmSetup.of(new ResolvedRecipe(new Recipe(REFERENCE.stack(), List.of(), new TreeMap<>()), List.of()),
                jdk);
    }

    /** The raw wire's name beside {@code client}. */
    static ClientId reference(ClientId client) {
        return client.jdk().map(REFERENCE::on).orElse(REFERENCE);
    }

    /** Where each arm races. */
    private Map<Arm, RunningServer> servers(Race race) throws MeasurementFailure {
        Map<Arm, RunningServer> each = new EnumMap<>(Arm.class);
        for (Arm arm : arms(race).keySet()) {
            each.put(arm, server(race.cell().database(), race.server(arm)));
        }
        return each;
    }

    private Place place(Dialect dialect, Optional<ArmServer> own) {
        return new Place(dialect, own.or(() -> Optional.ofNullable(chosen.get(dialect))));
    }

    private synchronized RunningServer server(Dialect dialect, Optional<ArmServer> own) throws MeasurementFailure {
        Place place = place(dialect, own);
        RunningServer server = servers.get(place);
        if (server == null) {
            try {
                server = start(place);
            } catch (MeasurementFailure e) {
                e.file().ifPresent(namedFiles::add);
                throw e;
            } catch (IllegalStateException e) {
                throw new MeasurementFailure(e.getMessage(), e);
            }
            servers.put(place, server);
        }
        return server;
    }

    private RunningServer start(Place place) throws MeasurementFailure {
        Dialect dialect = place.dialect();
        Database database = place.server().isPresent()
                ? place.server().get().start(placement, out)
                : Databases.start(dialect, settings.databaseMode(), placement, settings::get, out);
        Optional<LatencyRelay> latencyRelay;
        try {
            fill(dialect, database);
            latencyRelay = latencyRelay(dialect, database);
        } catch (MeasurementFailure e) {
            Optional<String> dead = database.death();
            database.close();
            throw dead.isPresent() ? new MeasurementFailure(explained(dead.get(), e.getMessage()), e) : e;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        out.accept(database.describe() + settings.latency().map(longer -> ", " + words(longer) + " away").orElse(""));
        Map<String, String> ours = new TreeMap<>(Map.of(Fingerprint.PLACEMENT, placement.asFact(), "jvm.options",
                String.join(" ", settings.jvmOptions()), "connections", Integer.toString(connections), "cpu.idle",
                idleBlocker.asFact()));
        if (settings.jdks().isEmpty()) {
            ours.put(Fingerprint.JDK, Integer.toString(jdk.feature()));
        }
        settings.latency().ifPresent(longer -> ours.put(Fingerprint.LATENCY, words(longer)));
        Fingerprint fingerprint = new Fingerprint(new TreeMap<>(Machine.facts(Path.of("/")))).with(database.facts())
                .with(ours);
        return new RunningServer(database, latencyRelay, fingerprint, observer(dialect, database, latencyRelay));
    }

    private Observer observer(Dialect dialect, Database database, Optional<LatencyRelay> latencyRelay) {
        return new Observer(new CpuMeter(Path.of("/")), database::cpuNanos, placement,
                () -> latencyRelay.map(LatencyRelay::cpuNanos).orElse(0L) + othersNanos(dialect, database),
                forksNanos);
    }

    /** CPU nanoseconds of the other servers of this database, which run beside {@code database} in a duel. */
    private long othersNanos(Dialect dialect, Database database) {
        return servers.entrySet().stream().filter(entry -> entry.getKey().dialect() == dialect).map(Map.Entry::getValue)
                .filter(server -> server.database() != database)
                .mapToLong(RunningServer::cpuNanos).sum();
    }

    private Optional<LatencyRelay> latencyRelay(Dialect dialect, Database database) throws MeasurementFailure {
        String log = dialect.id() + "-relay" + (servers.isEmpty() ? "" : "-" + (servers.size() + 1)) + ".log";
        return settings.latency().isEmpty()
                ? Optional.empty()
                : Optional.of(LatencyRelay.to(database.endpoint(), settings.latency().get(), placement, jdk,
                        settings.results().resolve("logs").resolve(log).toAbsolutePath()));
    }

    private static String words(Duration latency) {
        long micros = latency.toNanos() / 1000;
        return micros % 1000 == 0 ? micros / 1000 + " ms" : micros + " us";
    }

    private void fill(Dialect dialect, Database database) throws MeasurementFailure {
        Fork clerk = forks.of(dialect, REFERENCE, Arm.REFERENCE, 1, reference(jdk));
        clerk.sql(database.endpoint(), World.statements(dialect));
        List<String> proof = clerk.sql(database.endpoint(), List.of(World.proof())).getFirst();
        if (!proof.equals(World.expectedProof())) {
            throw new MeasurementFailure("the dataset on " + database.endpoint() + " has (rows, sum) = " + proof
                    + " where " + World.expectedProof() + " was expected: the database is not usable for measuring");
        }
    }

    @Override
    public Set<Path> namedFiles() {
        return Set.copyOf(namedFiles);
    }

    /** Gives the host's lock back as well. */
    @Override
    public void close() {
        var endings = new Endings(out);
        endings.of("the heartbeat", heartbeat::close);
        if (untimedNanos > 0) {
            out.accept(String.format(Locale.ROOT, "counting and recording, untimed, took %.1f s, %.0f %% of the run",
                    untimedNanos / 1e9, 100.0 * untimedNanos / (Clock.nanos() - startNanos)));
        }
        endings.of("the workers", forks::close);
        distant.values().forEach(server -> server.latencyRelay().ifPresent(
                relay -> endings.of("the relay that adds latency", relay::close)));
        servers.values().forEach(server -> endings.of(server.name(), server::close));
        servers.clear();
        endings.of("what keeps CPUs awake", idleBlocker::close);
        endings.of("the lock of timed runs", lock::close);
    }
}
