package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(after.stealSince(before, 100_000_000, List.of(0, 4))).isEqualTo(0.5);
    }

    @Test
    void stealIsAShareOfTheCpusAskedFor(@TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT);
        CpuMeter meter = new CpuMeter(root);
        CpuMeter.Reading before = meter.read().orElseThrow();
        write(root, "proc/stat", STAT.replace("0 3 0 0", "0 14 0 0"));
        CpuMeter.Reading after = meter.read().orElseThrow();
        assertThat(after.stealSince(before, 100_000_000, List.of(0, 1))).isEqualTo(0.5);
        assertThat(after.stealSince(before, 100_000_000, List.of(1))).isEqualTo(1);
        assertThat(after.stealSince(before, 100_000_000, List.of(0))).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2:cpu:/kube/pod, sys/fs/cgroup/cpu/kube/pod/cpu.stat, throttled_time 40000000",
            "'3:cpu,cpuacct:/', 'sys/fs/cgroup/cpu,cpuacct/cpu.stat', throttled_time 40000000",
            "0::/system.slice/x, sys/fs/cgroup/system.slice/x/cpu.stat, throttled_usec 40000",
            "0::/docker/abc, sys/fs/cgroup/cpu.stat, throttled_usec 40000"})
    void whatAQuotaTakesIsStolen(String cgroup, String file, String line, @TempDir Path root) throws Exception {
        write(root, "proc/stat", STAT);
        write(root, "proc/self/cgroup", "9:name=systemd:/\n" + cgroup + "\n");
        write(root, file, "nr_periods 7\nnr_throttled 0\n" + line.replaceAll("\\d+$", "0") + "\n");
        CpuMeter meter = new CpuMeter(root);
        CpuMeter.Reading before = meter.read().orElseThrow();
        write(root, file, "nr_periods 8\nnr_throttled 1\n" + line + "\n");
        assertThat(meter.read().orElseThrow().stealSince(before, 100_000_000, List.of(0, 1)))
                .isEqualTo(0.2);
    }

    /** Measured: the kernel counts there alone. */
    @ParameterizedTest
    @CsvSource({"2:cpu:/pod/app, sys/fs/cgroup/cpu, throttled_time 40000000",
            "0::/pod/app, sys/fs/cgroup, throttled_usec 40000"})
    void aQuotaOfACgroupAroundThisOneTakesAsMuch(String cgroup, String hierarchy, String line, @TempDir Path root)
            throws Exception {
        write(root, "proc/stat", STAT);
        write(root, "proc/self/cgroup", cgroup + "\n");
        String none = line.replaceAll("\\d+$", "0") + "\n";
        for (String level : List.of("/pod/app", "/pod", "")) {
            write(root, hierarchy + level + "/cpu.stat", level.isEmpty() ? "usage_usec 5\n" : none);
        }
        CpuMeter meter = new CpuMeter(root);
        CpuMeter.Reading before = meter.read().orElseThrow();
        write(root, hierarchy + "/pod/cpu.stat", line + "\n");
        assertThat(meter.read().orElseThrow().stealSince(before, 100_000_000, List.of(0, 1)))
                .isEqualTo(0.2);
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
