package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoublePredicate;

@Execution(ExecutionMode.CONCURRENT)
class SlaSearchTest {

    private static final double CAPACITY = 1_000;

    private static OptionalDouble search(DoublePredicate within) {
        SlaSearch search = new SlaSearch(CAPACITY);
        for (int probe = 0; !search.over(); probe++) {
            assertThat(probe < SlaSearch.PROBES && search.found().isPresent()).isFalse();
            double rate = search.next();
            search.add(rate, within.test(rate), true);
        }
        return search.found();
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 30, 150, 400, 900, 1_300})
    void aLimitWithoutNoiseIsFound(double limit) {
        assertThat(search(rate -> rate <= limit).orElseThrow() / limit).isCloseTo(1, within(0.05));
    }

    /**
     * A probe at the limit keeps to it every other time, and less often above: the mean over many searches is the
     * limit.
     */
    @ParameterizedTest
    @CsvSource({"700, 0.1, 0, 0.06", "700, 0.3, 0, 0.13", "150, 0.1, 0.1, 0.08", "30, 0.1, 0.05, 0.08",
            "5, 0.1, 0, 0.09"})
    void noisyAndUnluckyProbesAreAveraged(double limit, double noise, double unlucky, double scatter) {
        var random = new Random(1);
        double sum = 0;
        double squares = 0;
        int found = 0;
        for (int i = 0; i < 500; i++) {
            OptionalDouble load = search(
                    rate -> rate * Math.exp(noise * random.nextGaussian()) <= limit && random.nextDouble() >= unlucky);
            if (load.isPresent()) {
                double error = Math.log(load.getAsDouble() / limit);
                sum += error;
                squares += error * error;
                found++;
            }
        }
        assertThat(found).isGreaterThan(475);
        assertThat(sum / found).isCloseTo(0, within(0.03));
        assertThat(Math.sqrt(squares / found)).isLessThan(scatter);
    }

    /** As it was seen: the first probe took 43 ms, where later ones at the same load had 10. */
    @Test
    void oneUnluckyProbeDoesNotLeadAstray() {
        for (int unlucky = 0; unlucky < SlaSearch.PROBES; unlucky++) {
            int bad = unlucky;
            int[] probe = {0};
            assertThat(search(rate -> rate <= 900 && probe[0]++ != bad).orElseThrow() / 900)
                    .as("probe " + unlucky)
                    .isCloseTo(1, within(0.15));
        }
    }

    /**
     * In half of the probes operations start late, and most of these miss: they count little, and the search takes
     * longer.
     */
    @Test
    void missesThatStartedLateCountLittle() {
        var random = new Random(3);
        int probes = 0;
        long found = 0;
        for (int i = 0; i < 300; i++) {
            SlaSearch search = new SlaSearch(CAPACITY);
            while (!search.over()) {
                double rate = search.next();
                boolean late = random.nextBoolean();
                search.add(rate, rate <= 700 && !(late && random.nextDouble() < 0.6), !late);
                probes++;
            }
            found += search.found().stream().filter(load -> Math.abs(load / 700 - 1) < 0.2).count();
        }
        assertThat(found).isGreaterThan(290);
        assertThat(probes / 300.0).isBetween(14.0, 18.0);
    }

    /**
     * Half of the outcomes are the wrong way round: no load explains them, and none is found after twice as many
     * probes.
     */
    @Test
    void contradictionsMakeASearchLonger() {
        var random = new Random(4);
        SlaSearch search = new SlaSearch(CAPACITY);
        int probes = 0;
        while (!search.over()) {
            double rate = search.next();
            search.add(rate, random.nextBoolean(), true);
            probes++;
        }
        assertThat(probes).isBetween(SlaSearch.PROBES, 2 * SlaSearch.PROBES);
    }

    @Test
    void outcomesWithoutATurnHaveNoAnswer() {
        assertThat(search(rate -> false)).isEmpty();
        assertThat(search(rate -> true)).isEmpty();
    }
}
