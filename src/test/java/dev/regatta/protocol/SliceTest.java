package dev.regatta.protocol;

import dev.regatta.gate.Measured;

import org.junit.jupiter.api.Test;

import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

class SliceTest {

    @Test
    void whatTheCompilersUsedIsNoCostOfAnOperation() {
        assertThat(slice(500, Optional.of(100L)).cpuNanosPerOperation()).isEqualTo(40);
        assertThat(slice(500, Optional.empty()).cpuNanosPerOperation()).as("not known").isEqualTo(50);
        assertThat(slice(500, Optional.of(500L)).cpuNanosPerOperation()).as("above 0").isEqualTo(0.1);
    }

    private static Slice slice(long cpuNanos, Optional<Long> compilers) {
        return new Slice(10, 100, 10, cpuNanos, 0, 0, "", 0, Measured.ONE,
                Optional.of(new Resources(0, 0, 0, 0, Optional.empty(), compilers)));
    }
}
