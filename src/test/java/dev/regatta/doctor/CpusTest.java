package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class CpusTest {

    private static final Placement HALVES = new Placement(List.of(0), List.of(1));

    @TempDir
    Path root;

    @Test
    void numberAndModelAreTold() {
        machine("0-3");
        assertThat(Cpus.count(root, 4)).isEqualTo(Finding.good("CPUs", "4 of Test CPU 9000"));
    }

    @Test
    void aQuotaIsWorthARemark() {
        machine("0-3");
        Finding finding = Cpus.count(root, 2);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo("a quota allows the time of 2 of 4 of Test CPU 9000");
        assertThat(finding.advice()).contains("--cpuset-cpus");
    }

    @Test
    void theOnlyCpuIsWorthARemark() {
        machine("2");
        assertThat(Cpus.count(root, 1).grade()).isEqualTo(Grade.REMARK);
    }

    @Test
    void withoutProcNoRaceIsPossible() {
        assertThat(Cpus.count(root, 4).grade()).isEqualTo(Grade.BAD);
        assertThat(Cpus.count(root, 4).found()).startsWith("4 of ")
                .endsWith("without /proc nothing tells the CPU time of threads");
    }

    @Test
    void coresOfTheirOwnAreGood() {
        siblings(0, "0");
        siblings(1, "1");
        assertThat(Cpus.placement(root, HALVES)).isEqualTo(Finding.good("placement", "client=0 database=1"));
    }

    @Test
    void placementIsGoodAsFarAsIsKnownWhereCoresAreNotTold() {
        assertThat(Cpus.placement(root, HALVES).grade()).isEqualTo(Grade.GOOD);
    }

    @Test
    void aSharedCoreIsWorthARemark() {
        siblings(0, "0-1");
        siblings(1, "0-1");
        Finding finding = Cpus.placement(root, HALVES);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo("client=0 database=1, hyper-threads of one core");
    }

    @Test
    void pinningThatIsImpossibleIsOnlyARemark() {
        Finding finding = Cpus.placement(root, Placement.NONE);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.advice()).contains("taskset");
    }

    private void machine(String allowed) {
        Roots.with(root, "proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + allowed + "\n");
        Roots.with(root, "proc/cpuinfo", "processor\t: 0\nmodel name\t: Test CPU 9000\n");
    }

    private void siblings(int cpu, String threads) {
        Roots.with(root, "sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", threads + "\n");
    }
}
