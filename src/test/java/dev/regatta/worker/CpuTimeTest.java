package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class CpuTimeTest {

    @Test
    void theFirstFieldOfEveryThreadIsRead(@TempDir Path tasks) throws Exception {
        thread(tasks, "10", "1000 7 3\n");
        thread(tasks, "11", "25 0 1\n");
        Files.createDirectories(tasks.resolve("12"));
        assertThat(new CpuTime(tasks).read()).isEqualTo(Map.of("10", 1000L, "11", 25L));
    }

    @Test
    void newThreadsCountFromTheirStartAndEndedOnesNeverMakeItNegative() {
        Map<String, Long> before = Map.of("old", 100L, "ended", 5000L);
        Map<String, Long> after = Map.of("old", 130L, "new", 7L);
        assertThat(CpuTime.between(before, after)).isEqualTo(37);
    }

    @Test
    void compilerThreadsAreKnownByTheNameHotSpotGivesThem(@TempDir Path tasks) throws Exception {
        Map<String, Long> reading = Map.of("10", 1000L, "11", 25L, "12", 7L);
        for (Map.Entry<String, String> comm : Map
                .of("10", "java\n", "11", "C2 CompilerThre\n", "12", "C1 CompilerThre\n")
                .entrySet()) {
            thread(tasks, comm.getKey(), "0 0 0");
            Files.writeString(tasks.resolve(comm.getKey()).resolve("comm"), comm.getValue());
        }
        assertThat(new CpuTime(tasks).ofCompilers(reading)).isEqualTo(Map.of("11", 25L, "12", 7L));
    }

    @Test
    void thisJvmHasCompilerThreads() throws Exception {
        CpuTime cpu = new CpuTime(Path.of("/proc/self/task"));
        assertThat(cpu.ofCompilers(cpu.read())).isNotEmpty();
    }

    private static void thread(Path tasks, String id, String schedstat) throws Exception {
        Files.createDirectories(tasks.resolve(id));
        Files.writeString(tasks.resolve(id).resolve("schedstat"), schedstat);
    }
}
