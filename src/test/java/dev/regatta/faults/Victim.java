package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Clock;
import dev.regatta.recipe.Candidates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A run of one cell in a process of its own, with all the processes that it starts.
 */
final class Victim implements AutoCloseable {

    private static final String POSTGRESQL = "pgjdbc+hikari";
    private static final String MARIADB = "mariadb+hikari";
    /** The main process of a server, as its command line begins. */
    private static final Pattern SERVER = Pattern.compile("bin/(postgres -D |mariadbd )");
    private static final Duration LONGEST = Duration.ofMinutes(3);
    /** Said of a cell once it is measured: its verdict, which may have a reason in brackets. */
    static final Pattern MEASURED = Pattern.compile("select-1: [\\w ()]+ after \\d+ pairs");

    private final Process process;
    private final Path log;
    private final Map<Long, ProcessHandle> seen = Collections.synchronizedMap(new LinkedHashMap<>());

    private Victim(Process process, Path log) {
        this.process = process;
        this.log = log;
        note();
    }

    /**
     * Starts one on an embedded server.
     *
     * @param folder receives its results and what it says
     */
    static Victim start(Path folder) throws IOException {
        return start(folder, Map.of(), "--database", "embedded");
    }

    /**
     * Starts one.
     *
     * @param folder      receives its results and what it says
     * @param environment variables it gets beside those of this JVM
     * @param more        which database, and further arguments
     */
    static Victim start(Path folder, Map<String, String> environment, String... more) throws IOException {
        return ofEquals(folder, environment, POSTGRESQL, "platform", more);
    }

    /** Starts one on an embedded MariaDB. */
    static Victim onMariaDb(Path folder) throws IOException {
        return ofEquals(folder, Map.of(), MARIADB, "platform", "--database", "embedded");
    }

    /** Starts one whose client runs on virtual threads, so that what pins them is recorded. */
    static Victim ofVirtualThreads(Path folder, Map<String, String> environment, String... more) throws IOException {
        return ofEquals(folder, environment, POSTGRESQL, "virtual", more);
    }

    private static Victim ofEquals(Path folder, Map<String, String> environment, String stack, String threading,
            String... more) throws IOException {
        String root = Candidates.load().rootCoordinates(stack).getFirst();
        return racing(folder, environment, stack + "/" + threading, root, root, more);
    }

    /** Starts one of two releases that cannot be told equal: the newer waits up to a millisecond in every query. */
    static Victim ofACollapse(Path folder) throws IOException {
        return racing(folder, Map.of(), POSTGRESQL + "/platform", "42.2.20", "42.2.21", "--database", "embedded",
                "--budget", "1m");
    }

    /**
     * Starts one on an embedded server in other surroundings, for a verdict of any kind.
     *
     * @param folder       receives its results and what it says
     * @param surroundings a command that makes them and runs what is behind it there
     * @param classPath    as it is found there
     */
    static Victim in(List<String> surroundings, String classPath, Path folder, String... more) throws IOException {
        String root = Candidates.load().rootCoordinates(POSTGRESQL).getFirst();
        var command = new ArrayList<>(surroundings);
        command.addAll(racing(folder, classPath, POSTGRESQL + "/platform", root, root));
        command.addAll(List.of("--budget", "10s", "--database", "embedded"));
        command.addAll(List.of(more));
        return run(folder, folder, Map.of(), command);
    }

    private static Victim racing(Path folder, Map<String, String> environment, String client, String baseline,
            String candidate, String... more) throws IOException {
        var command = racing(folder, System.getProperty("java.class.path"), client, baseline, candidate);
        if (!List.of(more).contains("--budget")) {
            command.addAll(List.of("--budget", "30s"));
        }
        command.addAll(List.of(more));
        return run(folder, folder, environment, command);
    }

    private static List<String> racing(Path folder, String classPath, String client, String baseline,
            String candidate) {
        var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(), "-Xmx768m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                // Users have no logging library on the class path of ./regatta.
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp", classPath,
                "dev.regatta.cli.Regatta", "compare", "--client", client, "--workload",
                "select-1",
                "--baseline", baseline, "--candidate", candidate,
                "-Dregatta.results=" + folder.resolve("results"), "-Dregatta.watchdog=5s",
                "-Dregatta.lock.wait=5s"));
        Optional.ofNullable(System.getProperty("regatta.offline"))
                .ifPresent(offline -> command.add("-Dregatta.offline=" + offline));
        return command;
    }

    /**
     * Starts {@code mvn verify} of one cell on an embedded PostgreSQL.
     *
     * @param folder   receives what it says
     * @param checkout where it runs
     */
    static Victim maven(Path folder, Path checkout, String... more) throws IOException {
        var command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "verify", "-DskipUTs", "-Dregatta.database=embedded",
                "-Dregatta.cells=postgresql/pgjdbc+hikari/platform/select-1", "-Dregatta.lock.wait=5s"));
        command.addAll(List.of(more));
        return run(folder, checkout, Map.of(), command);
    }

    private static Victim run(Path folder, Path workingFolder, Map<String, String> environment, List<String> command)
            throws IOException {
        // Whatever started this build in the background may have it ignore SIGINT, which children inherit.
        var whole = new ArrayList<>(List.of("env", "--default-signal=INT"));
        whole.addAll(command);
        Path log = Files.createTempFile(folder, "victim", ".log");
        var builder = new ProcessBuilder(whole).directory(workingFolder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new Victim(builder.start(), log);
    }

    /** Waits until the run is in {@code phase}. */
    void await(Phase phase) throws InterruptedException {
        long deadlineNanos = Clock.nanos() + LONGEST.toNanos();
        while (!reached(phase)) {
            assertThat(process.isAlive()).as("alive before " + phase + ": " + output()).isTrue();
            assertThat(Clock.nanos()).as(phase + " is reached: " + output()).isLessThan(deadlineNanos);
            Thread.sleep(10);
        }
        // Some way into it.
        Thread.sleep(switch (phase) {
            case WARMING_UP -> 2_000;
            case WRITING, CLOSING -> 0;
            default -> 30;
        });
        note();
    }

    private boolean reached(Phase phase) {
        note();
        return switch (phase) {
            case STARTING -> descendants().anyMatch(one -> line(one).contains("postgres"));
            case FILLING -> fork("wire-platform-reference-1").isPresent();
            // Only of a race this is said; what Maven measures here is none.
            case WARMING_UP -> output().contains(": counted, now the times decide")
                    || output().contains("[INFO]") && fork("-diagnostic").isPresent();
            case SLICES -> output().contains(" pairs, throughput ");
            case COUNTING -> fork("-diagnostic").isPresent();
            case WRITING -> MEASURED.matcher(output()).find();
            case CLOSING -> output().contains("\nreport: ") || output().contains("untimed, took ");
        };
    }

    /** The fork of this name. */
    Optional<ProcessHandle> fork(String name) {
        return descendants().filter(one -> line(one).contains(name + ".args")).findFirst();
    }

    /** The relay that adds latency. */
    ProcessHandle relay() {
        return descendants().filter(one -> line(one).contains("RelayMain")).findFirst().orElseThrow();
    }

    /** The server's main process. */
    ProcessHandle server() {
        return descendants().filter(one -> SERVER.matcher(line(one)).find()).findFirst().orElseThrow();
    }

    /** The command's own process. */
    ProcessHandle itself() {
        return process.toHandle();
    }

    /** Sends a signal, as {@code kill} names it. */
    static void signal(ProcessHandle to, String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).start().waitFor()).isZero();
    }

    /** Waits for the end, at most so long, and answers the exit code. */
    int end(Duration limit) throws InterruptedException {
        long deadlineNanos = Clock.nanos() + limit.toNanos();
        while (process.isAlive() && Clock.nanos() < deadlineNanos) {
            note();
            Thread.sleep(20);
        }
        assertThat(process.isAlive()).as("still runs after " + limit + ": " + output()).isFalse();
        return process.exitValue();
    }

    /** What it has said so far. */
    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processes it started that are still there, after up to 5 s for those that end. */
    List<String> processesLeft() throws InterruptedException {
        List<String> left = List.of();
        for (int i = 0; i < 50; i++) {
            left = seen.values().stream().filter(ProcessHandle::isAlive).map(Victim::line).toList();
            if (left.isEmpty()) {
                break;
            }
            Thread.sleep(100);
        }
        return left;
    }

    /** The folders of its session that are still there. */
    List<Path> foldersLeft() throws IOException {
        var left = new ArrayList<Path>();
        for (Path base : List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))) {
            for (Path ours : matching(base, "regatta-*")) {
                left.addAll(matching(ours, process.pid() + "-*"));
            }
        }
        return left;
    }

    private static List<Path> matching(Path folder, String glob) throws IOException {
        var paths = new ArrayList<Path>();
        if (Files.isDirectory(folder)) {
            try (var entries = Files.newDirectoryStream(folder, glob)) {
                entries.forEach(paths::add);
            }
        }
        return paths;
    }

    /** Notes all descendants: what outlives its parent is none any more. */
    private void note() {
        process.descendants().forEach(one -> seen.putIfAbsent(one.pid(), one));
    }

    private Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    private static String line(ProcessHandle of) {
        return of.info().commandLine().orElse("");
    }

    @Override
    public void close() {
        seen.values().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
