package dev.regatta.database;

import dev.regatta.client.OwnCodeDatabase;
import dev.regatta.client.wire.Admin;
import dev.regatta.client.wire.ServerError;
import dev.regatta.host.Bounded;
import dev.regatta.host.ExitHook;
import dev.regatta.host.Placement;
import dev.regatta.host.ProcessTree;
import dev.regatta.host.Scheduling;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A server that a project's test gave, with settings of its own; closing it leaves it running. What races there is a
 * project's own code, in databases that begin as copies of the given one. If the server is in a container of an engine
 * on this kernel, it is reached at the bridge's address and bound to the database's CPUs, until it is closed.
 */
public final class GivenDatabase implements Database {

    /** The fact {@code database.mode}: nobody can ask for it with a setting. */
    private static final String MODE = "given";
    private static final Duration COPYING = Duration.ofMinutes(5);
    private static final Duration DROPPING = Duration.ofMinutes(1);
    private static final List<String> OURS = List.of(OwnCodeDatabase.TEMPLATE, "regatta_candidate",
            "regatta_baseline");

    private final Place place;
    private final OwnDatabase database;
    private final Product product;
    private final Box box;
    private final Consumer<String> notice;
    private final Thread releaseAtExit;

    /**
     * What was given.
     *
     * @param endpoint  the database
     * @param container the id of the container that it is in, if it is in one
     * @param by        what gave it, for people
     */
    public record Place(Endpoint endpoint, Optional<String> container, String by) {}

    private GivenDatabase(Place place, OwnDatabase database, Product product, Box box, Consumer<String> notice) {
        this.place = place;
        this.database = database;
        this.product = product;
        this.box = box;
        this.notice = notice;
        releaseAtExit = ExitHook.of("regatta-release-given", box::release);
    }

    /**
     * Takes a server and copies the given database for the arms.
     *
     * @throws IllegalStateException in one sentence, if it cannot be reached, or its user may not make databases
     */
    static GivenDatabase take(Place place, Placement placement, Consumer<String> notice) {
        if (place.endpoint().database().equals(OwnDatabase.NAME)) {
            throw new IllegalStateException("the database that " + place.by() + " gave is named " + OwnDatabase.NAME
                    + ", as Regatta's own: give it another name");
        }
        try {
            Box box = Box.of(place, placement, notice);
            if (box.id().isPresent() && place.endpoint().dialect() == Dialect.MARIADB) {
                allow(box);
            }
            OwnDatabase database = OwnDatabase.take(box.endpoint());
            try {
                String version = database.version();
                if (place.endpoint().dialect() == Dialect.MARIADB && !version.contains("MariaDB")) {
                    throw new IllegalStateException("the server that " + place.by() + " gave is no MariaDB, it is "
                            + version);
                }
                OwnDatabase.bounded(box.endpoint(), COPYING, () -> {
                    OwnCodeDatabase.copy(database.endpoint(), place.endpoint().database(), OwnCodeDatabase.TEMPLATE);
                    return database;
                });
                var given = new GivenDatabase(place, database,
                        Product.of(place.endpoint().dialect(), Optional.of(version)), box.placed(), notice);
                Runtime.getRuntime().addShutdownHook(given.releaseAtExit);
                return given;
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (IllegalStateException e) {
            throw new IllegalStateException(unusable(place) + e.getMessage(), e);
        } catch (DockerException e) {
            throw new IllegalStateException(unusable(place) + DockerEngine.rootCause(e), e);
        }
    }

    private static String unusable(Place place) {
        return "the database that " + place.by() + " gave, " + place.endpoint() + ", cannot be used: ";
    }

    /** Where it cannot be allowed, the server says what is missing when one is made. */
    private static void allow(Box box) {
        try {
            String[] user = OwnDatabase.bounded(box.endpoint(), OwnDatabase.ANSWER, () -> {
                try (Admin theirs = Admin.connect(box.endpoint())) {
                    return theirs.run("SELECT CURRENT_USER()").getFirst().getFirst().split("@(?=[^@]*$)");
                }
            });
            ContainerDatabase.grant(box.engine().orElseThrow(), box.id().orElseThrow(),
                    "'" + user[0].replace("'", "''") + "'@'" + user[1] + "'");
        } catch (IllegalStateException e) {
            // It is reached once more, with a sentence.
        }
    }

    @Override
    public Endpoint endpoint() {
        return database.endpoint();
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>(Map.of(Fingerprint.DATABASE_MODE, MODE,
                Fingerprint.NETWORK_PATH, box.path(), SETTINGS_FACT, "the server's own", SCHEDULING_FACT,
                Scheduling.fact(box.scheduling())));
        product.version().ifPresent(version -> facts.put(Fingerprint.DATABASE_VERSION, product.toString()));
        return Map.copyOf(facts);
    }

    @Override
    public Optional<ProcessTree> processes() {
        return box.tree();
    }

    @Override
    public Optional<String> death() {
        return box.life().flatMap(ContainerLife::end).map(end -> describe() + " " + end).or(database::lost);
    }

    @Override
    public String describe() {
        return product + " given by " + place.by() + box.id().map(id -> ", container " + id.substring(0, 12)).orElse("")
                + ", " + endpoint().host() + ":" + endpoint().port() + " (" + box.path()
                + "), with settings of its own, "
                + box.cpus();
    }

    /** Removes what was made on it. */
    @Override
    public void close() {
        OURS.forEach(this::drop);
        database.close();
        box.release();
        ExitHook.remove(releaseAtExit);
    }

    private void drop(String name) {
        try {
            OwnDatabase.bounded(endpoint(), DROPPING, () -> {
                OwnCodeDatabase.drop(endpoint(), name);
                return name;
            });
        } catch (IllegalStateException e) {
            // Where the server is gone, so is the database.
            if (e instanceof Bounded.Silence || e.getCause() instanceof ServerError) {
                notice.accept("the database " + name + " stays on the server that " + place.by()
                        + " gave, as it cannot be dropped: " + e.getMessage());
            }
        }
    }

    /**
     * Where a container is reached. No port of it leads to the given one where the project's tests count their calls as
     * well: there is the relay of {@code DatabaseCalls}, in the test JVM, and a race through it would time that too.
     */
    static Endpoint withoutRelay(Endpoint given, Map<ExposedPort, Ports.Binding[]> bindings) {
        if (bindings.values().stream().anyMatch(all -> leadsTo(all, given.port()))) {
            return given;
        }
        return bindings.entrySet().stream()
                .filter(entry -> entry.getKey().getPort() == ContainerDatabase.port(given.dialect()))
                .map(Map.Entry::getValue).filter(all -> all != null && all.length > 0).findFirst()
                .map(all -> new Endpoint(given.dialect(), given.host(), Integer.parseInt(all[0].getHostPortSpec()),
                        given.database(), given.user(), given.password()))
                .orElse(given);
    }

    private static boolean leadsTo(Ports.Binding[] bindings, int port) {
        return bindings != null && bindings.length > 0
                && bindings[0].getHostPortSpec().equals(Integer.toString(port));
    }

    /**
     * The container around it.
     *
     * @param id       empty where there is none, or its engine does not answer
     * @param endpoint where the given database is best reached
     * @param path     how
     * @param cpus     where it runs, for people
     * @param earlier  what binds it again as before, if it was bound
     * @param tree     its processes, where they can be seen
     * @param scheduling how it is scheduled, if from here
     */
    private record Box(Optional<String> id, Optional<DockerEngine> engine, Placement placement, Endpoint endpoint,
            String path, String cpus, Optional<String> earlier, Optional<ProcessTree> tree,
            Optional<ContainerLife> life, Optional<Scheduling> scheduling) {

        static Box of(Place place, Placement placement, Consumer<String> notice) {
            if (place.container().isEmpty()) {
                return outside(place, "and no container is known: its CPUs are not placed");
            }
            if (!(DockerEngine.find() instanceof DockerEngine.Presence.Answering(DockerEngine engine))) {
                return outside(place, "and its engine does not answer: its CPUs are not placed");
            }
            String id = place.container().get();
            InspectContainerResponse state = engine.ask(() -> engine.client().inspectContainerCmd(id).exec());
            Map<ExposedPort, Ports.Binding[]> bindings = state.getNetworkSettings().getPorts().getBindings();
            Endpoint mapped = withoutRelay(place.endpoint(), bindings);
            Optional<Endpoint> bridge = bindings.entrySet().stream()
                    .filter(entry -> leadsTo(entry.getValue(), mapped.port())).findFirst()
                    .flatMap(entry -> ContainerDatabase.bridge(mapped, entry.getKey().getPort(), state));
            return new Box(Optional.of(id), Optional.of(engine), placement, bridge.orElse(mapped),
                    ContainerDatabase.path(bridge, ListenAddress.LOOPBACK), "", Optional.empty(), Optional.empty(),
                    Optional.of(new ContainerLife(engine, id, () -> "", notice, DockerEngine.ANSWER)),
                    Optional.empty());
        }

        private static Box outside(Place place, String why) {
            return new Box(Optional.empty(), Optional.empty(), Placement.NONE, place.endpoint(),
                    ExternalDatabase.path(place.endpoint()), "on CPUs unknown, " + why, Optional.empty(),
                    Optional.empty(), Optional.empty(), Optional.empty());
        }

        /** The same on the database's CPUs, unless the project placed it. */
        Box placed() {
            if (id.isEmpty()) {
                return this;
            }
            InspectContainerResponse state = state();
            Optional<Long> root = ContainerDatabase.root(engine.get(), state);
            Optional<ProcessTree> seen = root.map(pid -> new ProcessTree(Path.of("/proc"), pid));
            String theirs = Optional.ofNullable(state.getHostConfig().getCpusetCpus()).orElse("");
            if (!engine.get().local()) {
                return with("its engine is not on this kernel: its CPUs are not placed", Optional.empty(), seen,
                        Optional.empty());
            }
            // A container that is reused has all of them since the run before.
            if (!theirs.isEmpty() && !theirs.equals(Placement.list(placement.all()))) {
                return with("on CPU " + theirs + ", as its test placed it", Optional.empty(), seen, Optional.empty());
            }
            if (placement.databaseCpus().isEmpty()) {
                return with(Databases.cpus(placement), Optional.empty(), seen, Optional.empty());
            }
            try {
                bind(Placement.list(placement.databaseCpus()));
            } catch (RuntimeException e) {
                return with("its CPUs are not placed, as its engine refuses it (" + DockerEngine.rootCause(e) + ")",
                        Optional.empty(), seen, Optional.empty());
            }
            return with(Databases.cpus(placement), Optional.of(Placement.list(placement.all())), seen,
                    root.flatMap(Scheduling::ofRunningServer));
        }

        private Box with(String where, Optional<String> before, Optional<ProcessTree> seen,
                Optional<Scheduling> scheduling) {
            return new Box(id, engine, placement, endpoint, path, where, before, seen, life, scheduling);
        }

        private InspectContainerResponse state() {
            return engine.get().ask(() -> engine.get().client().inspectContainerCmd(id.get()).exec());
        }

        private void bind(String cpus) {
            engine.get().ask(() -> engine.get().client().updateContainerCmd(id.get()).withCpusetCpus(cpus).exec());
        }

        /** A container that is reused has all CPUs again, and is scheduled as before. */
        void release() {
            try {
                earlier.ifPresent(this::bind);
                if (scheduling.isPresent()) {
                    ContainerDatabase.root(engine.get(), state()).ifPresent(Scheduling::leave);
                }
            } catch (RuntimeException e) {
                // It is gone, and its CPUs with it.
            }
        }
    }
}
