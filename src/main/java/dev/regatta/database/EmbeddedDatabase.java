package dev.regatta.database;

import dev.regatta.host.ChildProcess;
import dev.regatta.host.ExitHook;
import dev.regatta.host.Placement;
import dev.regatta.host.Scheduling;
import dev.regatta.host.ProcessIdentity;
import dev.regatta.host.ProcessTree;
import dev.regatta.host.Session;
import dev.regatta.host.ShortCommand;
import dev.regatta.host.User;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A server of this machine, unpacked from a Maven artifact into the session's folder and started on the database's
 * CPUs. It listens at one address of this machine. Under root it runs as {@code nobody}, since neither server agrees to
 * be root.
 */
public final class EmbeddedDatabase implements Database {

    private static final long START_SECONDS = 120;
    private static final long STOP_SECONDS = 10;
    private static final int LOG_LINES = 5;

    private final Distribution distribution;
    private final Endpoint endpoint;
    private final Placement placement;
    private final ServerSettings settings;
    private final ListenAddress address;
    private final Session session;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread closeAtExit = ExitHook.of("regatta-stop-embedded", this::stop);
    /**
     * Stopping waits for a thread that is still starting the server: files that it unpacks later would be left behind.
     */
    private final CountDownLatch begun = new CountDownLatch(1);
    /** Null until they are made; so are all below. */
    private Path programs;
    private Path home;
    private Product product;
    private Process process;
    /** The newest process, a command that sets the server up or the server; guarded by this. */
    private Optional<Process> launched = Optional.empty();
    private ProcessTree tree;

    private EmbeddedDatabase(Endpoint endpoint, Distribution distribution, ServerSettings settings,
            ListenAddress address, Placement placement, Session session) {
        this.address = address;
        this.distribution = distribution;
        this.endpoint = endpoint;
        this.placement = placement;
        this.settings = settings;
        this.session = session;
    }

    /**
     * Unpacks, initialises and starts a server, and waits until it accepts logins.
     *
     * @throws IllegalStateException saying what failed, with the last lines of the server's log
     */
    static EmbeddedDatabase start(Distribution distribution, ServerSettings settings, ListenAddress address,
            Placement placement, Session session) {
        Dialect dialect = settings.dialect();
        var endpoint = new Endpoint(dialect, address.host(), freePort(address.host()), "regatta", "regatta",
                Databases.newPassword());
        var database = new EmbeddedDatabase(endpoint, distribution, settings, address, placement, session);
        try {
            Runtime.getRuntime().addShutdownHook(database.closeAtExit);
            database.start();
            return database;
        } catch (IOException | RuntimeException e) {
            String log = database.lastLines();
            database.close();
            throw new IllegalStateException(
                    "the embedded " + dialect + " of " + distribution.artifact() + " does not start: "
                            + (e instanceof FileSystemException ? e.toString() : e.getMessage()) + log
                            + room(e.getMessage() + log),
                    e);
        } catch (InterruptedException e) {
            database.close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the embedded " + dialect + " was starting", e);
        }
    }

    /** What to do where something was full, to be put behind a sentence that says so. */
    static String room(String failure) {
        return failure.contains("No space left on device")
                ? "; make room in " + Session.programsBase() + " and in " + Session.MEMORY
                        + ", where a server keeps its programs, its data and its shared memory, or name a larger folder"
                        + " than the first with -Djava.io.tmpdir=<folder>"
                : "";
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public Map<String, String> facts() {
        return Map.of(Fingerprint.DATABASE_MODE, DatabaseMode.EMBEDDED.id(), Fingerprint.DATABASE_VERSION,
                product.toString(), Fingerprint.NETWORK_PATH, address.path(), ARTIFACT_FACT, distribution.artifact(),
                SETTINGS_FACT, settings.hash(), SCHEDULING_FACT,
                Scheduling.fact(Optional.of(Scheduling.here()).filter(way -> !placement.equals(Placement.NONE))));
    }

    @Override
    public SortedMap<String, String> settings() {
        return settings.values();
    }

    @Override
    public Optional<ProcessTree> processes() {
        return Optional.of(tree);
    }

    @Override
    public Optional<String> death() {
        if (closed.get()) {
            return Optional.of(describe() + " was closed by this session");
        }
        return process.isAlive()
                ? Optional.empty()
                : Optional.of(describe() + " ended with exit code " + process.exitValue() + lastLines());
    }

    @Override
    public String describe() {
        return product + ", embedded, " + endpoint.host() + ":" + endpoint.port() + ", " + Databases.cpus(placement);
    }

    @Override
    public void close() {
        stop();
        ExitHook.remove(closeAtExit);
    }

    private static void forEverybody(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(found -> !Files.isSymbolicLink(found))::iterator) {
                boolean run = Files.isExecutable(file);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(run ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    private void start() throws IOException, InterruptedException {
        try {
            begin();
        } finally {
            begun.countDown();
        }
    }

    private void begin() throws IOException, InterruptedException {
        programs = session.newFolder(Session.programsBase(), endpoint.dialect().id() + "-programs");
        home = session.newFolder(Session.dataBase(), endpoint.dialect().id());
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (root()) {
            Files.setOwner(home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        }
        distribution.unpack(programs);
        if (root()) {
            // The server runs as another user, who reads them whatever the umask is.
            forEverybody(programs);
        }
        requireExecutable(Path.of(distribution.version(programs).getFirst()));
        product = Product.of(endpoint.dialect(), Optional.of(output(distribution.version(programs))));
        for (Distribution.SetupCommand setup : distribution.initialise(programs, home, endpoint)) {
            Process running = launch(setup.command());
            try (OutputStream in = running.getOutputStream()) {
                in.write(setup.input().getBytes(StandardCharsets.UTF_8));
            }
            await(running, setup.command().getFirst());
        }
        List<String> command = new ArrayList<>(distribution.server(programs, home, endpoint));
        command.addAll(settings.arguments());
        if (settings.encrypted()) {
            Certificate made = Certificate.make();
            Distribution.writeOwned(Certificate.certificateIn(home), made.certificate());
            Distribution.writeOwned(Certificate.keyIn(home), made.key());
            command.addAll(Certificate.arguments(endpoint.dialect(), home.toString()));
        }
        process = launch(command);
        Session.note(home, process.toHandle());
        tree = new ProcessTree(Path.of("/proc"), process.pid());
        Greeting.await(endpoint, Duration.ofSeconds(START_SECONDS), () -> process.isAlive()
                ? Optional.empty()
                : Optional.of("the server ended with exit code " + process.exitValue()));
        Files.delete(Distribution.secret(home));
    }

    /** A file system that was mounted with {@code noexec} has programs of no use. */
    private static void requireExecutable(Path program) throws IOException {
        if (!Files.isExecutable(program)) {
            throw new IOException(Session.programsBase() + " does not let programs run that lie there, such as "
                    + program + "; name a folder that does with -Djava.io.tmpdir=<folder>");
        }
    }

    /** Starts a command as the server's user, on the database's CPUs, its output appended to the log. */
    private Process launch(List<String> command) throws IOException {
        List<String> line = new ArrayList<>(placement.serverPrefix(Scheduling.here()));
        if (root()) {
            line.addAll(List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups", "--"));
        }
        line.addAll(command);
        var builder = ChildProcess.of(line).directory(home.toFile()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        // Both servers read defaults from variables of these names.
        builder.environment().keySet().removeIf(name -> name.matches("(PG|MYSQL|MARIADB|LC_|LANG|TZ).*"));
        builder.environment().put("LC_ALL", "C");
        synchronized (this) {
            if (closed.get()) {
                throw new IOException("it was stopped while it started");
            }
            Process started = builder.start();
            launched = Optional.of(started);
            return started;
        }
    }

    private void await(Process command, String name) throws IOException, InterruptedException {
        if (!command.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
            command.descendants().forEach(ProcessHandle::destroyForcibly);
            command.destroyForcibly();
            throw new IOException(name + " takes more than " + START_SECONDS + " s");
        }
        if (command.exitValue() != 0) {
            throw new IOException(name + " ended with exit code " + command.exitValue());
        }
    }

    private void stop() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        synchronized (this) {
            launched.filter(Process::isAlive).ifPresent(last -> Session.end(ProcessIdentity.of(last.toHandle())));
        }
        try {
            if (!begun.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                // What is unpacked after this is swept by the next session.
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Stream.of(programs, home).filter(Objects::nonNull).forEach(Session::remove);
    }

    private Path log() {
        return home.resolve("log");
    }

    private String lastLines() {
        try {
            return home != null && Files.exists(log())
                    ? Databases.lastLines(Files.readString(log(), StandardCharsets.ISO_8859_1), LOG_LINES)
                    : "";
        } catch (IOException e) {
            return "; its log cannot be read: " + e;
        }
    }

    private static boolean root() {
        return User.name().equals("root");
    }

    private static String output(List<String> command) throws IOException {
        var version = ShortCommand.run(new ProcessBuilder(command).redirectErrorStream(true), ShortCommand.LIMIT);
        if (version.exitCode() != 0) {
            throw new IOException(command.getFirst() + " --version says: " + version.output().strip());
        }
        return version.output();
    }

    private static int freePort(String host) {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port on " + host + ": " + e.getMessage(), e);
        }
    }
}
