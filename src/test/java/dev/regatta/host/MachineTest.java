package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class MachineTest {

    @TempDir
    Path root;

    @Test
    void withoutProcNoRaceIsPossible() {
        assertThatThrownBy(() -> Machine.require(root)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a race needs Linux with /proc, where ")
                .hasMessageContaining(root + "/proc/thread-self is missing");
    }

    /** Only a running thread can follow the link. */
    @Test
    void withItOneIs() throws Exception {
        Files.createDirectories(root.resolve("proc"));
        Files.createSymbolicLink(root.resolve("proc/thread-self"), Path.of("1/task/1"));
        assertThatCode(() -> Machine.require(root)).doesNotThrowAnyException();
    }

    @Test
    void theModelIsReadWhereItIsTold() throws Exception {
        Files.createDirectories(root.resolve("proc"));
        assertThat(Machine.facts(root)).containsEntry("cpu.model", System.getProperty("os.arch"));
        Files.writeString(root.resolve("proc/cpuinfo"), "processor : 0\nmodel name : Test CPU 9000\n");
        assertThat(Machine.facts(root)).containsEntry("cpu.model", "Test CPU 9000");
    }
}
