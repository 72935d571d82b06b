package dev.regatta.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** On a clock of its own: what is counted depends on nothing but when operations begin and end. */
class TallyTest {

    private static final long MILLIS = 1_000_000;

    @Test
    void halfAPercentReadsAsHalfAPercentWhereASliceHoldsTwoOperations() {
        assertThat(operations(10.55, 20) / operations(10.50, 20) - 1).isCloseTo(-0.0047, within(0.0001));
    }

    @Test
    void aLossThatLeavesAsManyWholeOperationsIsSeen() {
        assertThat(operations(10.50, 20) / operations(10.05, 20) - 1).isCloseTo(-0.0429, within(0.0001));
    }

    @Test
    void operationsOfSecondsCountInAShortSlice() {
        assertThat(operations(4000, 20)).isCloseTo(0.005, within(1e-9));
        assertThat(operations(8000, 20) / operations(4000, 20)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void anOperationCountsInPartThatBeganBeforeTheWindowOrEndedBehindIt() {
        Tally tally = new Tally();
        tally.open(2 * MILLIS, 10 * MILLIS);
        tally.ended(0, 2 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).isZero();
        tally.ended(MILLIS, 5 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).isEqualTo(0.75);
        tally.ended(5 * MILLIS, 9 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).isEqualTo(1.75);
        tally.ended(9 * MILLIS, 13 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).isEqualTo(2);
        tally.ended(13 * MILLIS, 14 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).isEqualTo(2);
        assertThat(tally.allOperations()).isEqualTo(5);
        tally.open(2 * MILLIS, 10 * MILLIS);
        tally.ended(0, 16 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).as("longer than the window").isEqualTo(0.5);
    }

    @Test
    void anOperationTooShortForTheClockCountsWhereItEnded() {
        Tally tally = new Tally();
        tally.open(2 * MILLIS, 10 * MILLIS);
        tally.ended(MILLIS, MILLIS, true, Tally.ONE);
        tally.ended(2 * MILLIS, 2 * MILLIS, true, Tally.ONE);
        tally.ended(10 * MILLIS, 10 * MILLIS, true, Tally.ONE);
        assertThat(tally.operations()).isOne();
    }

    @Test
    void wrongResultsAndErrorsHaveNoShare() {
        Tally tally = new Tally();
        tally.open(0, 10 * MILLIS);
        tally.ended(0, 4 * MILLIS, false, Tally.ONE);
        tally.failed(new IllegalStateException("gone"));
        assertThat(tally.operations()).isZero();
        assertThat(tally.latencies().getTotalCount()).isZero();
    }

    @Test
    void theLatencyOfEveryOperationThatOverlapsTheWindowCounts() {
        Tally tally = new Tally();
        tally.open(2 * MILLIS, 10 * MILLIS);
        tally.ended(0, 2 * MILLIS, true, Tally.ONE);
        tally.ended(MILLIS, 31 * MILLIS, true, Tally.ONE);
        tally.ended(9 * MILLIS, 49 * MILLIS, true, Tally.ONE);
        tally.ended(10 * MILLIS, 11 * MILLIS, true, Tally.ONE);
        assertThat(tally.latencies().getTotalCount()).isEqualTo(2);
        assertThat(tally.latencies().getMinValue()).isCloseTo(30 * MILLIS, within(MILLIS / 10));
        assertThat(tally.latencies().getMaxValue()).isCloseTo(40 * MILLIS, within(MILLIS / 10));
    }

    @Test
    void moreLatenciesThanAreKeptOneByOneAreAllInTheHistogram() {
        Tally one = new Tally();
        Tally sum = new Tally();
        one.open(0, 100 * MILLIS);
        sum.open(0, 100 * MILLIS);
        for (int i = 0; i < 10_000; i++) {
            one.ended(i * 1000L, i * 1000L + 1000 + i, true, Tally.ONE);
        }
        sum.add(one);
        sum.add(one);
        assertThat(sum.latencies().getTotalCount()).isEqualTo(20_000);
        assertThat(sum.latencies().getMaxValue()).isCloseTo(11_000, within(10L));
        one.open(0, 100 * MILLIS);
        assertThat(one.latencies().getTotalCount()).isZero();
    }

    /** What one worker counts in a window whose operations follow one another without a gap. */
    private static double operations(double operationMillis, long windowMillis) {
        Tally tally = new Tally();
        tally.open(0, windowMillis * MILLIS);
        long operation = Math.round(operationMillis * MILLIS);
        for (long ready = 0; ready < windowMillis * MILLIS; ready += operation) {
            tally.ended(ready, ready + operation, true, Tally.ONE);
        }
        return tally.operations();
    }

    /** An operation counts once, however many callers are in it. */
    @Test
    void theLatenciesOfAnOperationAreThoseOfItsCallers() {
        Tally tally = new Tally();
        tally.open(0, 10 * MILLIS);
        tally.ended(0, 4 * MILLIS, true, new long[]{MILLIS, 2 * MILLIS, 3 * MILLIS});
        tally.ended(4 * MILLIS, 8 * MILLIS, false, new long[]{MILLIS});
        assertThat(tally.operations()).isEqualTo(1);
        assertThat(tally.latencies().getTotalCount()).isEqualTo(3);
        assertThat(tally.latencies().getMaxValue()).isCloseTo(3 * MILLIS, within(MILLIS / 100));
    }
}
