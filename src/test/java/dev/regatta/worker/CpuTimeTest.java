package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class CpuTimeTest {

    @Test
    void timeAndTurnsOfEveryThreadAreRead(@TempDir Path tasks) throws Exception {
        thread(tasks, "10", "1000 7 3\n");
        thread(tasks, "11", "25 0 1\n");
        Files.createDirectories(tasks.resolve("12"));
        // Stands for a file that was open when its thread ended, which answers otherwise than one that is not there.
        Files.createDirectories(tasks.resolve("13").resolve("schedstat"));
        assertThat(new CpuTime(tasks).read()).isEqualTo(
                Map.of("10", new CpuTime.Turns(1000, 3), "11", new CpuTime.Turns(25, 1)));
    }

    @Test
    void newThreadsCountFromTheirStartAndEndedOnesNeverMakeItNegative() {
        Map<String, CpuTime.Turns> before = Map.of("old", new CpuTime.Turns(100, 5), "ended",
                new CpuTime.Turns(5000, 9));
        Map<String, CpuTime.Turns> after = Map.of("old", new CpuTime.Turns(130, 6), "new", new CpuTime.Turns(7, 2));
        assertThat(CpuTime.between(before, after)).isEqualTo(new CpuTime.Turns(37, 3));
    }

    @Test
    void compilerThreadsAreKnownByTheNameHotSpotGivesThem(@TempDir Path tasks) throws Exception {
        var turns = new CpuTime.Turns(1, 1);
        Map<String, CpuTime.Turns> reading = Map.of("10", turns, "11", turns, "12", turns);
        for (Map.Entry<String, String> comm : Map
                .of("10", "java\n", "11", "C2 CompilerThre\n", "12", "C1 CompilerThre\n")
                .entrySet()) {
            thread(tasks, comm.getKey(), "0 0 0");
            Files.writeString(tasks.resolve(comm.getKey()).resolve("comm"), comm.getValue());
        }
        assertThat(new CpuTime(tasks).ofCompilers(reading)).isEqualTo(Map.of("11", turns, "12", turns));
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
