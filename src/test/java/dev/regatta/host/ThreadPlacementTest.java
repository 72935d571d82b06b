package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** On this very JVM. */
class ThreadPlacementTest {

    private static final Path SELF = Path.of("/proc/self");
    private final Placement placement = Placement.detect();

    @BeforeEach
    void whereThreadsCanBePlaced() {
        assumeThat(placement).as("two CPUs, taskset and /proc").isNotEqualTo(Placement.NONE);
    }

    @AfterEach
    void asBefore() throws Exception {
        ThreadPlacement.moveCompilers(SELF, placement::everywhere);
    }

    @Test
    void compilerThreadsMoveAndNoOthers() throws Exception {
        ThreadPlacement.moveCompilers(SELF, placement::besideTheClient);
        assertThat(ThreadPlacement.compilers(SELF)).isNotEmpty()
                .allSatisfy(thread -> assertThat(cpus(thread)).isEqualTo(placement.clientCpus()));
        assertThat(Placement.allowedTo(SELF)).hasSizeGreaterThan(placement.clientCpus().size());
        ThreadPlacement.moveCompilers(SELF, placement::everywhere);
        assertThat(ThreadPlacement.compilers(SELF)).isNotEmpty()
                .allSatisfy(thread -> assertThat(cpus(thread)).containsAll(placement.databaseCpus()));
    }

    @Test
    void whereNothingIsPlacedNothingMoves() throws Exception {
        ThreadPlacement.moveCompilers(Path.of("/proc/no/such/process"), Placement.NONE::everywhere);
    }

    @Test
    void aThreadThatCannotBeMovedIsAFailure() {
        assertThatThrownBy(() -> ThreadPlacement.moveCompilers(SELF, thread -> List.of("false")))
                .isInstanceOf(IOException.class).hasMessageContaining("a compiler thread could not be placed");
    }

    @Test
    @Timeout(20)
    void aCommandThatHangsIsAFailure() {
        assertThatThrownBy(
                () -> ThreadPlacement.moveCompilers(SELF, thread -> List.of("sleep", "60"), Duration.ofSeconds(1)))
                .isInstanceOf(IOException.class).hasMessage("sleep 60 did not end within 1 s");
    }

    @Test
    void allThreadsOfAProcessMove() throws Exception {
        Process server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-m",
                "jdk.httpserver", "-b", "127.0.0.1", "-p", "0").redirectErrorStream(true).start();
        try {
            server.inputReader().readLine();
            Path folder = Path.of("/proc", Long.toString(server.pid()));
            assertThat(Placement.allowedTo(folder)).hasSizeGreaterThan(placement.clientCpus().size());
            ThreadPlacement.moveAll(folder, placement.allBesideTheClient(server.pid()));
            try (Stream<Path> threads = Files.list(folder.resolve("task"))) {
                assertThat(threads.map(Placement::allowedTo).toList()).hasSizeGreaterThan(2)
                        .containsOnly(placement.clientCpus());
            }
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void aProcessThatCannotBeMovedIsAFailure() {
        assertThatThrownBy(() -> ThreadPlacement.moveAll(SELF, List.of("false"))).isInstanceOf(IOException.class)
                .hasMessageContaining("a process could not be placed");
    }

    @Test
    void noThreadMovesWhereNothingIsPlaced() throws Exception {
        ThreadPlacement.moveAll(Path.of("/proc/no/such/process"), Placement.NONE.allBesideTheClient(1));
    }

    private static List<Integer> cpus(long thread) {
        return Placement.allowedTo(SELF.resolve("task").resolve(Long.toString(thread)));
    }
}
