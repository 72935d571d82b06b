package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SliceLengthTest {

    private static final long MILLIS = 1_000_000;

    @Test
    void aSliceTakesTenMilliseconds() {
        assertThat(new SliceLength(4, 40_000).sliceNanos()).isEqualTo(10 * MILLIS);
        assertThat(new SliceLength(8, 2_000).sliceNanos()).isEqualTo(10 * MILLIS);
        assertThat(new SliceLength(64, 40_000).sliceNanos()).isEqualTo(10 * MILLIS);
    }

    @Test
    void itHoldsTwoOperationsOfEachConnection() {
        assertThat(new SliceLength(4, 390).sliceNanos()).as("10.3 ms each").isEqualTo(25 * MILLIS);
        assertThat(new SliceLength(8, 390).sliceNanos()).as("20.5 ms each").isEqualTo(45 * MILLIS);
        assertThat(new SliceLength(8, 16).sliceNanos()).as("500 ms each").isEqualTo(1_000 * MILLIS);
    }

    @Test
    void ofSecondsItHoldsOne() {
        assertThat(new SliceLength(8, 5).sliceNanos()).as("1.6 s each").isEqualTo(2_000 * MILLIS);
        assertThat(new SliceLength(8, 2).sliceNanos()).as("4 s each").isEqualTo(4_000 * MILLIS);
        assertThat(new SliceLength(8, 0.1).sliceNanos()).as("80 s each").isEqualTo(20_000 * MILLIS);
    }

    @Test
    void whereNothingIsKnownItTakesTwoSeconds() {
        assertThat(new SliceLength(8, 0).sliceNanos()).isEqualTo(2_000 * MILLIS);
    }
}
