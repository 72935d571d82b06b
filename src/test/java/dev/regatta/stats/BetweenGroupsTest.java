package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.List;

class BetweenGroupsTest {

    private static final BetweenGroups TWO = groups(new double[]{0, 0.06}, 0.01, 0.01);

    /** Weights of 10000, 2500 and 1111.1 and a mean of 0.0128571: Q is 1.65306 + 0.73469 + 6.61224, that is 9. */
    private static final BetweenGroups THREE = groups(new double[]{0, 0.03, 0.09}, 0.01, 0.02, 0.03);

    @Test
    void qIsTheSumOfTheWeightedSquares() {
        assertThat(THREE.q(0)).isCloseTo(9, within(1e-9));
        assertThat(THREE.degreesOfFreedom()).isEqualTo(2);
        // 0.0018 / (0.0012 + 0.0001), and 0.0036 / 0.0013 about a centre of 0.
        assertThat(TWO.q(Math.sqrt(0.0012))).isCloseTo(0.0018 / 0.0013, within(1e-9));
        assertThat(TWO.q(Math.sqrt(0.0012), 0)).isCloseTo(0.0036 / 0.0013, within(1e-9));
    }

    @Test
    void theDeviationIsThatOfTheMeansWithoutTheirErrors() {
        assertThat(deviation(TWO)).isCloseTo(Math.sqrt(0.0018 - 0.0001), within(1e-8));
        assertThat(THREE.q(deviation(THREE))).isCloseTo(2, within(1e-5));
    }

    @Test
    void whatTheErrorsExplainIsNone() {
        assertThat(deviation(groups(new double[]{0, 0.001}, 0.01, 0.01))).isZero();
    }

    /** 4 x 0.0001 / (tau^2 + 0.000025) is 4 but for the 1.7 of the last group. Without weights it would be 0.13. */
    @Test
    void aGroupThatTellsLittleCountsLittle() {
        var uncertain = groups(new double[]{0.01, -0.01, 0.01, -0.01, -0.35}, 0.005, 0.005, 0.005, 0.005, 0.23);
        assertThat(deviation(uncertain)).isCloseTo(0.0145, within(0.0002));
    }

    @Test
    void groupsWithoutScatterCanBeComparedToo() {
        assertThat(deviation(groups(new double[]{1, 1}, 0, 0))).isZero();
        assertThat(deviation(groups(new double[]{1, 2}, 0, 0))).isCloseTo(Math.sqrt(0.5), within(1e-8));
    }

    @Test
    void meansWithoutErrorsAreNoGroups() {
        assertThatThrownBy(() -> groups(new double[]{1, 2}, 0.1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 means with 1 standard errors");
        assertThatThrownBy(() -> groups(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }

    private static double deviation(BetweenGroups groups) {
        return BetweenGroups.deviation(List.of(groups));
    }

    private static BetweenGroups groups(double[] means, double... errors) {
        return new BetweenGroups(means, errors);
    }
}
