package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class WakefulnessTest {

    @TempDir
    Path folder;

    @Test
    void aLatencyOfZeroIsAskedForWhereThatIsPermitted() throws Exception {
        Path device = Files.writeString(folder.resolve("cpu_dma_latency"), "");
        try (Wakefulness wakefulness = Wakefulness.keep(device)) {
            assertThat(wakefulness.asFact()).isEqualTo("polling");
            assertThat(Files.readAllBytes(device)).containsExactly(0, 0, 0, 0);
        }
    }

    @Test
    void elsewhereCpusSleepAndTheFactSaysSo() {
        try (Wakefulness wakefulness = Wakefulness.keep(folder.resolve("missing"))) {
            assertThat(wakefulness.asFact()).isEqualTo("sleeping");
        }
    }

    @Test
    void whatCannotBeOpenedIsNoError() {
        try (Wakefulness wakefulness = Wakefulness.keep(folder)) {
            assertThat(wakefulness.asFact()).isEqualTo("sleeping");
        }
    }
}
