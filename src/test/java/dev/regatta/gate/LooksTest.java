package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What a look may err by. Of 100 hypotheses each has 1e-4, and up to n pairs sqrt(n / 3072) of it. */
class LooksTest {

    private static final double EACH = 1e-4;

    @Test
    void allLooksTogetherSpendWhatAHypothesisHas() {
        assertThat(Looks.PLANNED.stream().mapToDouble(look -> Looks.error(100, look)).sum())
                .isCloseTo(EACH, within(1e-15));
    }

    @Test
    void aLookSpendsWhatIsNewSinceTheOneBefore() {
        // sqrt(8 / 3072) = 0.05103, sqrt(16 / 3072) = 0.07217, sqrt(2560 / 3072) = 0.91287.
        assertThat(Looks.error(100, 8)).isCloseTo(0.05103 * EACH, within(1e-9));
        assertThat(Looks.error(100, 16)).isCloseTo((0.07217 - 0.05103) * EACH, within(1e-9));
        assertThat(Looks.error(100, 3072)).isCloseTo((1 - 0.91287) * EACH, within(1e-9));
    }

    @Test
    void moreHypothesesHaveLessEach() {
        assertThat(Looks.error(200, 512)).isCloseTo(Looks.error(100, 512) / 2, within(1e-15));
    }
}
