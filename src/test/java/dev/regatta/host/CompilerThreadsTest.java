package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** On this very JVM. */
class CompilerThreadsTest {

    private static final Path SELF = Path.of("/proc/self");
    private final Placement placement = Placement.detect();

    @BeforeEach
    void whereThreadsCanBePlaced() {
        assumeThat(placement).as("two CPUs, taskset and /proc").isNotEqualTo(Placement.NONE);
    }

    @AfterEach
    void asBefore() throws Exception {
        CompilerThreads.move(SELF, placement::everywhere);
    }

    @Test
    void compilerThreadsMoveAndNoOthers() throws Exception {
        CompilerThreads.move(SELF, placement::besideTheClient);
        assertThat(CompilerThreads.of(SELF)).isNotEmpty()
                .allSatisfy(thread -> assertThat(cpus(thread)).isEqualTo(placement.clientCpus()));
        assertThat(Placement.allowedTo(SELF)).hasSizeGreaterThan(placement.clientCpus().size());
        CompilerThreads.move(SELF, placement::everywhere);
        assertThat(CompilerThreads.of(SELF)).isNotEmpty()
                .allSatisfy(thread -> assertThat(cpus(thread)).containsAll(placement.databaseCpus()));
    }

    @Test
    void whereNothingIsPlacedNothingMoves() throws Exception {
        CompilerThreads.move(Path.of("/proc/no/such/process"), Placement.NONE::everywhere);
    }

    @Test
    void aThreadThatCannotBeMovedIsAFailure() {
        assertThatThrownBy(() -> CompilerThreads.move(SELF, thread -> List.of("false")))
                .isInstanceOf(IOException.class).hasMessageContaining("a compiler thread could not be placed");
    }

    @Test
    @Timeout(20)
    void aCommandThatHangsIsAFailure() {
        assertThatThrownBy(() -> CompilerThreads.move(SELF, thread -> List.of("sleep", "60"), Duration.ofSeconds(1)))
                .isInstanceOf(IOException.class).hasMessage("sleep 60 did not end within 1 s");
    }

    private static List<Integer> cpus(long thread) {
        return Placement.allowedTo(SELF.resolve("task").resolve(Long.toString(thread)));
    }
}
