package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

class SlaSearchTest {

    @ParameterizedTest
    @ValueSource(doubles = {150, 400, 900, 1_300})
    void aLimitWithoutNoiseIsFoundWithinTheLastStep(double limit) {
        SlaSearch search = new SlaSearch(1_000);
        while (!search.over()) {
            search.add(search.next() <= limit);
        }
        assertThat(search.load().orElseThrow() / limit).isCloseTo(1, within(SlaSearch.LAST_STEP));
    }

    /** A probe at the limit keeps to it every other time, and less often above: the mean over many searches is the limit. */
    @Test
    void noisyProbesAreAveraged() {
        var random = new Random(1);
        double sum = 0;
        int found = 0;
        for (int i = 0; i < 2_000; i++) {
            SlaSearch search = new SlaSearch(1_000);
            while (!search.over()) {
                search.add(search.next() * Math.exp(0.1 * random.nextGaussian()) <= 700);
            }
            if (search.load().isPresent()) {
                sum += Math.log(search.load().getAsDouble() / 700);
                found++;
            }
        }
        assertThat(found).isGreaterThan(1_900);
        assertThat(sum / found).isCloseTo(0, within(0.02));
    }

    @Test
    void aSearchThatNeverTurnsHasNoAnswer() {
        SlaSearch search = new SlaSearch(1_000);
        while (!search.over()) {
            assertThat(search.load()).isEmpty();
            search.add(false);
        }
        assertThat(search.load()).isEmpty();
    }
}
