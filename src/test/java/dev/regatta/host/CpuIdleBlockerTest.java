package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class CpuIdleBlockerTest {

    @TempDir
    Path folder;

    @Test
    void aLatencyOfZeroIsAskedForWhereThatIsPermitted() throws Exception {
        Path device = Files.writeString(folder.resolve("cpu_dma_latency"), "");
        try (CpuIdleBlocker idleBlocker = CpuIdleBlocker.keep(device)) {
            assertThat(idleBlocker.asFact()).isEqualTo("polling");
            assertThat(Files.readAllBytes(device)).containsExactly(0, 0, 0, 0);
        }
    }

    @Test
    void elsewhereCpusSleepAndTheFactSaysSo() {
        try (CpuIdleBlocker idleBlocker = CpuIdleBlocker.keep(folder.resolve("missing"))) {
            assertThat(idleBlocker.asFact()).isEqualTo("sleeping");
        }
    }

    @Test
    void whatCannotBeOpenedIsNoError() {
        try (CpuIdleBlocker idleBlocker = CpuIdleBlocker.keep(folder)) {
            assertThat(idleBlocker.asFact()).isEqualTo("sleeping");
        }
    }
}
