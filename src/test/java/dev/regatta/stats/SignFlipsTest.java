package dev.regatta.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

@Isolated("times itself")
class SignFlipsTest {

    @Test
    void theTrimmedSumOfAFlipEqualsTheOneFoundBySorting() {
        var random = new Random(3);
        for (int run = 0; run < 5_000; run++) {
            // Of more than 640, words of 64 signs are set aside at once.
            int n = 1 + random.nextInt(run % 10 == 0 ? 1000 : 80);
            double[] magnitudes = random.doubles(n).map(x -> -x).sorted().map(x -> -x).toArray();
            // Lopsided signs, so that whole ends are of one sign.
            int share = random.nextInt(65);
            long[] signs = new long[(n + 63) / 64];
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
        assertThat(new SignFlips(200_000, 1).pValue(1, 2, 3, 4, 5)).isEqualTo(1 / 32.0);
        assertThat(new SignFlips(200_000, 1).pValue(1, -2, 3, 4, 5)).isEqualTo(3 / 32.0);
    }

    /** So few blocks of the tail there are of a slow operation at 256 pairs. */
    @Test
    void sixteenValuesOfOneSignAreEnoughForAGate() {
        double[] values = new Random(2).doubles(16, 0.2, 0.3).toArray();
        // The first look of a gross change, and the first look of a suite of 30 cells in three metrics.
        for (double level : new double[]{1e-4, 0.2 * 0.01 / 90}) {
            assertThat(SignFlips.forLevel(level, 4).rejects(level, values)).as("level " + level).isTrue();
        }
    }

    @Test
    void fourteenValuesCannotShowWhatTheirArrangementsDoNotHold() {
        double[] values = new Random(2).doubles(14, 0.2, 0.3).toArray();
        assertThat(SignFlips.forLevel(0.2 * 0.01 / 90, 4).rejects(0.2 * 0.01 / 90, values)).isFalse();
        assertThat(SignFlips.forLevel(1e-4, 4).rejects(1e-4, values)).isTrue();
    }

    @Test
    void fewSamplesWithoutShiftAreRejectedNoMoreOftenThanTheLevelSays() {
        var random = new Random(12);
        int rejected = 0;
        for (int run = 0; run < 2_000; run++) {
            double[] values = random.doubles(10).map(x -> random.nextGaussian()).toArray();
            rejected += new SignFlips(200_000, run).rejects(0.05, values) ? 1 : 0;
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
            rejected += new SignFlips(200_000, run).rejects(0.05, values) ? 1 : 0;
        }
        assertThat(rejected).isBetween(8, 34);
    }

    @Test
    void trimmedSamplesWithoutShiftAreRejectedAsOftenAsTheLevelSays() {
        var random = new Random(13);
        int rejected = 0;
        for (int run = 0; run < 400; run++) {
            double[] values = random.doubles(30).map(x -> random.nextGaussian()).toArray();
            rejected += new SignFlips(200_000, run).rejects(0.05, values) ? 1 : 0;
        }
        // 20 are expected, with a standard deviation of 4.4.
        assertThat(rejected).isBetween(8, 34);
    }

    @Test
    void aWildValueIsSetAsideFrom24ValuesOn() {
        var random = new Random(14);
        double[] more = random.doubles(24, 0.9, 1.1).toArray();
        more[3] = -100;
        double[] fewer = Arrays.copyOf(more, 23);
        assertThat(new SignFlips(200_000, 1).pValue(more)).isLessThan(0.001);
        assertThat(new SignFlips(200_000, 1).pValue(fewer)).isGreaterThan(0.4);
    }

    @Test
    void asManySignVectorsAsFlipsAreAllCounted() {
        double[] values = new Random(2).doubles(18, 0.2, 0.3).toArray();
        assertThat(new SignFlips(1 << 18, 1).pValue(values)).isEqualTo(0x1p-18);
    }

    @Test
    void theObservedSignsReachTheirOwnSumWhateverItsSize() {
        var random = new Random(15);
        for (int run = 0; run < 500; run++) {
            double scale = Math.exp(10 * random.nextGaussian());
            double[] values = random.doubles(10).map(x -> scale * random.nextGaussian()).toArray();
            assertThat(new SignFlips(200_000, 1).pValue(values)).isGreaterThanOrEqualTo(0x1p-10);
        }
    }

    @Test
    void aLevelBelowThePValueDoesNotReject() {
        var random = new Random(16);
        var test = new SignFlips(200_000, 1);
        double[] values = random.doubles(20).map(x -> random.nextGaussian() + 0.8).toArray();
        double reached = test.pValue(values) * 200_001;
        assertThat(reached).as("flips that reach the sum, and the observed one").isBetween(2.0, 2000.0);
        assertThat(test.rejects((reached + 0.5) / 200_001, values)).isTrue();
        assertThat(test.rejects((reached - 0.5) / 200_001, values)).isFalse();
    }

    /** Of a million sign vectors one has this sum, and 200 000 flips need not meet it. */
    @Test
    void noFlipNeedReachTheSumOfWhatIsRejected() {
        double[] values = new Random(2).doubles(20, 0.2, 0.3).toArray();
        var test = new SignFlips(200_000, 1);
        assertThat(test.pValue(values)).isEqualTo(1.0 / 200_001);
        assertThat(test.rejects(1.5 / 200_001, values)).isTrue();
        assertThat(test.rejects(0.5 / 200_001, values)).isFalse();
    }

    @Test
    void stoppingEarlyDoesNotChangeTheAnswer() {
        var random = new Random(5);
        for (int run = 0; run < 20; run++) {
            double[] values = random.doubles(24).map(x -> random.nextGaussian() + 0.4).toArray();
            var test = new SignFlips(200_000, run);
            assertThat(test.rejects(0.01, values)).isEqualTo(test.pValue(values) <= 0.01);
        }
    }

    /**
     * Of few values every sign vector is counted, so that the share is exact; wild values and lopsided ones among them.
     */
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
    @Tag("timed")
    void aPlainShiftNeedsNoFlips() {
        double[] values = new Random(2).doubles(2048, 0.02, 0.10).toArray();
        long start = System.nanoTime();
        assertThat(SignFlips.forLevel(1e-6, 4).rejects(1e-6, values)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
    }

    @Test
    void theSameSeedGivesTheSamePValue() {
        double[] values = {0.3, -0.1, 0.2, 0.5, -0.05, 0.4, 0.1};
        assertThat(new SignFlips(200_000, 9).pValue(values)).isEqualTo(new SignFlips(200_000, 9).pValue(values));
    }

    @Test
    void aShiftFarBeyondTheNoiseIsRejectedAtTheSmallestLevels() {
        double[] values = new Random(2).doubles(64, 0.04, 0.06).toArray();
        assertThat(SignFlips.forLevel(1e-5, 4).rejects(1e-5, values)).isTrue();
    }

    @Test
    void flipsGrowWithTheLevelAndHaveABound() {
        assertThat(SignFlips.forLevel(0.05, 1).flips()).isEqualTo(200_000);
        assertThat(SignFlips.forLevel(1e-6, 1).flips()).isEqualTo(10_000_000);
        assertThat(SignFlips.forLevel(5e-7, 1).flips()).isEqualTo(20_000_000);
        for (double level : new double[]{0, 1e-9, 1, Double.NaN}) {
            assertThatThrownBy(() -> SignFlips.forLevel(level, 1)).hasMessageContaining("judge fewer");
        }
        assertThatThrownBy(() -> new SignFlips(1000, 1)).hasMessageContaining("too few");
    }

    @Test
    @Tag("timed")
    void aFullTestOf256ValuesIsQuick() {
        double[] values = new Random(2).doubles(256, 0.01, 0.03).toArray();
        long start = System.nanoTime();
        new SignFlips(200_000, 1).pValue(values);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1500));
    }
}
