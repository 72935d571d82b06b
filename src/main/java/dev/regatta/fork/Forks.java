package dev.regatta.fork;

import dev.regatta.host.Folders;
import dev.regatta.host.Placement;
import dev.regatta.host.Scheduling;
import dev.regatta.host.ThreadPlacement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The forks of a session: started when first needed, kept warm for the next cells of the same client, ended when
 * another client's turn comes. The reference forks of a database serve all its clients.
 */
public final class Forks implements ForkSource, UntimedForks, AutoCloseable {

    /**
     * JVM options of a fork unless the user says otherwise; part of the fingerprint. The serial collector has no
     * threads beside the mutator's.
     */
    public static final List<String> JVM_OPTIONS = List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC",
            "-XX:-UsePerfData");

    /** What is warned of belongs into the log: standard output is for answers. */
    public static final List<String> WARNINGS_TO_THE_LOG = List.of("-Xlog:disable", "-Xlog:all=warning:stderr");

    /** The main class of every fork. */
    static final String MAIN = "dev.regatta.worker.WorkerMain";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Placement placement;
    private final Path logs;
    private final AnswerTimeouts timeouts;
    private final List<String> jvmOptions;
    private final boolean encrypted;
    private final HarnessCopy harness = new HarnessCopy();
    private volatile Scheduling scheduling = Scheduling.here();
    /** Forks that run in another way than they started in. */
    private final Set<Fork> rescheduled = Collections.newSetFromMap(new WeakHashMap<>());
    private final Map<Key, WorkerFork> running = new LinkedHashMap<>();
    private final Map<Key, RecordingFork> untimed = new LinkedHashMap<>();

    /** Which fork: of one database, client, arm and set, running this. */
    record Key(Dialect database, ClientId client, Arm arm, int set, ArmSetup setup) {}

    /** Forks with these JVM options, whose clients do not encrypt. */
    public Forks(Placement placement, Path logs, AnswerTimeouts timeouts, List<String> jvmOptions) {
        this(placement, logs, timeouts, jvmOptions, false);
    }

    /**
     * Forks with these JVM options.
     *
     * @param encrypted whether clients encrypt; the raw wire never does
     */
    public Forks(Placement placement, Path logs, AnswerTimeouts timeouts, List<String> jvmOptions, boolean encrypted) {
        this.encrypted = encrypted;
        this.jvmOptions = List.copyOf(jvmOptions);
        this.placement = placement;
        this.logs = logs;
        this.timeouts = timeouts;
    }

    /**
     * Forks that start from now on share their CPUs. In real time a thread of the compiler keeps a CPU for up to 100 ms, which a
     * race sees in both arms and drops, and which would be a latency of the client where each operation is due at its time.
     */
    public void share() {
        scheduling = Scheduling.SHARED;
    }

    /** What workers have instead of {@code entry} of a class path: a copy of a folder, made when this is first asked. */
    public Path copy(Path entry) {
        return harness.of(entry);
    }

    /** Removes the logs of an earlier run: forks append to the logs that exist. */
    public void clearLogs() {
        try {
            Folders.remove(logs);
        } catch (IOException e) {
            throw new UncheckedIOException(logs + " is of an earlier run and cannot be removed", e);
        }
    }

    @Override
    public synchronized Fork of(Dialect database, ClientId client, Arm arm, int set, ArmSetup setup)
            throws MeasurementFailure {
        WorkerFork fork = launch(database, client, arm, set, setup);
        fork.introduce();
        return fork;
    }

    /** Lets the fork that will be asked for next start already, unless it runs. */
    public synchronized WorkerFork launch(Dialect database, ClientId client, Arm arm, int set, ArmSetup setup)
            throws MeasurementFailure {
        Key key = new Key(database, client, arm, set, setup);
        WorkerFork fork = running.get(key);
        // A dead one had timed nothing of this cell, so a new one can take its place.
        if (fork == null || !fork.alive()) {
            if (fork != null) {
                fork.kill();
            }
            String name = Stream.of(database.id(), client.toString().replace('/', '-'), arm.toString(), "" + set)
                    .collect(Collectors.joining("-"));
            fork = new WorkerFork(arm, set, client, setup, options(client, setup),
                    launch(name, command(setup, name, placement.prefix(scheduling), List.of(), List.of())),
                    timeouts);
            running.put(key, fork);
        }
        return fork;
    }

    /**
     * A fork nothing is timed in, with more JVM options than the others; it ends when the caller closes it.
     *
     * @param purpose what it records in one word, for the names of its files
     */
    public RecordingFork recording(Dialect database, ClientId client, Arm arm, ArmSetup setup, String purpose,
            List<String> options) throws MeasurementFailure {
        RecordingFork recording = recording(database, client, arm, setup, purpose, placement.prefix(scheduling),
                options,
                List.of());
        recording.fork().introduce();
        return recording;
    }

    public RecordingFork recording(Dialect database, ClientId client, Arm arm, ArmSetup setup, String purpose,
            List<String> prefix, List<String> options, List<Path> more) throws MeasurementFailure {
        String name = Stream.of(database.id(), client.toString().replace('/', '-'), arm.toString(), purpose)
                .collect(Collectors.joining("-"));
        Path temporary = logs.resolve(name + "-tmp");
        List<String> all = new ArrayList<>(options);
        all.add(quoted("-Djava.io.tmpdir=" + temporary));
        List<String> command = command(setup, name, prefix, all, more);
        RecordingFork.prepare(temporary);
        return new RecordingFork(new WorkerFork(arm, Kind.DIAGNOSTIC.set, client, setup,
                options(client, setup),
                launch(name, command), timeouts), temporary);
    }

    /**
     * The names of the classes that a worker of this arm loads until it has run operations, in a fork of its own.
     *
     * @param operations how many, one after another
     * @throws MeasurementFailure if they fail, or the JVM does not tell
     */
    public Set<String> loaded(CellId cell, Arm arm, ArmSetup setup, Endpoint endpoint, int inFlight, int operations,
            long seed) throws MeasurementFailure {
        var loaded = new LoadedClasses(logs.resolve(Stream.of(cell.database().id(),
                cell.client().toString().replace('/', '-'), arm.toString(), "classes.txt")
                .collect(Collectors.joining("-"))));
        try (RecordingFork recording = recording(cell.database(), cell.client(), arm, setup, "classes",
                List.of(quoted(loaded.option())))) {
            recording.fork().open(cell.workload(), endpoint, inFlight);
            recording.fork().check(cell.workload(), operations, seed);
        }
        return loaded.names();
    }

    private SortedMap<String, String> options(ClientId client, ArmSetup setup) {
        SortedMap<String, String> all = new TreeMap<>(setup.recipe().recipe().options());
        // Of a run on several JDKs the wire names its own.
        if (encrypted && !client.stack().equals(ArmSetup.WIRE.stack())) {
            all.put(Endpoint.TLS, "true");
        }
        return all;
    }

    private WorkerFork.Launch launch(String name, List<String> command) {
        return () -> Worker.launch(name, command, logs.resolve(name + ".log"), START_LIMIT);
    }

    @Override
    public synchronized Fork untimed(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup,
            List<String> options) throws MeasurementFailure {
        WorkerFork fork = launched(kind, database, client, arm, setup, options);
        if (fork.introduce()) {
            place("untimed fork", fork,
                    process -> ThreadPlacement.moveAll(process, placement.allBesideTheClient(fork.pid())));
        }
        return fork;
    }

    @Override
    public void launch(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup, List<String> options)
            throws MeasurementFailure {
        launched(kind, database, client, arm, setup, options);
    }

    private synchronized WorkerFork launched(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup,
            List<String> options) throws MeasurementFailure {
        Key key = new Key(database, client, arm, kind.set, setup);
        RecordingFork known = untimed.get(key);
        // One that has died between two readings had nothing to do with the next.
        if (known == null || !known.fork().alive()) {
            if (known != null) {
                known.kill();
            }
            known = recording(database, client, arm, setup, kind.purpose, List.of(), options,
                    kind == Kind.METERED ? HarnessJars.meters() : List.of());
            untimed.put(key, known);
        }
        return known.fork();
    }

    @Override
    public void spread(Fork fork) throws MeasurementFailure {
        placeCompilers(fork, placement::everywhere);
    }

    @Override
    public void gather(Fork fork) throws MeasurementFailure {
        placeCompilers(fork, placement::besideTheClient);
    }

    @Override
    public synchronized void schedule(Fork fork, Scheduling way) throws MeasurementFailure {
        boolean other = way != Scheduling.FIRST;
        if (scheduling == Scheduling.FIRST && !placement.prefix(scheduling).isEmpty()
                && other != rescheduled.contains(fork)) {
            place("threads", fork, process -> ThreadPlacement.moveAll(process, way.worker(fork.pid())));
            if (other) {
                rescheduled.add(fork);
            } else {
                rescheduled.remove(fork);
            }
        }
    }

    private static void placeCompilers(Fork fork, LongFunction<List<String>> command) throws MeasurementFailure {
        place("compiler threads", fork, process -> ThreadPlacement.moveCompilers(process, command));
    }

    /** Moves threads of the process with this folder in {@code /proc}. */
    private interface Move {
        void of(Path process) throws IOException;
    }

    private static void place(String what, Fork fork, Move move) throws MeasurementFailure {
        try {
            move.of(Path.of("/proc", Long.toString(fork.pid())));
        } catch (IOException e) {
            throw new MeasurementFailure(
                    "the " + what + " of the " + fork.arm() + " arm cannot be placed: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void shutClients() {
        running.values().forEach(Forks::shut);
    }

    private static void shut(Fork fork) {
        try {
            fork.shut();
        } catch (MeasurementFailure e) {
            // CountingSlice reports connections that are left.
        }
    }

    @Override
    public synchronized void kill(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup) {
        RecordingFork fork = untimed.remove(new Key(database, client, arm, kind.set, setup));
        if (fork != null) {
            fork.kill();
        }
    }

    private List<String> command(ArmSetup setup, String name, List<String> prefix, List<String> options,
            List<Path> more) throws MeasurementFailure {
        String classPath = Stream
                .of(setup.harness().classPath().stream().map(this::copy), setup.recipe().classPath().stream(),
                        more.stream())
                .flatMap(entries -> entries)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> arguments = new ArrayList<>(jvmOptions);
        arguments.addAll(WARNINGS_TO_THE_LOG);
        // Behind what switches other logs off.
        arguments.addAll(options);
        arguments.addAll(List.of("-cp", quoted(classPath), MAIN));
        Path argumentFile = logs.resolve(name + ".args");
        try {
            Files.createDirectories(logs);
            Files.write(argumentFile, arguments);
        } catch (IOException e) {
            throw new MeasurementFailure("the worker's arguments cannot be written to " + argumentFile + ": " + e, e);
        }
        List<String> command = new ArrayList<>(prefix);
        command.add(setup.jdk().launcher().toString());
        command.add("@" + argumentFile);
        return command;
    }

    private static String quoted(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Ends the forks that neither a race of this client between these arms nor the reference of this database needs.
     */
    public synchronized void keepOnly(Dialect database, ClientId client, Map<Arm, ArmSetup> arms) {
        var warm = new HashMap<Key, Boolean>();
        running.forEach((key, fork) -> warm.put(key, fork.warm()));
        end(unwanted(warm, database, client, arms));
    }

    /**
     * Which forks a race cannot use. If one arm's forks could stay but the other arm's must be started, or were just
     * started, none stay: forks that have run for minutes are compiled better than fresh ones, which would look slower.
     *
     * @param running whether each of them has run a workload
     */
    static Predicate<Key> unwanted(Map<Key, Boolean> running, Dialect database, ClientId client,
            Map<Arm, ArmSetup> arms) {
        Predicate<Key> ofTheRace = key -> key.arm() != Arm.REFERENCE && key.database() == database
                && key.setup().equals(arms.get(key.arm())) && key.client().equals(key.setup().named().orElse(client));
        boolean equallyWarm = arms.keySet().stream().filter(arm -> arm != Arm.REFERENCE)
                .map(arm -> running.entrySet().stream()
                        .filter(fork -> fork.getKey().arm() == arm && ofTheRace.test(fork.getKey()))
                        .collect(Collectors.toMap(fork -> fork.getKey().set(), Map.Entry::getValue)))
                .distinct().count() <= 1;
        return key -> !(key.database() == database && key.arm() == Arm.REFERENCE
                || equallyWarm && ofTheRace.test(key));
    }

    @Override
    public synchronized void renew(int set) {
        if (running.entrySet().stream().anyMatch(fork -> fork.getKey().set() == set && !fork.getValue().alive())) {
            end(running, key -> key.set() == set, Fork::close);
        }
    }

    @Override
    public synchronized void release(Collection<Fork> set, boolean kept) {
        if (kept) {
            set.forEach(Forks::shut);
        } else {
            running.values().removeAll(set);
            set.forEach(Fork::close);
        }
    }

    @Override
    public synchronized void killAll() {
        running.values().forEach(Fork::kill);
        running.clear();
        untimed.values().forEach(RecordingFork::kill);
        untimed.clear();
    }

    private void end(Predicate<Key> unwanted) {
        end(running, unwanted, Fork::close);
        end(untimed, unwanted, RecordingFork::close);
    }

    private static <F> void end(Map<Key, F> forks, Predicate<Key> unwanted, Consumer<F> close) {
        forks.entrySet().removeIf(entry -> {
            if (unwanted.test(entry.getKey())) {
                close.accept(entry.getValue());
                return true;
            }
            return false;
        });
    }

    @Override
    public synchronized void close() {
        end(key -> true);
        harness.close();
    }
}
