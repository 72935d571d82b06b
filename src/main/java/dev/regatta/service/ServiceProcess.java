package dev.regatta.service;

import dev.regatta.host.ChildProcess;
import dev.regatta.host.LogEnd;
import dev.regatta.host.ProcessTree;
import dev.regatta.host.Scratch;
import dev.regatta.host.Signal;
import dev.regatta.host.ThreadPlacement;
import dev.regatta.http.ServiceRequest;
import dev.regatta.load.Clock;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A service that runs: started on given CPUs, ready when it has answered a request with rows of the database, and ended
 * at the latest with this JVM, or by the next run where this JVM is killed. It listens on the loopback only.
 */
public final class ServiceProcess implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int[] ASKED = {1};
    private static final String HEALTH = ServiceRequest.WORLD.path(ASKED);
    private static final int CONNECT_MILLIS = 2_000;
    private static final long BETWEEN_NANOS = 5_000_000;
    private static final long STOP_SECONDS = 10;
    private static final int LAST_BYTES = 1 << 14;
    private static final int LOG_LINES = 5;
    private static final int LONGEST_LINE = 400;
    private static final int OK = 200;
    private static final long KIBI = 1024;
    /** The variables of this JVM that a service has as well: frameworks take settings from any other. */
    private static final Set<String> KEPT = Set.of("PATH", "HOME", "USER", "LANG", "TZ");

    private final String name;
    private final int port;
    private final Path log;
    /** Ends the process with this JVM. */
    private final Scratch folder;
    private final Process process;
    private final ProcessTree tree;
    private final long startNanos;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long readyNanos;

    private ServiceProcess(String name, int port, Path log, Scratch folder, ProcessBuilder builder)
            throws IOException {
        this.name = name;
        this.port = port;
        this.log = log;
        this.folder = folder;
        startNanos = Clock.nanos();
        process = folder.start(builder);
        tree = new ProcessTree(Path.of("/proc"), process.pid());
    }

    /**
     * How a service is started.
     *
     * @param pool   connections of its pool; empty for as many as its framework takes
     * @param prefix what stands before the command, as {@code taskset -c 0}
     * @param jdk    its run time
     * @param options of its JVM
     * @param log    receives what it says
     * @param limit  how long it may take until it answers
     */
    public record Start(Optional<Integer> pool, List<String> prefix, Jdk jdk, List<String> options, Path log,
            Duration limit) {

        /** Copies the list. */
        public Start {
            prefix = List.copyOf(prefix);
            options = List.copyOf(options);
        }
    }

    /**
     * Starts a service and waits until it answers.
     *
     * @param database where the filled database is
     * @throws IllegalStateException in one sentence with the last words of its log, if it does not answer in time
     */
    public static ServiceProcess start(BuiltService built, Endpoint database, Start how) {
        ServiceProcess started;
        try {
            started = launch(built, database, how);
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "the service " + built.service() + " cannot be started: " + e.getMessage(), e);
        }
        try {
            started.awaitAnswer(how.limit());
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        return started;
    }

    private static ServiceProcess launch(BuiltService built, Endpoint database, Start how) throws IOException {
        int port = freePort();
        Scratch folder = Scratch.folder("service");
        try {
            return new ServiceProcess(built.service().toString(), port, how.log(), folder,
                    command(built, database, how, port, folder.path()));
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static ProcessBuilder command(BuiltService built, Endpoint database, Start how, int port, Path folder)
            throws IOException {
        WebService service = built.service();
        List<String> command = new ArrayList<>(how.prefix());
        command.add(how.jdk().launcher().toString());
        // What a process that is killed leaves there goes with its folder.
        command.add("-Djava.io.tmpdir=" + folder);
        command.addAll(how.options());
        command.addAll(service.framework().arguments(built.folder()));
        Files.createDirectories(how.log().toAbsolutePath().getParent());
        ProcessBuilder builder = ChildProcess.of(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(how.log().toFile());
        builder.environment().keySet().retainAll(KEPT);
        builder.environment().putAll(environment(database, port));
        builder.environment().putAll(service.environment(how.pool()));
        return builder;
    }

    private static Map<String, String> environment(Endpoint database, int port) {
        return Map.of("HTTP_PORT", Integer.toString(port), "DB_HOST", database.host(), "DB_PORT",
                Integer.toString(database.port()), "DB_NAME", database.database(), "DB_USER", database.user(),
                "DB_PASSWORD", database.password());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer(Duration limit) {
        long deadline = startNanos + limit.toNanos();
        String last = "nothing listens on its port";
        boolean answered = false;
        while (Clock.nanos() < deadline) {
            if (!process.isAlive()) {
                throw new IllegalStateException("the service " + name + " ended with exit code " + process.exitValue()
                        + " before it answered" + lastWords());
            }
            try {
                Optional<String> wrong = ask(deadline - Clock.nanos());
                readyNanos = Clock.nanos();
                if (wrong.isEmpty()) {
                    return;
                }
                last = "it answers " + HEALTH + " with " + wrong.get();
                answered = true;
            } catch (IOException e) {
                // One that is asked just before the end has no time to answer: what it answered before tells more.
                last = answered ? last : e.getMessage();
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while the service " + name + " was starting");
            }
        }
        throw new IllegalStateException("the service " + name + " was not ready within " + limit.toSeconds() + " s ("
                + last + ")" + lastWords());
    }

    /**
     * What is wrong with its answer; empty if it has the row. It is waited for as long as is left: asked anew, a service whose
     * database is far away would never answer.
     */
    private Optional<String> ask(long nanos) throws IOException {
        var connection = (HttpURLConnection) URI.create("http://" + HOST + ":" + port + HEALTH).toURL()
                .openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        try {
            int status = connection.getResponseCode();
            if (status != OK) {
                return Optional.of("status " + status);
            }
            try (InputStream body = connection.getInputStream()) {
                return ServiceRequest.WORLD.isRight(body.readAllBytes(), ASKED)
                        ? Optional.empty()
                        : Optional.of("another row than the database has");
            }
        } finally {
            connection.disconnect();
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return new InetSocketAddress(HOST, port);
    }

    /** Its process. */
    public long pid() {
        return process.pid();
    }

    /** From the start of its process to the end of its first right answer. */
    public Duration start() {
        return Duration.ofNanos(readyNanos - startNanos);
    }

    /** CPU nanoseconds of its process so far; empty where that cannot be read. */
    public OptionalLong cpuNanos() {
        return tree.cpuNanos();
    }

    /** CPU nanoseconds of its JIT compilers so far; 0 where that cannot be read. */
    public long compilerNanos() {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try {
            return ThreadPlacement.compilers(proc).stream()
                    .mapToLong(thread -> cpuNanos(proc.resolve("task").resolve(Long.toString(thread)))).sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static long cpuNanos(Path thread) {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Bytes of memory that only its process uses; empty where that cannot be read. */
    public OptionalLong privateBytes() {
        try {
            return OptionalLong.of(Files
                    .readAllLines(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup")).stream()
                    .filter(line -> line.matches("Private_(Clean|Dirty):.*"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum() * KIBI);
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Bytes of its memory, with what it shares divided by the number of those who share it; empty as above. */
    public OptionalLong proportionalBytes() {
        return tree.memoryBytes();
    }

    /** Threads of its process by the stems of their names, as the kernel knows them; empty where it cannot be read. */
    public SortedMap<String, Integer> threads() {
        return threads(Path.of("/proc", Long.toString(process.pid()), "task"));
    }

    static SortedMap<String, Integer> threads(Path tasks) {
        SortedMap<String, Integer> stems = new TreeMap<>();
        try (Stream<Path> all = Files.list(tasks)) {
            for (Path task : all.toList()) {
                name(task).ifPresent(name -> stems.merge(name.replaceAll("[-#\\d]+$", ""), 1, Integer::sum));
            }
        } catch (IOException e) {
            // The process has ended.
        }
        return stems;
    }

    /** The name of a thread; empty where it has ended meanwhile. */
    private static Optional<String> name(Path task) {
        try {
            return Optional.of(Files.readString(task.resolve("comm")).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Has its JVM write its threads into its log. */
    void writeThreads() {
        try {
            Signal.QUIT.to(process.pid());
        } catch (IOException e) {
            // The log is without them.
        }
    }

    /** Why it cannot be asked any more, with its last words; empty while it runs. */
    public Optional<String> death() {
        if (closed.get()) {
            return Optional.of("the service " + name + " was closed by this session");
        }
        return process.isAlive()
                ? Optional.empty()
                : Optional.of("the service " + name + " ended with exit code " + process.exitValue() + lastWords());
    }

    /** The same of a process that may be ending just now: nothing can be read of it, but it has no exit code yet. */
    Optional<String> deathThatIsNear() {
        try {
            process.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return death();
    }

    /** The end of its log as the end of a sentence. */
    public String lastWords() {
        try {
            // Of a trace, what went wrong is at its beginning and in what caused it.
            List<String> said = LogEnd.lines(log, LAST_BYTES).stream().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("at ") && !line.matches("\\.{3} \\d+ .*"))
                    .toList();
            return said.isEmpty()
                    ? "; its log is empty (" + log + ")"
                    : "; its log ends: " + said.stream().skip(Math.max(0, said.size() - LOG_LINES))
                            .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line)
                            .collect(Collectors.joining(" | ")) + " (" + log + ")";
        } catch (IOException e) {
            return "; its log cannot be read: " + e.getMessage();
        }
    }

    /** Asks it to end, and kills it after ten seconds. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        process.destroy();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            folder.close();
        }
    }
}
