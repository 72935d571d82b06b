package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    }
}
