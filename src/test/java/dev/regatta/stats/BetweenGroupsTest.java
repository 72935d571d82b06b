package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BetweenGroupsTest {

    private static final BetweenGroups TWO = groups(new double[]{0, 0.06}, 0.01, 0.01);

    /** Weights of 10000, 2500 and 1111.1 and a mean of 0.0128571: Q is 1.65306 + 0.73469 + 6.61224, that is 9. */
    private static final BetweenGroups THREE = groups(new double[]{0, 0.03, 0.09}, 0.01, 0.02, 0.03);

    @Test
    void theDeviationIsThatOfTheMeansWithoutTheirErrors() {
        assertThat(TWO.deviation()).isCloseTo(Math.sqrt(0.0018 - 0.0001), within(1e-12));
        // Squares of 0.0042 with two degrees of freedom, and a mean of the squared errors of 0.0014 / 3.
        assertThat(THREE.deviation()).isCloseTo(Math.sqrt(0.0021 - 0.0014 / 3), within(1e-12));
        assertThat(THREE.degreesOfFreedom()).isEqualTo(2);
    }

    @Test
    void whatTheErrorsExplainIsNone() {
        assertThat(groups(new double[]{0, 0.001}, 0.01, 0.01).deviation()).isZero();
    }

    @Test
    void aDeviationIsContradictedWhereQExceedsItsQuantile() {
        // With two degrees of freedom Q exceeds 9 with probability exp(-4.5) = 0.011109.
        assertThat(THREE.contradicts(0, 0.0112)).isTrue();
        assertThat(THREE.contradicts(0, 0.0110)).isFalse();
        // Q is 0.0018 / (tau^2 + 0.0001) and 6.635 is exceeded with probability 0.01: tau is 0.013088.
        assertThat(TWO.contradicts(0.0130, 0.01)).isTrue();
        assertThat(TWO.contradicts(0.0132, 0.01)).isFalse();
    }

    @Test
    void oneGroupContradictsNothing() {
        var one = groups(new double[]{7}, 0.001);
        assertThat(one.contradicts(0, 0.5)).isFalse();
        assertThat(one.deviation()).isZero();
        assertThat(one.degreesOfFreedom()).isZero();
    }

    @Test
    void groupsWithoutScatterCanBeComparedToo() {
        assertThat(groups(new double[]{1, 1}, 0, 0).contradicts(0, 0.01)).isFalse();
        assertThat(groups(new double[]{1, 2}, 0, 0).contradicts(0, 0.01)).isTrue();
    }

    @Test
    void meansWithoutErrorsAreNoGroups() {
        assertThatThrownBy(() -> groups(new double[]{1, 2}, 0.1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 means with 1 standard errors");
        assertThatThrownBy(() -> groups(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }

    private static BetweenGroups groups(double[] means, double... errors) {
        return new BetweenGroups(means, errors);
    }
}
