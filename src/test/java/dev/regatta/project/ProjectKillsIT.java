package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The test JVM, the engine or a worker is killed while a project's code is timed: the build ends with one sentence, and
 * nothing that was started is left. {@code mvn verify -Dit.test=ProjectKillsIT}: some minutes.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ProjectKillsIT {

    private static final String CELL = "postgresql/shop.OrderRepositoryRaceIT/platform/openOrders()";
    /** Longer than other runs on this host are waited for. */
    private static final long LONGEST_SECONDS = 900;
    private static final long ENDING_SECONDS = 30;

    private final Map<Long, ProcessHandle> seen = new LinkedHashMap<>();
    private OrdersProject project;
    private Path log;
    private Process build;

    @BeforeAll
    void make(@TempDir Path folder) throws IOException {
        project = OrdersProject.in(folder);
        project.replace(OrdersProject.REPOSITORY, "new LinkedHashMap<>()", "new LinkedHashMap<>(32)");
    }

    @BeforeEach
    void race() throws Exception {
        log = Files.createTempFile(project.folder(), "killed", ".log");
        build = project.started(log, "main", "-Dregatta.cells=" + CELL);
        await("slices are timed", () -> said().contains(" pairs, throughput "));
    }

    @AfterEach
    void end() {
        seen.values().forEach(ProcessHandle::destroyForcibly);
        seen.clear();
        build.destroyForcibly();
        System.out.println(said());
    }

    @Test
    void aKilledTestJvmTakesTheEngineAndItsWorkersWithIt() throws Exception {
        kill(running("EngineMain").parent().orElseThrow());
        assertThat(build.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(build.exitValue()).isNotZero();
        nothingIsLeft();
    }

    @Test
    void aKilledEngineIsOneSentenceAndLeavesNothing() throws Exception {
        kill(running("EngineMain"));
        assertThat(build.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(build.exitValue()).isNotZero();
        assertThat(said()).containsPattern("the engine, process \\d+, was killed by signal 9 before it had answered"
                + " 'race', so that nothing is known").contains("left by a session that was killed")
                .contains("Tests run: 3, Failures: 0, Errors: 1");
        nothingIsLeft();
    }

    @Test
    void aKilledWorkerIsSaidInTheVerdict() throws Exception {
        kill(running("platform-candidate-"));
        assertThat(build.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(said()).containsPattern(CELL.replaceAll("[()]", ".") + ".*worker .* ended with exit code 137");
        nothingIsLeft();
    }

    /** The newest process whose command line has this. */
    private ProcessHandle running(String words) {
        note();
        return seen.values().stream().filter(ProcessHandle::isAlive).filter(one -> line(one).contains(words))
                .reduce((first, last) -> last).orElseThrow(() -> new AssertionError("no process " + words));
    }

    /** As a whole: class paths are longer than what {@link ProcessHandle} tells. */
    private static String line(ProcessHandle of) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(of.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static void kill(ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-9", Long.toString(process.pid())).start().waitFor()).isZero();
    }

    private void nothingIsLeft() throws Exception {
        List<Long> engines = new ArrayList<>(seen.keySet());
        assertThat(engines).hasSizeGreaterThan(5);
        await("all that was started has ended", ENDING_SECONDS,
                () -> seen.values().stream().noneMatch(ProcessHandle::isAlive));
        List<Path> left = new ArrayList<>();
        for (Path base : List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))) {
            try (Stream<Path> ours = Files.list(base)) {
                for (Path of : ours.filter(path -> path.getFileName().toString().startsWith("regatta-"))
                        .filter(Files::isDirectory).toList()) {
                    try (Stream<Path> sessions = Files.list(of)) {
                        sessions.filter(session -> engines.stream()
                                .anyMatch(pid -> session.getFileName().toString().startsWith(pid + "-")))
                                .forEach(left::add);
                    }
                }
            }
        }
        assertThat(left).isEmpty();
    }

    private void await(String what, BooleanSupplier reached) throws Exception {
        await(what, LONGEST_SECONDS, () -> {
            assertThat(build.isAlive()).as("the build goes on until " + what + ": " + said()).isTrue();
            return reached.getAsBoolean();
        });
    }

    private void await(String what, long seconds, BooleanSupplier reached) throws Exception {
        long deadline = Clock.nanos() + TimeUnit.SECONDS.toNanos(seconds);
        while (!reached.getAsBoolean()) {
            assertThat(Clock.nanos()).as(what + " within " + seconds + " s, of " + seen.values().stream()
                    .filter(ProcessHandle::isAlive).map(ProjectKillsIT::line).toList()).isLessThan(deadline);
            note();
            Thread.sleep(50);
        }
        note();
    }

    /** What outlives its parent is no descendant any more. */
    private void note() {
        build.descendants().forEach(one -> seen.putIfAbsent(one.pid(), one));
    }

    private String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
