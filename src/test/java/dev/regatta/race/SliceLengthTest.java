package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SliceLengthTest {

    private static final long MILLIS = 1_000_000;

    @Test
    void aSliceTakesTenMilliseconds() {
        assertThat(new SliceLength(4, 1, 40_000).sliceNanos()).isEqualTo(10 * MILLIS);
        assertThat(new SliceLength(8, 2, 2_000).sliceNanos()).isEqualTo(10 * MILLIS);
        assertThat(new SliceLength(64, 1, 40_000).sliceNanos()).isEqualTo(10 * MILLIS);
    }

    @Test
    void itHoldsTwoOperationsOfEachConnection() {
        assertThat(new SliceLength(4, 3, 390).sliceNanos()).as("10.3 ms each").isEqualTo(20 * MILLIS);
        assertThat(new SliceLength(8, 2, 390).sliceNanos()).as("20.5 ms each").isEqualTo(40 * MILLIS);
        assertThat(new SliceLength(8, 2, 16).sliceNanos()).as("500 ms each").isEqualTo(875 * MILLIS);
    }

    /** It waits for every operation that has begun, and of a third one next to nothing would lie within it. */
    @Test
    void itEndsWithinTheSecondOperationThoughTheForksGetFaster() {
        for (double seconds : new double[]{0.05, 0.1, 0.5, 1}) {
            long two = (long) (2 * seconds * 1e9);
            assertThat(new SliceLength(1, 12, 1 / seconds).sliceNanos()).isBetween(two / 2, two * 9 / 10);
        }
    }

    /** Six values of 200 latencies each, within 128 pairs. */
    @Test
    void itHoldsTenLatencies() {
        assertThat(new SliceLength(1, 1, 40).sliceNanos()).as("25 ms each").isEqualTo(245 * MILLIS);
        assertThat(new SliceLength(1, 5, 40).sliceNanos()).as("of five callers").isEqualTo(45 * MILLIS);
        assertThat(new SliceLength(5, 1, 200).sliceNanos()).isEqualTo(45 * MILLIS);
    }

    @Test
    void ofSecondsItHoldsOne() {
        assertThat(new SliceLength(8, 2, 5).sliceNanos()).as("1.6 s each").isEqualTo(2_000 * MILLIS);
        assertThat(new SliceLength(8, 2, 2).sliceNanos()).as("4 s each").isEqualTo(3_000 * MILLIS);
        assertThat(new SliceLength(8, 2, 0.1).sliceNanos()).as("80 s each").isEqualTo(20_000 * MILLIS);
    }

    @Test
    void whereNothingIsKnownItTakesTwoSeconds() {
        assertThat(new SliceLength(8, 2, 0).sliceNanos()).isEqualTo(2_000 * MILLIS);
    }
}
