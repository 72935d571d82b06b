package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Set;

class LogRatiosTest {

    @Test
    void forksOfUnequallyManyValuesSayLessThanTheirNumber() {
        assertThat(of(1, 1, 2, 2).equalSets()).isEqualTo(2);
        assertThat(of(1, 1, 1, 2).equalSets()).isCloseTo(16 / 10.0, within(1e-12));
        assertThat(of(7).equalSets()).isEqualTo(1);
    }

    @Test
    void theValuesOfSomeForksCanBeLeftOut() {
        var ratios = new LogRatios(new double[]{1, 2, 3, 4}, new int[]{1, 2, 2, 3});
        assertThat(ratios.without(Set.of(2)).values()).containsExactly(1, 4);
        assertThat(ratios.without(Set.of(2)).bySet()).containsOnlyKeys(1, 3);
        assertThat(ratios.without(Set.of()).values()).containsExactly(1, 2, 3, 4);
    }

    private static LogRatios of(int... sets) {
        return new LogRatios(new double[sets.length], sets);
    }
}
