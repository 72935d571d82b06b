package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class KernelTest {

    private static final String SOURCE = "sys/devices/system/clocksource/clocksource0/current_clocksource";

    @TempDir
    Path root;

    @Test
    void aQuickClockIsGood() {
        assertThat(Kernel.clock(Roots.with(root, SOURCE, "tsc\n"), 23.4))
                .isEqualTo(Finding.good("clock", "tsc, 23 ns per reading"));
    }

    @Test
    void aDearClockIsWorthARemarkWhateverItsName() {
        Finding finding = Kernel.clock(Roots.with(root, SOURCE, "acpi_pm\n"), 1200);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo("acpi_pm, 1200 ns per reading");
    }

    @Test
    void aSourceThatIsNotToldIsUnknownButItsPriceIsNot() {
        assertThat(Kernel.clock(root, 30).found()).isEqualTo("source unknown, 30 ns per reading");
    }

    @Test
    void readingTheClockHasAPrice() {
        assertThat(Kernel.nanosPerReading()).isBetween(0.1, 1e6);
    }

    @Test
    void cpusThatMayBeKeptAwakeAreGood() {
        Roots.with(root, "dev/cpu_dma_latency", "");
        assertThat(Kernel.idling(root.resolve("dev/cpu_dma_latency")))
                .isEqualTo(Finding.good("idle CPUs", "kept awake during a run"));
        assertThat(Kernel.idling(root.resolve("dev/none")).grade()).isEqualTo(Grade.UNKNOWN);
    }

    @Test
    void thePerformanceGovernorIsGood() {
        governor(0, "performance");
        governor(1, "performance");
        assertThat(Kernel.governor(root)).isEqualTo(Finding.good("governor", "performance"));
    }

    @Test
    void oneCpuUnderAnotherGovernorIsWorthARemark() {
        governor(0, "performance");
        governor(1, "powersave");
        Finding finding = Kernel.governor(root);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo("performance, powersave");
        assertThat(finding.advice()).contains("cpupower");
    }

    @Test
    void whatTheKernelDoesNotTellIsUnknown() {
        assertThat(Kernel.governor(root)).isEqualTo(Finding.unknown("governor", "there is no /sys"));
        Roots.with(root, "sys/devices/system/cpu/cpu0/online", "1");
        assertThat(Kernel.governor(root).grade()).isEqualTo(Grade.UNKNOWN);
    }

    private void governor(int cpu, String name) {
        Roots.with(root, "sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_governor", name + "\n");
    }
}
