package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class MemoryTest {

    private static final long GIB = 1L << 30;

    @Test
    void moreThanAGibIsGood() {
        assertThat(Memory.of("tmpfs", 3 * GIB / 2)).isEqualTo(Finding.good("free tmpfs", "1.5 GiB in /dev/shm"));
    }

    @Test
    void lessIsWorthARemark() {
        Finding finding = Memory.of("tmpfs", 64 << 20);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo("0.1 GiB in /dev/shm");
        assertThat(finding.advice()).contains("--shm-size=2g");
    }

    @Test
    void aDiskIsNoMemory() {
        Finding finding = Memory.of("ext4", 100 * GIB);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo("100.0 GiB in /dev/shm, which is ext4 and not in memory");
    }

    @Test
    void theFolderIsLookedAt(@TempDir Path root) throws IOException {
        assertThat(Memory.here(root).grade()).isEqualTo(Grade.UNKNOWN);
        Files.createDirectories(root.resolve("dev/shm"));
        assertThat(Memory.here(root).found()).contains(" GiB in /dev/shm");
    }
}
