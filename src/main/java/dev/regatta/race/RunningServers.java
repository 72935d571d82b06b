package dev.regatta.race;

import dev.regatta.database.Database;
import dev.regatta.database.Databases;
import dev.regatta.database.GivenDatabase;
import dev.regatta.database.ListenAddress;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Closing;
import dev.regatta.host.CpuMeter;
import dev.regatta.host.Machine;
import dev.regatta.host.Placement;
import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.recipe.Jdk;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.World;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The servers of a run: each is started and filled when it is first asked for, and stays until the run ends. */
final class RunningServers {

    private final Settings settings;
    private final Placement placement;
    private final Jdk jdk;
    private final Forks forks;
    private final Map<String, String> facts;
    private final Consumer<String> out;
    private final Map<Dialect, ArmServer> chosen = new EnumMap<>(Dialect.class);
    private final Map<Dialect, GivenDatabase.Place> given = new EnumMap<>(Dialect.class);
    private final Map<Place, RunningServer> servers = new LinkedHashMap<>();
    /** The same servers behind a relay. */
    private final Map<Way, RunningServer> distant = new LinkedHashMap<>();
    /** Each has a log of its own, as those that ended keep theirs. */
    private int relays;
    private final Set<Path> namedFiles = new LinkedHashSet<>();
    private final AtomicLong forksNanos = new AtomicLong();

    /** A server of a database: that of an arm, or one that a project gave, or the one that the settings name. */
    private record Place(Dialect dialect, Optional<ArmServer> server, Optional<GivenDatabase.Place> given) {}

    /** A longer way to a server, with the time that is added to every round trip and that for which a log-in is held. */
    private record Way(Place place, Duration latency, Duration login) {}

    /**
     * No server runs yet.
     *
     * @param jdk   the run time of relays and of the worker that fills a database
     * @param forks starts that worker
     * @param facts what the run adds to those of the machine and of a database
     * @param out   receives a line at a time for people
     */
    RunningServers(Settings settings, Placement placement, Jdk jdk, Forks forks, Map<String, String> facts,
            Consumer<String> out) {
        this.settings = settings;
        this.placement = placement;
        this.jdk = jdk;
        this.forks = forks;
        this.facts = Map.copyOf(facts);
        this.out = out;
    }

    /**
     * Takes this server for its database, instead of the one that the settings name.
     *
     * @throws IllegalStateException if another one runs already
     */
    synchronized void choose(ArmServer server) {
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

    /**
     * Takes a server that a project gave for this database, until another one is given: empty for the one that the
     * settings name. One is used at a time, for two may be the same server.
     */
    synchronized void give(Dialect dialect, Optional<GivenDatabase.Place> place) {
        GivenDatabase.Place before = given.get(dialect);
        if (place.equals(Optional.ofNullable(before))) {
            return;
        }
        if (before != null) {
            end(with -> with.given().filter(before::equals).isPresent());
        }
        given.remove(dialect);
        place.ifPresent(now -> given.put(dialect, now));
    }

    /** Ends servers, and first the relays to them. */
    private void end(Predicate<Place> which) {
        distant.entrySet().removeIf(way -> {
            boolean gone = which.test(way.getKey().place());
            if (gone) {
                way.getValue().latencyRelay().ifPresent(LatencyRelay::close);
            }
            return gone;
        });
        servers.entrySet().removeIf(server -> {
            boolean gone = which.test(server.getKey());
            if (gone) {
                server.getValue().close();
            }
            return gone;
        });
    }

    /** The server of this database, with this much added to every round trip. */
    synchronized RunningServer away(Dialect dialect, Duration latency) throws MeasurementFailure {
        return latency.isZero()
                ? of(dialect, Optional.empty())
                : behind(dialect, Optional.empty(), latency, Duration.ZERO);
    }

    /** The given server of a database, or if empty the chosen one, behind a relay that holds log-ins for this long. */
    synchronized RunningServer holding(Dialect dialect, Optional<ArmServer> own, Duration login)
            throws MeasurementFailure {
        return login.isZero()
                ? of(dialect, own)
                : behind(dialect, own, settings.latency().orElse(Duration.ZERO), login);
    }

    /**
     * The chosen server of a database, watched together with what others of ours use on its CPUs.
     *
     * @param beside their CPU nanoseconds
     */
    synchronized RunningServer watched(Dialect dialect, LongSupplier beside) throws MeasurementFailure {
        return watched(of(dialect, Optional.empty()), beside);
    }

    /**
     * A server that is watched together with others of ours on its CPUs: what they use bounds an arm as what it uses does, and
     * is told as one.
     */
    RunningServer watched(RunningServer known, LongSupplier beside) {
        Database database = known.database();
        Supplier<OptionalLong> both = () -> {
            OptionalLong server = database.cpuNanos();
            return server.isPresent() ? OptionalLong.of(server.getAsLong() + beside.getAsLong()) : server;
        };
        return new RunningServer(database, known.latencyRelay(), known.fingerprint(),
                new Observer(new CpuMeter(Path.of("/")), both, placement,
                        known::relayNanos, new AtomicLong()));
    }

    private RunningServer behind(Dialect dialect, Optional<ArmServer> own, Duration latency, Duration login)
            throws MeasurementFailure {
        RunningServer near = of(dialect, own);
        Way way = new Way(place(dialect, own), latency, login);
        RunningServer known = distant.get(way);
        if (known == null) {
            LatencyRelay relay = relay(dialect, near.database(), latency, login);
            known = told(dialect, near.database(), Optional.of(relay), () -> latency.isZero()
                    ? near.fingerprint()
                    : near.fingerprint().with(Map.of(Fingerprint.LATENCY, words(latency))));
            distant.put(way, known);
        }
        return known;
    }

    private Place place(Dialect dialect, Optional<ArmServer> own) {
        return new Place(dialect, own.or(() -> Optional.ofNullable(chosen.get(dialect))),
                Optional.ofNullable(given.get(dialect)));
    }

    /**
     * The given server of a database, or if empty the chosen one; it is started when it is first asked for.
     *
     * @throws MeasurementFailure with one sentence if it does not start or cannot be filled
     */
    synchronized RunningServer of(Dialect dialect, Optional<ArmServer> own) throws MeasurementFailure {
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
        Database database = database(place);
        try {
            if (place.given().isEmpty()) {
                fill(dialect, database);
            }
            return told(dialect, database, latencyRelay(dialect, database), () -> {
                out.accept(database.describe()
                        + settings.latency().map(longer -> ", " + words(longer) + " away").orElse(""));
                return new Fingerprint(new TreeMap<>(Machine.facts(Path.of("/")))).with(database.facts()).with(facts);
            });
        } catch (MeasurementFailure e) {
            Optional<String> dead = database.death();
            database.close(e);
            throw dead.isPresent() ? new MeasurementFailure(explained(dead.get(), e.getMessage()), e) : e;
        } catch (RuntimeException e) {
            database.close(e);
            throw e;
        }
    }

    /** A server with what is known of it. If that cannot be found out, its relay is ended. */
    private RunningServer told(Dialect dialect, Database database, Optional<LatencyRelay> relay,
            Supplier<Fingerprint> fingerprint) {
        try {
            return new RunningServer(database, relay, fingerprint.get(), observer(dialect, database, relay));
        } catch (RuntimeException e) {
            relay.ifPresent(LatencyRelay::close);
            throw e;
        }
    }

    private Database database(Place place) {
        if (place.given().isPresent()) {
            return Databases.given(place.given().get(), placement, out);
        }
        return place.server().isPresent()
                ? place.server().get().start(ListenAddress.of(settings::get), placement, out)
                : Databases.start(place.dialect(), settings.databaseMode(), placement, settings::get, out);
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
        return settings.latency().isEmpty()
                ? Optional.empty()
                : Optional.of(relay(dialect, database, settings.latency().get(), Duration.ZERO));
    }

    private LatencyRelay relay(Dialect dialect, Database database, Duration latency, Duration login)
            throws MeasurementFailure {
        String log = dialect.id() + "-relay-" + latency.toNanos() / 1000 + "us"
                + (login.isZero() ? "" : "-login-" + login.toMillis() + "ms")
                + (++relays == 1 ? "" : "-" + relays) + ".log";
        return LatencyRelay.to(database.endpoint(), latency, login, placement, jdk,
                settings.results().resolve("logs").resolve(log).toAbsolutePath());
    }

    /** A latency in words. */
    static String words(Duration latency) {
        long micros = latency.toNanos() / 1000;
        return micros % 1000 == 0 ? micros / 1000 + " ms" : micros + " us";
    }

    private void fill(Dialect dialect, Database database) throws MeasurementFailure {
        Fork clerk = forks.of(dialect, ArmSetup.WIRE, Arm.REFERENCE, 1, ArmSetup.ofTheWire(jdk));
        clerk.sql(database.endpoint(), World.statements(dialect));
        List<String> proof = clerk.sql(database.endpoint(), List.of(World.proof())).getFirst();
        if (!proof.equals(World.expectedProof())) {
            throw new MeasurementFailure("the dataset on " + database.endpoint() + " has (rows, sum) = " + proof
                    + " where " + World.expectedProof() + " was expected: the database is not usable for measuring");
        }
    }

    /** A failure with the death that explains it better. */
    static String explained(String death, String failure) {
        return death + " (seen as: " + failure + ")";
    }

    /** Files that failures named. */
    Set<Path> namedFiles() {
        return namedFiles;
    }

    /** Ends relays and servers. */
    void close(Closing endings) {
        distant.values().forEach(server -> server.latencyRelay().ifPresent(
                relay -> endings.of("the relay that adds latency", relay::close)));
        servers.values().forEach(server -> endings.of(server.name().product(), server::close));
        distant.clear();
        servers.clear();
    }
}
