package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    @Test
    void aSliceHoldsSomeHundredOperationsIfThatTakesNoLongerThanALimit() {
        assertThat(new Pace(40_000, 40_000).sliceNanos()).isEqualTo(20_000_000);
        assertThat(new Pace(6_000, 6_000).sliceNanos()).isEqualTo(45_000_000);
        assertThat(new Pace(2_000, 2_000).sliceNanos()).isEqualTo(100_000_000);
    }

    @Test
    void itStretchesWhereAnOperationTakesMilliseconds() {
        assertThat(new Pace(400, 400).sliceNanos()).isEqualTo(200_000_000);
        assertThat(new Pace(5, 5).sliceNanos()).isEqualTo(800_000_000);
    }

    @Test
    void anUnevenRaceHasShortSlicesThatStillHoldSomething() {
        assertThat(new Pace(1_700, 40_000).sliceNanos()).isEqualTo(20_000_000);
        assertThat(new Pace(25, 8_000).sliceNanos()).isEqualTo(160_000_000);
    }

    @Test
    void whatEndsNothingIsGivenTwoSeconds() {
        assertThat(new Pace(0, 8_000).sliceNanos()).isEqualTo(2_000_000_000);
        assertThat(new Pace(0, 0).sliceNanos()).isEqualTo(2_000_000_000);
    }
}
