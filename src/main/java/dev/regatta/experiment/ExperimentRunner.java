package dev.regatta.experiment;

import dev.regatta.database.Database;
import dev.regatta.database.Databases;
import dev.regatta.database.Placement;
import dev.regatta.load.Clock;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pinning;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A measuring session: the databases, the forks and the budget of one run. Holds the host's lock from its start to its
 * end; a database starts with the first cell that needs it and lives as long as the session.
 */
public final class ExperimentRunner implements AutoCloseable {

    /** The raw-wire client, as its forks are named. */
    static final ClientId REFERENCE = new ClientId("wire", Threading.PLATFORM);
    /** In flight per client CPU: with fewer the CPU idles between request and answer and hides losses. */
    private static final int CONNECTIONS_PER_CPU = 4;

    private final Settings settings;
    private final Consumer<String> out;
    private final HostLock lock;
    private final Placement placement;
    private final int connections;
    private final long seed;
    private final Jdk jdk;
    private final Forks forks;
    private final Map<Dialect, Server> servers = new EnumMap<>(Dialect.class);
    private final Heartbeat heartbeat;
    private Budget budget = new Budget(Duration.ofMinutes(20));

    /** A started and filled database with what is known of it. */
    private record Server(Database database, Fingerprint fingerprint, Observer observer) {}

    /**
     * Takes the host's lock and prepares to measure.
     *
     * @param jdk  the run time of clients that name no other
     * @param out  receives a line at a time for people
     * @param seed seed of every random choice
     * @throws RuntimeException with one sentence if another run holds the lock for too long
     */
    public ExperimentRunner(Settings settings, Jdk jdk, long seed, Consumer<String> out) {
        this.settings = settings;
        this.jdk = jdk;
        this.seed = seed;
        this.out = out;
        this.placement = Placement.detect();
        this.connections = settings.connections()
                .orElse(CONNECTIONS_PER_CPU * Math.max(1, placement.clientCpus().size()));
        this.lock = HostLock.acquire(settings.lockWait(), out);
        this.forks = new Forks(placement, settings.results().resolve("logs").toAbsolutePath(),
                settings.watchdog());
        this.heartbeat = new Heartbeat(out);
    }

    /** The seed of every random choice. */
    public long seed() {
        return seed;
    }

    /** Connections, and operations in flight, of every arm. */
    public int connections() {
        return connections;
    }

    /**
     * The environment of measurements on this database, which is started and filled if it is not up yet.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return server(dialect).fingerprint();
    }

    /**
     * The settings this project gave the server of this database, empty when they are the server's own.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    public SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure {
        return server(dialect).database().settings();
    }

    /** Starts the clock of the time that may be spent measuring. */
    public void allow(Duration time) {
        budget = new Budget(time);
    }

    /**
     * Measures one cell. A failure while measuring is part of the answer, with what had been measured until then.
     *
     * @param race     who takes part
     * @param referee  decides when to stop
     * @param position 1-based number of this cell in the run
     * @param cells    how many cells the run has
     */
    public CellMeasurement measure(Race race, Referee referee, int position, int cells) {
        CellId cell = race.cell();
        String title = "cell " + position + "/" + cells + " " + cell + ": ";
        try {
            Server server = server(cell.database());
            Optional<String> dead = server.database().death();
            if (dead.isPresent()) {
                throw new MeasurementFailure(dead.get());
            }
            if (budget.left().isZero()) {
                return nothing(race, Optional.empty());
            }
            forks.keepOnly(cell.database(), cell.client(), arms(race).values());
            long end = budget.cellEndNanos(cells - position + 1);
            CellRun run = new CellRun(race, Workloads.of(cell.workload()), arms(race), server.database().endpoint(),
                    connections, forks, server.observer(), referee, seed, () -> Clock.nanos() > end,
                    standing -> heartbeat.now(title + standing + ", " + minutes() + " of the budget left"));
            try {
                return withProfiles(withPinning(run.measure(), race, server, title), race, server, title);
            } catch (MeasurementFailure e) {
                forks.killAll();
                return run.soFar(Optional.of(withDeath(server, e.getMessage())), false);
            }
        } catch (MeasurementFailure e) {
            return nothing(race, Optional.of(e.getMessage()));
        } finally {
            heartbeat.rest();
        }
    }

    /** Adds what an untimed slice of each arm says of its virtual threads; it does not use up the budget. */
    private CellMeasurement withPinning(CellMeasurement measurement, Race race, Server server, String title) {
        CellId cell = race.cell();
        if (!cell.client().onVirtualThreads()) {
            return measurement;
        }
        long start = Clock.nanos();
        PinningSlice slice = new PinningSlice(cell, Workloads.of(cell.workload()), server.database().endpoint(),
                connections, forks, seed);
        List<Pinning> readings = new ArrayList<>();
        arms(race).forEach((arm, contender) -> {
            if (arm != Arm.REFERENCE) {
                heartbeat.now(title + "recording the pinned threads of the " + arm);
                readings.add(slice.of(arm, contender));
            }
        });
        budget.putOff(Clock.nanos() - start);
        return measurement.with(readings);
    }

    /** Adds where the threads of each arm spend their time, if that was asked for; it does not use up the budget. */
    private CellMeasurement withProfiles(CellMeasurement measurement, Race race, Server server, String title) {
        if (!settings.profiles()) {
            return measurement;
        }
        CellId cell = race.cell();
        long start = Clock.nanos();
        ProfilingSlice slice = new ProfilingSlice(cell, Workloads.of(cell.workload()), server.database().endpoint(),
                connections, forks, settings.results().resolve("jfr"), seed);
        List<Profile> profiles = new ArrayList<>();
        arms(race).forEach((arm, contender) -> {
            if (arm != Arm.REFERENCE) {
                heartbeat.now(title + "sampling the stacks of the " + arm);
                profiles.add(slice.of(arm, contender));
            }
        });
        budget.putOff(Clock.nanos() - start);
        return measurement.profiled(profiles);
    }

    /** The measurement that did not take place, because of a failure or else of the budget. */
    private CellMeasurement nothing(Race race, Optional<String> failure) {
        return new CellMeasurement(race.cell(), race.candidate().recipe().recipe(), race.baselineRecipe(), connections,
                0, List.of(), List.of(), failure,
                failure.isEmpty());
    }

    /** A dead server explains a worker's error better than the error does. */
    private static String withDeath(Server server, String failure) {
        return server.database().death().map(death -> death + " (seen as: " + failure + ")").orElse(failure);
    }

    private String minutes() {
        return String.format(java.util.Locale.ROOT, "%.1f min", budget.left().toMillis() / 60_000.0);
    }

    /** Who runs as which arm, the raw wire on the run time of the client beside it. */
    private static SortedMap<Arm, Contender> arms(Race race) {
        return race.arms(reference(race.candidate().jdk()));
    }

    private static Contender reference(Jdk jdk) {
        return Contender.of(new ResolvedRecipe(new Recipe(REFERENCE.stack(), List.of(), new TreeMap<>()), List.of()),
                jdk);
    }

    /** The raw wire's name beside {@code client}. */
    static ClientId reference(ClientId client) {
        return client.jdk().map(REFERENCE::on).orElse(REFERENCE);
    }

    private synchronized Server server(Dialect dialect) throws MeasurementFailure {
        Server server = servers.get(dialect);
        if (server == null) {
            server = start(dialect);
            servers.put(dialect, server);
        }
        return server;
    }

    private Server start(Dialect dialect) throws MeasurementFailure {
        Database database = Databases.start(dialect, settings.databaseMode(), placement, settings::get, out);
        try {
            fill(dialect, database);
        } catch (MeasurementFailure | RuntimeException e) {
            database.close();
            throw e;
        }
        out.accept(database.describe());
        Fingerprint fingerprint = new Fingerprint(new TreeMap<>(Machine.facts(Path.of("/")))).with(database.facts())
                .with(Map.of(Fingerprint.PLACEMENT, placement.asFact(), "jvm.options",
                        String.join(" ", Forks.JVM_OPTIONS), "connections", Integer.toString(connections)))
                .with(settings.jdks().isEmpty()
                        ? Map.of(Fingerprint.JDK, Integer.toString(jdk.feature()))
                        : Map.of());
        return new Server(database, fingerprint, new Observer(database, placement));
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

    /** Ends the forks and the databases, removes what they left, and gives the host's lock back. */
    @Override
    public void close() {
        heartbeat.close();
        forks.close();
        servers.values().forEach(server -> server.database().close());
        servers.clear();
        lock.close();
    }
}
