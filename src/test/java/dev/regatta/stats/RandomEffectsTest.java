package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.List;

class RandomEffectsTest {

    private static TrimmedMean group(double mean, double error, int freedom) {
        return new TrimmedMean(mean, error, freedom, 100);
    }

    /** Weights 1 / (0.03^2 + 0.04^2) = 400 and 1 / (0 + 0.04^2) = 625. */
    @Test
    void aGroupWeighsWhatIsKnownOfIt() {
        var groups = List.of(group(0.1, 0.03, 10), group(0, 0, 10));
        double[] weights = RandomEffects.weights(groups, 0.04);
        assertThat(weights).containsExactly(new double[]{400, 625}, within(1e-9));
        var mean = RandomEffects.of(groups, weights, 0.04);
        assertThat(mean.mean()).isCloseTo(40.0 / 1025, within(1e-12));
        assertThat(mean.standardError()).as("1 / sqrt(sum of the weights)").isCloseTo(Math.sqrt(1.0 / 1025),
                within(1e-12));
    }

    @Test
    void equalGroupsHaveThePooledDegreesOfFreedom() {
        var groups = List.of(group(1, 0.5, 10), group(2, 0.5, 10), group(3, 0.5, 10));
        var mean = RandomEffects.of(groups, new double[]{1, 1, 1}, 0);
        assertThat(mean.mean()).isCloseTo(2, within(1e-12));
        assertThat(mean.standardError()).isCloseTo(0.5 / Math.sqrt(3), within(1e-12));
        assertThat(mean.degreesOfFreedom()).isCloseTo(30, within(1e-9));
    }

    @Test
    void theLessKnownGroupHasTheLesserSayInTheDegreesOfFreedom() {
        var groups = List.of(group(1, 0.1, 5), group(1, 10, 50));
        assertThat(RandomEffects.of(groups, RandomEffects.weights(groups, 0.001), 0.001).degreesOfFreedom())
                .isBetween(5.0, 5.1);
    }

    @Test
    void groupsWithoutErrorHaveAllTheirDegreesOfFreedom() {
        var groups = List.of(group(1, 0, 5), group(3, 0, 7));
        var mean = RandomEffects.of(groups, RandomEffects.weights(groups, 0.01), 0.01);
        assertThat(mean.degreesOfFreedom()).isEqualTo(12);
        assertThat(mean.standardError()).isCloseTo(0.01 / Math.sqrt(2), within(1e-12));
    }
}
