package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Random;

class SignFlipTestTest {

    @Test
    void theTrimmedSumOfAFlipEqualsTheOneFoundBySorting() {
        var random = new Random(3);
        for (int run = 0; run < 5_000; run++) {
            int n = 1 + random.nextInt(80);
            double[] magnitudes = random.doubles(n).map(x -> -x).sorted().map(x -> -x).toArray();
            // Lopsided signs, so that whole ends are of one sign.
            int share = random.nextInt(65);
            long[] signs = new long[2];
            double[] flipped = magnitudes.clone();
            for (int i = 0; i < n; i++) {
                if (random.nextInt(64) < share) {
                    signs[i / 64] |= 1L << i;
                    flipped[i] = -flipped[i];
                }
            }
            int kept = n - 2 * TrimmedMean.trimmedPerEnd(n);
            assertThat(new SortedMagnitudes(TrimmedMean.trimmedPerEnd(n), magnitudes).trimmedSum(signs))
                    .isCloseTo(TrimmedMean.estimateOf(flipped) * kept, within(1e-9));
        }
    }

    @Test
    void fewValuesHaveTheExactPValueOfTheirArrangements() {
        // Nothing is trimmed. Of the 32 sign vectors of 1 to 5 only +++++ has the sum 15, and three have at least 11.
        assertThat(new SignFlipTest(200_000, 1).pValue(1, 2, 3, 4, 5)).isEqualTo(1 / 32.0);
        assertThat(new SignFlipTest(200_000, 1).pValue(1, -2, 3, 4, 5)).isEqualTo(3 / 32.0);
    }

    /** So few blocks of the tail there are of a slow operation at 256 pairs. */
    @Test
    void sixteenValuesOfOneSignAreEnoughForAGate() {
        double[] values = new Random(2).doubles(16, 0.2, 0.3).toArray();
        // The first look of a gross change, and the first look of a suite of 30 cells in three metrics.
        for (double level : new double[]{1e-4, 0.2 * 0.01 / 90}) {
            assertThat(SignFlipTest.forLevel(level, 4).rejects(level, values)).as("level " + level).isTrue();
        }
    }

    @Test
    void fourteenValuesCannotShowWhatTheirArrangementsDoNotHold() {
        double[] values = new Random(2).doubles(14, 0.2, 0.3).toArray();
        assertThat(SignFlipTest.forLevel(0.2 * 0.01 / 90, 4).rejects(0.2 * 0.01 / 90, values)).isFalse();
        assertThat(SignFlipTest.forLevel(1e-4, 4).rejects(1e-4, values)).isTrue();
    }

    @Test
    void fewSamplesWithoutShiftAreRejectedNoMoreOftenThanTheLevelSays() {
        var random = new Random(12);
        int rejected = 0;
        for (int run = 0; run < 2_000; run++) {
            double[] values = random.doubles(10).map(x -> random.nextGaussian()).toArray();
            rejected += new SignFlipTest(200_000, run).rejects(0.05, values) ? 1 : 0;
        }
        // 100 are expected, with a standard deviation of 10.
        assertThat(rejected).isBetween(65, 135);
    }

    @Test
    void aSampleWithoutShiftIsRejectedAsOftenAsTheLevelSays() {
        var random = new Random(11);
        int rejected = 0;
        for (int run = 0; run < 400; run++) {
            double[] values = random.doubles(20).map(x -> random.nextGaussian()).toArray();
            rejected += new SignFlipTest(200_000, run).rejects(0.05, values) ? 1 : 0;
        }
        assertThat(rejected).isBetween(8, 34);
    }

    @Test
    void stoppingEarlyDoesNotChangeTheAnswer() {
        var random = new Random(5);
        for (int run = 0; run < 20; run++) {
            double[] values = random.doubles(24).map(x -> random.nextGaussian() + 0.4).toArray();
            var test = new SignFlipTest(200_000, run);
            assertThat(test.rejects(0.01, values)).isEqualTo(test.pValue(values) <= 0.01);
        }
    }

    /** Of few values every sign vector is counted, so that the share is exact; wild values and lopsided ones among them. */
    @Test
    void noMoreSignsReachASumThanItsBoundSays() {
        var random = new Random(6);
        double tightest = 0;
        for (int run = 0; run < 400; run++) {
            int n = 4 + random.nextInt(9);
            int trimmed = random.nextInt((n - 1) / 2);
            double spread = random.nextInt(3);
            double[] values = random.doubles(n).map(x -> Math.exp(spread * random.nextGaussian()) * (x < 0.2 ? -1 : 1))
                    .toArray();
            double observed = TrimmedMean.meanWithout(trimmed, values) * (n - 2 * trimmed);
            var sample = new SortedMagnitudes(trimmed, values);
            int reached = 0;
            for (long signs = 0; signs < 1L << n; signs++) {
                reached += sample.trimmedSum(new long[]{signs}) >= observed - 1e-12 * sample.sum() ? 1 : 0;
            }
            double share = (double) reached / (1L << n);
            assertThat(share).isLessThanOrEqualTo(sample.tailBound(observed) + 1e-12);
            tightest = Math.max(tightest, observed > 0 ? share / sample.tailBound(observed) : 0);
        }
        assertThat(tightest).as("a bound that says something").isGreaterThan(0.1);
    }

    /** Flips would take seconds: 10 million of them. */
    @Test
    void aPlainShiftNeedsNoFlips() {
        double[] values = new Random(2).doubles(2048, 0.02, 0.10).toArray();
        long start = System.nanoTime();
        assertThat(SignFlipTest.forLevel(1e-6, 4).rejects(1e-6, values)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
    }

    @Test
    void theSameSeedGivesTheSamePValue() {
        double[] values = {0.3, -0.1, 0.2, 0.5, -0.05, 0.4, 0.1};
        assertThat(new SignFlipTest(200_000, 9).pValue(values)).isEqualTo(new SignFlipTest(200_000, 9).pValue(values));
    }

    @Test
    void aShiftFarBeyondTheNoiseIsRejectedAtTheSmallestLevels() {
        double[] values = new Random(2).doubles(64, 0.04, 0.06).toArray();
        assertThat(SignFlipTest.forLevel(1e-5, 4).rejects(1e-5, values)).isTrue();
    }

    @Test
    void flipsGrowWithTheLevelAndHaveABound() {
        assertThat(SignFlipTest.forLevel(0.05, 1).flips()).isEqualTo(200_000);
        assertThat(SignFlipTest.forLevel(1e-6, 1).flips()).isEqualTo(10_000_000);
        assertThatThrownBy(() -> SignFlipTest.forLevel(1e-9, 1)).hasMessageContaining("judge fewer");
        assertThatThrownBy(() -> new SignFlipTest(1000, 1)).hasMessageContaining("too few");
    }

    @Test
    void aFullTestOf256ValuesIsQuick() {
        double[] values = new Random(2).doubles(256, 0.01, 0.03).toArray();
        long start = System.nanoTime();
        new SignFlipTest(200_000, 1).pValue(values);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1500));
    }
}
