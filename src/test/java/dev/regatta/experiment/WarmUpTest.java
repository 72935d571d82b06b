package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Slice;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    @Test
    void aForkThatStillGetsFasterIsNotSteady() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        for (int i = 0; i < 12; i++) {
            warmUp.add(slice(1000 + 50 * i, 0), 100_000_000);
        }
        assertThat(warmUp.steady()).isFalse();
    }

    @Test
    void aForkWithoutTrendIsSteadyAfterTwoWindows() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        for (int i = 0; i < 9; i++) {
            warmUp.add(slice(1000 + i % 2, 0), 100_000_000);
            assertThat(warmUp.over()).isFalse();
        }
        warmUp.add(slice(1000, 0), 100_000_000);
        assertThat(warmUp.steady()).isTrue();
        assertThat(warmUp.throughput()).isBetween(10_000.0, 10_010.0);
    }

    @Test
    void aBusyCompilerIsNotSteady() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        for (int i = 0; i < 12; i++) {
            warmUp.add(slice(1000, 40), 100_000_000);
        }
        assertThat(warmUp.steady()).isFalse();
    }

    @Test
    void theCapEndsAWarmUpAndIsReportedAsNotSteady() {
        WarmUp warmUp = WarmUp.ofKnownWorkload();
        int slices = 0;
        for (int operations = 1000; !warmUp.over(); operations += 100) {
            warmUp.add(slice(operations, 0), 100_000_000);
            slices++;
        }
        assertThat(slices).isEqualTo(20);
        assertThat(warmUp.steady()).isFalse();
    }

    private static Slice slice(int operations, long compileMillis) {
        return new Slice(operations, 100_000_000, operations, 50_000_000, 0, 0, "", compileMillis, "");
    }
}
