package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

class ProcessTreeTest {

    @TempDir
    Path proc;

    @Test
    void threadsAndDescendantsAreSummed() throws IOException {
        thread(1, 1, 100, "2 ");
        thread(1, 11, 10, "");
        thread(2, 2, 1_000, "3");
        thread(3, 3, 10_000, "");
        assertThat(new ProcessTree(proc, 1).cpuNanos()).hasValue(11_110);
    }

    @Test
    void timeOfAnEndedProcessStays() throws IOException {
        thread(1, 1, 100, "2");
        thread(2, 2, 1_000, "");
        var tree = new ProcessTree(proc, 1);
        tree.cpuNanos();
        thread(1, 1, 200, "");
        assertThat(tree.cpuNanos()).hasValue(1_200);
        assertThat(tree.cpuNanos()).hasValue(1_200);
    }

    @Test
    void aProcessThatCameAndWentBetweenTwoReadingsIsInWhatItsParentKnows() throws IOException {
        thread(1, 1, 100, "");
        var tree = new ProcessTree(proc, 1);
        assertThat(tree.cpuNanos()).hasValue(100);
        stat(1, 2, 1);
        assertThat(tree.cpuNanos()).hasValue(30_000_100);
    }

    @Test
    void aProcessThatWasSeenIsNotCountedTwiceWhenItHasEnded() throws IOException {
        thread(1, 1, 100, "2");
        thread(2, 2, 44_000_000, "");
        var tree = new ProcessTree(proc, 1);
        assertThat(tree.cpuNanos()).hasValue(44_000_100);
        thread(1, 1, 100, "");
        assertThat(tree.cpuNanos()).as("not waited for yet").hasValue(44_000_100);
        stat(1, 3, 1);
        assertThat(tree.cpuNanos()).as("cut to ticks").hasValue(44_000_100);
        stat(1, 5, 2);
        assertThat(tree.cpuNanos()).as("with one that was never seen").hasValue(70_000_100);
    }

    @Test
    void aThreadThatEndedInAProcessThatGoesOnStays() throws IOException {
        thread(1, 1, 100, "");
        thread(1, 11, 50_000_000, "");
        var tree = new ProcessTree(proc, 1);
        tree.cpuNanos();
        for (String file : List.of("11/schedstat", "11/children", "11")) {
            Files.delete(proc.resolve("1/task").resolve(file));
        }
        stat(1, 1, 0);
        assertThat(tree.cpuNanos()).hasValue(60_000_100);
    }

    @Test
    void aThreadThatStartedIsFound() throws IOException {
        thread(1, 1, 100, "");
        var tree = new ProcessTree(proc, 1);
        assertThat(tree.cpuNanos()).hasValue(100);
        thread(1, 11, 7, "");
        stat(1, 0, 0, 2);
        assertThat(tree.cpuNanos()).hasValue(107);
        thread(1, 11, 8, "");
        assertThat(tree.cpuNanos()).hasValue(108);
    }

    /** A shell that waits for its end, and one of its own that works meanwhile: with the files of a real kernel. */
    @Test
    void aProcessOfThisMachineIsCountedWhileItRunsAndAfterItsEnd() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c",
                "(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done); echo over; read end").start();
        try (var said = shell.inputReader()) {
            var tree = new ProcessTree(Path.of("/proc"), shell.pid());
            long first = tree.cpuNanos().orElseThrow();
            for (int i = 0; i < 500 && tree.cpuNanos().orElseThrow() < first + 50_000_000; i++) {
                Thread.sleep(10);
            }
            long counted = tree.cpuNanos().orElseThrow();
            assertThat(counted - first).isGreaterThan(50_000_000);
            assertThat(said.readLine()).isEqualTo("over");
            assertThat(tree.cpuNanos().orElseThrow()).isGreaterThanOrEqualTo(counted);
        } finally {
            shell.destroy();
            shell.waitFor();
        }
        assertThat(new ProcessTree(Path.of("/proc"), shell.pid()).cpuNanos()).isEmpty();
    }

    @Test
    void aThreadIdGivenAgainCountsTwice() throws IOException {
        thread(1, 1, 100, "2");
        thread(2, 2, 1_000, "");
        var tree = new ProcessTree(proc, 1);
        tree.cpuNanos();
        thread(2, 2, 5, "");
        assertThat(tree.cpuNanos()).hasValue(1_105);
    }

    @Test
    void aProcessThatCannotBeReadHasNoReadingRatherThanZero() {
        assertThat(new ProcessTree(proc, 1).cpuNanos()).isEqualTo(OptionalLong.empty());
    }

    @Test
    void sharedMemoryIsCountedOnce() throws IOException {
        thread(1, 1, 100, "2");
        thread(2, 2, 1_000, "");
        Files.writeString(proc.resolve("1/smaps_rollup"), "0-1 ---p 0 [rollup]\nRss: 900 kB\nPss:      30 kB\n");
        Files.writeString(proc.resolve("2/smaps_rollup"), "0-1 ---p 0 [rollup]\nRss: 900 kB\nPss:      12 kB\n");
        assertThat(new ProcessTree(proc, 1).memoryBytes()).hasValue(42 * 1024);
        assertThat(new ProcessTree(proc, 2).memoryBytes()).hasValue(12 * 1024);
        assertThat(new ProcessTree(proc, 3).memoryBytes()).isEqualTo(OptionalLong.empty());
    }

    private void thread(long pid, long tid, long nanos, String children) throws IOException {
        Path thread = Files.createDirectories(proc.resolve(pid + "/task/" + tid));
        Files.writeString(thread.resolve("schedstat"), nanos + " 7 8\n");
        Files.writeString(thread.resolve("children"), children);
        stat(pid, 0, 0);
    }

    /** With the ticks that ended children had used, and a name that would confuse whoever splits at blanks. */
    private void stat(long pid, long user, long system) throws IOException {
        stat(pid, user, system, 1);
    }

    private void stat(long pid, long user, long system, int threads) throws IOException {
        Files.writeString(proc.resolve(pid + "/stat"), pid + " (a) server) S 1 1 1 0 -1 4194560 1 1 1 1 9 9 " + user
                + " " + system + " 20 0 " + threads + " 0\n");
    }
}
