package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CpuMeterTest {

    private static final String STAT = """
            cpu  30 0 20 1000 0 0 0 4 0 0
            cpu0 10 0 5 500 0 0 0 1 0 0
            cpu1 20 0 15 500 0 0 0 3 0 0
            intr 1 2 3
            """;

    @Test
    void nanosecondsOfTheRootCgroupAreUsedWhereTheyAreTheMachines(@TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT);
        write(root, "proc/self/cgroup", "2:cpuacct:/\n1:cpu:/\n");
        write(root, "sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", "100 200 \n");
        CpuMeter.Reading before = new CpuMeter(root).read().orElseThrow();
        write(root, "sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", "150 900 \n");
        CpuMeter.Reading after = new CpuMeter(root).read().orElseThrow();
        assertThat(after.busySince(before, List.of(0))).isEqualTo(50);
        assertThat(after.busySince(before, List.of(0, 1))).isEqualTo(750);
    }

    @Test
    void insideAnotherCgroupItsOwnCountersAreNotTakenForTheMachines(@TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT);
        write(root, "proc/self/cgroup", "2:cpuacct:/docker/abc\n");
        write(root, "sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", "1 2\n");
        assertThat(new CpuMeter(root).read().orElseThrow().busyNanos()).containsExactly(150_000_000, 350_000_000);
    }

    @Test
    void ticksAreRoundedDownSoThatTheyNeverClaimTooMuch(@TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT);
        CpuMeter meter = new CpuMeter(root);
        CpuMeter.Reading before = meter.read().orElseThrow();
        write(root, "proc/stat", STAT.replace("cpu1 20 0", "cpu1 25 0"));
        CpuMeter.Reading after = meter.read().orElseThrow();
        assertThat(after.busySince(before, List.of(1))).isEqualTo(30_000_000);
        assertThat(after.busySince(before, List.of(0))).isZero();
    }

    @Test
    void cpusAreKnownByTheirNumbersWhereSomeAreOffline(@TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT.replace("cpu1", "cpu4"));
        CpuMeter meter = new CpuMeter(root);
        CpuMeter.Reading before = meter.read().orElseThrow();
        write(root, "proc/stat", STAT.replace("cpu1 20 0", "cpu4 25 0").replace("0 3 0 0", "0 14 0 0"));
        CpuMeter.Reading after = meter.read().orElseThrow();
        assertThat(after.busySince(before, List.of(0))).isZero();
        assertThat(after.busySince(before, List.of(4))).isEqualTo(30_000_000);
        assertThat(after.stealSince(before, 100_000_000).getAsDouble()).isEqualTo(0.5);
    }

    @Test
    void stealIsAShareOfAllCpus(@TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT);
        CpuMeter meter = new CpuMeter(root);
        CpuMeter.Reading before = meter.read().orElseThrow();
        write(root, "proc/stat", STAT.replace("0 3 0 0", "0 14 0 0"));
        assertThat(meter.read().orElseThrow().stealSince(before, 100_000_000).getAsDouble()).isEqualTo(0.5);
    }

    @Test
    void withoutASourceTheReadingIsAbsent(@TempDir Path root) {
        assertThat(new CpuMeter(root).read()).isEmpty();
    }

    private static void write(Path root, String file, String text) throws Exception {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
