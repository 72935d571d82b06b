package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MeanLossTest {

    /** Student's t with 4 degrees of freedom is 2.776 at 97.5 %, and 1.960 with very many. */
    @Test
    void itsIntervalIsStudents() {
        var few = new MeanLoss(0.03, 0.01, 4, 0, 0);
        assertThat(few.lower(0.025)).isCloseTo(0.03 - 0.02776, within(1e-5));
        assertThat(few.upper(0.025)).isCloseTo(0.03 + 0.02776, within(1e-5));
        assertThat(new MeanLoss(0.03, 0.01, 1e9, 0, 0).upper(0.025)).isCloseTo(0.03 + 0.0196, within(1e-5));
    }

    /** 1.960 errors to be significant, and 1.645 more to be found with 95 %, whatever was seen. */
    @Test
    void whatIsDetectableDoesNotDependOnTheLoss() {
        assertThat(new MeanLoss(0.03, 0.01, 1e9, 0, 0).detectable(0.025)).isCloseTo(0.03605, within(1e-5));
        assertThat(new MeanLoss(-0.2, 0.01, 1e9, 0, 0).detectable(0.025)).isCloseTo(0.03605, within(1e-5));
    }

    @Test
    void fromTheOtherArmALossIsAGain() {
        assertThat(new MeanLoss(0.03, 0.01, 4, 2, 1).mirrored()).isEqualTo(new MeanLoss(-0.03, 0.01, 4, 1, 2));
    }
}
