package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class SchedulingTest {

    @Test
    void aUserWhoMayNotRunInRealTimeSharesTheCpus() {
        assertThat(Scheduling.of(command -> command.equals(List.of("chrt", "--rr", "1", "true"))))
                .isEqualTo(Scheduling.FIRST);
        assertThat(Scheduling.of(command -> false)).isEqualTo(Scheduling.SHARED);
    }

    /** A client that spins would else keep the CPU from the process that ends it. */
    @Test
    void nothingRunsInRealTimeWhereThatMayTakeAllOfACpu(@TempDir Path folder) throws IOException {
        Path setting = folder.resolve("sched_rt_runtime_us");
        assertThat(Scheduling.leavesTimeToOthers(setting)).isFalse();
        Files.writeString(setting, "-1\n");
        assertThat(Scheduling.leavesTimeToOthers(setting)).isFalse();
        Files.writeString(setting, "950000\n");
        assertThat(Scheduling.leavesTimeToOthers(setting)).isTrue();
    }

    @Test
    void workersRunInRealTimeAsTheServerDoes() {
        assertThat(Scheduling.FIRST.worker()).containsExactly("chrt", "--rr", "1");
        assertThat(Scheduling.SHARED.worker()).isEmpty();
    }

    @Test
    void aServerThatRunsAlreadyIsScheduledWithAllItsThreads() {
        assertThat(Scheduling.FIRST.server(42)).containsExactly("chrt", "--all-tasks", "--rr", "--pid", "1", "42");
        assertThat(Scheduling.SHARED.server(42)).containsExactly("chrt", "--all-tasks", "--batch", "--pid", "0", "42");
    }

    @Test
    void aWorkerThatRunsAlreadyIsScheduledWithAllItsThreads() {
        assertThat(Scheduling.FIRST.worker(42)).containsExactly("chrt", "--all-tasks", "--rr", "--pid", "1", "42");
        assertThat(Scheduling.SHARED.worker(42)).containsExactly("chrt", "--all-tasks", "--other", "--pid", "0", "42");
    }

    @Test
    void aServerThatIsLeftIsScheduledAsAnyOtherWithWhatItStarted() throws IOException, InterruptedException {
        Process server = new ProcessBuilder("chrt", "--batch", "0", "sh", "-c", "sleep 60; true").start();
        try {
            while (server.descendants().findAny().isEmpty()) {
                Thread.sleep(1);
            }
            long child = server.descendants().findAny().orElseThrow().pid();
            assertThat(policy(child)).contains("SCHED_BATCH");
            Scheduling.leave(server.pid());
            assertThat(policy(server.pid())).contains("SCHED_OTHER");
            assertThat(policy(child)).contains("SCHED_OTHER");
        } finally {
            ChildProcess.kill(server);
        }
    }

    private static String policy(long pid) throws IOException {
        return ShortCommand.run(new ProcessBuilder("chrt", "--pid", Long.toString(pid)), ShortCommand.LIMIT).output();
    }

    @Test
    void itsFactIsThePolicyOfTheServer() {
        assertThat(Scheduling.fact(Optional.of(Scheduling.FIRST))).isEqualTo("rr");
        assertThat(Scheduling.fact(Optional.of(Scheduling.SHARED))).isEqualTo("batch");
        assertThat(Scheduling.fact(Optional.empty())).isEqualTo("default");
    }
}
