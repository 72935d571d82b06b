package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Set;

class LogRatiosTest {

    @Test
    void theValuesOfSomeForksCanBeLeftOut() {
        var ratios = new LogRatios(new double[]{1, 2, 3, 4}, new int[]{1, 2, 2, 3});
        assertThat(ratios.without(Set.of(2)).values()).containsExactly(1, 4);
        assertThat(ratios.without(Set.of(2)).bySet()).containsOnlyKeys(1, 3);
        assertThat(ratios.without(Set.of()).values()).containsExactly(1, 2, 3, 4);
    }
}
