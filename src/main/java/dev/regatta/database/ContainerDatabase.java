package dev.regatta.database;

import dev.regatta.host.Bounded;
import dev.regatta.host.ExitHook;
import dev.regatta.host.ExitLimit;
import dev.regatta.host.Placement;
import dev.regatta.host.ProcessTree;
import dev.regatta.host.Scheduling;
import dev.regatta.host.Session;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;

import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A server in a container of its own, its data in memory. Workers reach it at the bridge's address where that answers,
 * because the published port leads through a proxy that is slower than any driver; the port is published at one address
 * only.
 */
public final class ContainerDatabase implements Database {

    private static final long START_SECONDS = 120;
    private static final int LOG_LINES = 5;
    private static final String MEMORY = "/var/lib/regatta";
    /** Where the server finds its certificate and its key. */
    private static final String TLS = "/var/lib/regatta-tls";
    /** Where they are put, before it is known which user the server is. */
    private static final String TLS_COPIED = "/regatta-tls";
    private static final String USER = "regatta";
    private static final String DATABASE = "regatta";

    private final DockerEngine engine;
    private final Placement placement;
    private final ServerSettings settings;
    private final ListenAddress address;
    private final DockerEngine.FoundImage image;
    private final JdbcDatabaseContainer<?> container;
    private final Map<String, String> labels;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread closeAtExit = ExitHook.of("regatta-stop-container", this::stop);
    private String id = "";
    private ContainerLife life;
    private Endpoint endpoint;
    private Endpoint published;
    private Product product;
    private String path;
    private Optional<ProcessTree> tree = Optional.empty();
    private Optional<Scheduling> scheduling = Optional.empty();

    private ContainerDatabase(DockerEngine engine, Session session, Placement placement, ServerSettings settings,
            ListenAddress address, DockerEngine.FoundImage image, JdbcDatabaseContainer<?> container) {
        // Servers of an engine elsewhere are at no address of this machine.
        this.address = engine.local() ? address : ListenAddress.LOOPBACK;
        this.engine = engine;
        this.labels = DockerEngine.labelsOfOne(session);
        this.placement = engine.local() ? placement : Placement.NONE;
        this.settings = settings;
        this.image = image;
        this.container = container;
    }

    /**
     * Starts a container and waits until the server in it accepts logins.
     *
     * @throws IllegalStateException saying what failed and what to do, with the server's last log lines
     */
    static ContainerDatabase start(DockerEngine.FoundImage image, ServerSettings settings, ListenAddress address,
            Placement placement, Session session, DockerEngine engine, Consumer<String> notice) {
        String password = Databases.newPassword();
        return start(container(settings.dialect(), image.reference(), password, settings), password, image, settings,
                address, placement, session, engine, notice);
    }

    static ContainerDatabase start(JdbcDatabaseContainer<?> container, String password, DockerEngine.FoundImage image,
            ServerSettings settings, ListenAddress address, Placement placement, Session session, DockerEngine engine,
            Consumer<String> notice) {
        var database = new ContainerDatabase(engine, session, placement, settings, address, image, container);
        try {
            ExitLimit.arm(ExitLimit.USUAL);
            Runtime.getRuntime().addShutdownHook(database.closeAtExit);
            database.start(password, notice);
            if (!engine.local()) {
                notice.accept(settings.dialect() + ": the engine is not on this kernel, so its CPUs are not placed");
            }
            return database;
        } catch (IOException | RuntimeException e) {
            String log = database.lastLines();
            database.close(e);
            throw new IllegalStateException("the container of " + image.reference() + " does not start: "
                    + DockerEngine.rootCause(e) + log, e);
        } catch (InterruptedException e) {
            database.close(e);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the container of " + image.reference() + " started", e);
        }
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * The same server through its published port, which {@link #endpoint()} avoids where the bridge's address answers.
     */
    public Endpoint published() {
        return published;
    }

    @Override
    public Map<String, String> facts() {
        return Map.of(Fingerprint.DATABASE_MODE, DatabaseMode.CONTAINER.id(), Fingerprint.DATABASE_VERSION,
                product.toString(), Fingerprint.NETWORK_PATH, path, IMAGE_FACT, image.name() + " " + image.content(),
                SETTINGS_FACT, settings.hash(),
                SCHEDULING_FACT, Scheduling.fact(scheduling));
    }

    @Override
    public SortedMap<String, String> settings() {
        return settings.values();
    }

    @Override
    public Optional<ProcessTree> processes() {
        return tree;
    }

    @Override
    public Optional<String> death() {
        if (closed.get()) {
            return Optional.of(describe() + " was closed by this session");
        }
        return life.end().map(end -> describe() + " " + end);
    }

    @Override
    public String describe() {
        return product + ", container " + id.substring(0, 12) + " of "
                + image.name() + ", " + endpoint.host() + ":" + endpoint.port() + " (" + path
                + "), " + Databases.cpus(placement);
    }

    @Override
    public void close() {
        stop();
        ExitHook.remove(closeAtExit);
    }

    private static JdbcDatabaseContainer<?> container(Dialect dialect, String reference, String password,
            ServerSettings settings) {
        String data = MEMORY + "/data";
        List<String> command = new ArrayList<>(switch (dialect) {
            case POSTGRESQL -> List.of("postgres");
            case MARIADB -> List.of("mariadbd", "--datadir=" + data, "--port=" + port(dialect));
        });
        command.addAll(settings.arguments());
        if (dialect == Dialect.POSTGRESQL) {
            command.addAll(List.of("-c", "listen_addresses=*", "-c", "port=" + port(dialect)));
        }
        if (settings.encrypted()) {
            command.addAll(Certificate.arguments(dialect, TLS));
        }
        JdbcDatabaseContainer<?> container = (switch (dialect) {
            case POSTGRESQL -> new PostgreSQLContainer(named(reference, PostgreSQLContainer.IMAGE)).withEnv(
                    Map.of("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C", "PGDATA", data));
            case MARIADB -> mariaDb(named(reference, MariaDBContainer.NAME)).withEnv(Map.of("MARIADB_USER", USER,
                    "MARIADB_PASSWORD", password, "MARIADB_DATABASE", DATABASE, "MARIADB_ROOT_PASSWORD", password,
                    "MARIADB_ROOT_HOST", "localhost"));
        }).withDatabaseName(DATABASE).withUsername(USER).withPassword(password);
        // The port is published on one address, and nobody but us waits for it.
        container.setExposedPorts(List.of());
        container.withImagePullPolicy(name -> false).withCommand(command.toArray(String[]::new))
                .withTmpFs(Map.of(MEMORY, "rw")).waitingFor(new AbstractWaitStrategy() {
                    @Override
                    protected void waitUntilReady() {
                        // The server is ready when it greets; the server that initialises also logs a line and opens a
                        // port.
                    }
                });
        return container;
    }

    /** Any image will do that behaves as the official one. */
    private static DockerImageName named(String reference, String official) {
        return DockerImageName.parse(reference).asCompatibleSubstituteFor(official);
    }

    /**
     * Testcontainers' own class would wait with a JDBC driver, start a container that ends at once three times, and
     * bring settings of its own.
     */
    private static MariaDBContainer mariaDb(DockerImageName image) {
        return new MariaDBContainer(image) {
            @Override
            protected void configure() {
                withConfigurationOverride(null);
                super.configure();
                setStartupAttempts(1);
            }

            @Override
            protected void waitUntilContainerStarted() {
                getWaitStrategy().waitUntilReady(this);
            }
        };
    }

    private void start(String password, Consumer<String> notice) throws IOException, InterruptedException {
        Dialect dialect = settings.dialect();
        var port = ExposedPort.tcp(port(dialect));
        container.withLabels(labels).withCreateContainerCmdModifier(command -> {
            command.withExposedPorts(port);
            HostConfig host = command.getHostConfig();
            if (host == null) {
                throw new IllegalStateException(
                        "Testcontainers gave no host configuration to place the container with");
            }
            if (settings.encrypted()) {
                command.withEntrypoint(owningCertificate());
            }
            host.withPortBindings(new PortBinding(
                    Ports.Binding.bindIp(address.host()), port));
            if (!placement.databaseCpus().isEmpty()) {
                host.withCpusetCpus(Placement.list(placement.databaseCpus()));
            }
        });
        if (settings.encrypted()) {
            Certificate made = Certificate.make();
            copied(Certificate.certificateIn(Path.of(TLS_COPIED)), made.certificate());
            copied(Certificate.keyIn(Path.of(TLS_COPIED)), made.key());
        }
        Bounded.call("the Docker engine", Duration.ofSeconds(START_SECONDS), () -> {
            container.start();
            return container;
        });

        InspectContainerResponse state = state();
        id = state.getId();
        life = new ContainerLife(engine, id, this::lastLines, notice, DockerEngine.ANSWER);
        Ports.Binding[] bindings = state.getNetworkSettings().getPorts().getBindings().get(port);
        if (bindings == null || bindings.length == 0) {
            throw new IOException(ended(state()));
        }
        int mapped = Integer.parseInt(bindings[0].getHostPortSpec());
        published = new Endpoint(dialect, engine.local() ? address.host() : container.getHost(), mapped, DATABASE,
                USER,
                password);
        Greeting.await(published, Duration.ofSeconds(START_SECONDS), () -> Optional.of(state())
                .filter(now -> !Boolean.TRUE.equals(now.getState().getRunning())).map(ContainerDatabase::ended));
        if (dialect == Dialect.MARIADB) {
            Optional<String> refused = grant(engine, id, USER + "@'%'");
            if (refused.isPresent()) {
                throw new IOException("its user cannot be allowed to make databases: " + refused.get());
            }
        }
        Optional<Endpoint> bridge = bridge(published, port(dialect), state);
        endpoint = bridge.orElse(published);
        path = path(bridge, address);
        String program = dialect == Dialect.POSTGRESQL ? "postgres" : "mariadbd";
        product = Product.of(dialect,
                Optional.of(engine.ask(() -> container.execInContainer(program, "--version")).getStdout()));
        Optional<Long> root = root(engine, state);
        tree = root.map(pid -> new ProcessTree(Path.of("/proc"), pid));
        scheduling = root.filter(pid -> !placement.databaseCpus().isEmpty()).flatMap(Scheduling::ofRunningServer);
    }

    private void copied(Path place, String text) {
        container.withCopyToContainer(Transferable.of(text), place.toString());
    }

    /**
     * The image's own entry point, after the files of TLS were given to the server's user: PostgreSQL takes no key that
     * others can read.
     */
    private String[] owningCertificate() {
        String[] own = engine.ask(() -> engine.client().inspectImageCmd(image.reference()).exec()).getConfig()
                .getEntrypoint();
        String user = switch (settings.dialect()) {
            case POSTGRESQL -> "postgres";
            case MARIADB -> "mysql";
        };
        return Stream.concat(Stream.of("sh", "-c",
                "cp -r " + TLS_COPIED + " " + TLS + " && chown -R " + user + " " + TLS + " && chmod 600 "
                        + Certificate.keyIn(Path.of(TLS)) + " && exec \"$@\"",
                "sh"), own == null ? Stream.of() : Stream.of(own)).toArray(String[]::new);
    }

    /**
     * Allows a user of MariaDB to make Regatta's databases, for a project's own code has one for each arm. Images allow
     * their user one database; root logs in within the container.
     *
     * @return what went wrong; empty if it is allowed
     */
    static Optional<String> grant(DockerEngine engine, String id, String user) {
        return engine.run(id, "sh", "-c",
                "MYSQL_PWD=\"${MARIADB_ROOT_PASSWORD:-$MYSQL_ROOT_PASSWORD}\" exec mariadb --user=root --execute=\"$1\"",
                "sh", "GRANT ALL ON regatta.* TO " + user + "; GRANT ALL ON `regatta\\_%`.* TO " + user);
    }

    /**
     * Where a container's server is reached at the bridge's address, if that answers: with Docker Desktop and rootless
     * engines the bridge is not on this kernel.
     *
     * @param mapped the same server at its published port
     * @param port   within the container
     */
    static Optional<Endpoint> bridge(Endpoint mapped, int port, InspectContainerResponse state) {
        return state.getNetworkSettings().getNetworks().values().stream().map(ContainerNetwork::getIpAddress)
                .filter(address -> address != null && !address.isEmpty()).findFirst()
                .map(address -> new Endpoint(mapped.dialect(), address, port, mapped.database(), mapped.user(),
                        mapped.password()))
                .filter(ContainerDatabase::answers);
    }

    private static boolean answers(Endpoint endpoint) {
        try {
            Greeting.of(endpoint, 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The way to a container, as a fact.
     *
     * @param published where its port is published
     */
    static String path(Optional<Endpoint> bridge, ListenAddress published) {
        if (bridge.isPresent()) {
            return "bridge";
        }
        return published.loopback() ? "mapped-port" : "mapped-port " + published.path();
    }

    /** The container's first process, if it is one of this kernel and not a stranger with the same id. */
    static Optional<Long> root(DockerEngine engine, InspectContainerResponse state) {
        return Optional.ofNullable(state.getState().getPidLong()).filter(pid -> engine.local())
                .filter(pid -> isOf(state.getId(), pid));
    }

    private static boolean isOf(String id, long pid) {
        Path cgroup = Path.of("/proc", Long.toString(pid), "cgroup");
        try {
            return Files.isReadable(cgroup) && Files.readString(cgroup).contains(id);
        } catch (IOException e) {
            return false;
        }
    }

    private static String ended(InspectContainerResponse state) {
        return "it " + state.getState().getStatus() + " with exit code " + state.getState().getExitCodeLong();
    }

    private InspectContainerResponse state() {
        return engine.ask(() -> engine.client().inspectContainerCmd(container.getContainerId()).exec());
    }

    private String lastLines() {
        try {
            return container.getContainerId() == null
                    ? ""
                    : Databases.lastLines(engine.ask(container::getLogs), LOG_LINES);
        } catch (RuntimeException e) {
            return "";
        }
    }

    private void stop() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        String created = container.getContainerId();
        if (created != null) {
            engine.ask(() -> {
                container.stop();
                return container;
            });
            engine.requireRemoved(created);
        } else {
            // Stopped between creating the container and learning its id.
            engine.removeAll(labels);
        }
    }

    /** Where a server listens in its container. */
    static int port(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> 5432;
            case MARIADB -> 3306;
        };
    }
}
