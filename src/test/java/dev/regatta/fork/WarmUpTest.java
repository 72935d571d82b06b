package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.function.IntUnaryOperator;

public class WarmUpTest {

    @Test
    void aForkThatStillGetsFasterIsNotSteady() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        for (int i = 0; i < 12; i++) {
            warmUp.add(slice(1000 + 50 * i, 0), 100_000_000);
        }
        assertThat(warmUp.steady()).isFalse();
    }

    @Test
    void aForkWithoutTrendIsSteadyAfterTwoWindows() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        for (int i = 0; i < 9; i++) {
            warmUp.add(slice(1000 + i % 2, 0), 100_000_000);
            assertThat(warmUp.over()).isFalse();
        }
        warmUp.add(slice(1000, 0), 100_000_000);
        assertThat(warmUp.steady()).isTrue();
        assertThat(warmUp.throughput()).isBetween(10_000.0, 10_010.0);
    }

    @Test
    void aBusyCompilerIsNotSteady() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        for (int i = 0; i < 12; i++) {
            warmUp.add(slice(1000, 40), 100_000_000);
        }
        assertThat(warmUp.steady()).isFalse();
    }

    /** Three times as late while throughput rises by an eighth in four slices, or the compilers use a quarter of the time. */
    @ParameterizedTest
    @CsvSource({"1.005, 0, 160", "1.03, 0, 480", "1, 25, 480"})
    void theCapEndsAWarmUpAndIsReportedAsNotSteady(double rise, long compiling, int expected) {
        WarmUp warmUp = WarmUp.ofFreshFork();
        int slices = 0;
        for (double operations = 1000; !warmUp.over(); operations *= rise) {
            warmUp.add(slice((int) operations, compiling), 100_000_000);
            slices++;
        }
        assertThat(slices).isEqualTo(expected);
        assertThat(warmUp.steady()).isFalse();
    }

    /** Connections and caches only: 20 slices of a fork that rises a little, 60 of one that rises by a tenth at first. */
    @ParameterizedTest
    @CsvSource({"13, 20", "100, 60"})
    void aKnownWorkloadHasAnEighthOfTheTime(int more, int expected) {
        WarmUp warmUp = WarmUp.ofKnownWorkload();
        int slices = 0;
        for (int operations = 1000; !warmUp.over(); operations += more) {
            warmUp.add(slice(operations, 0), 100_000_000);
            slices++;
        }
        assertThat(slices).isEqualTo(expected);
        assertThat(warmUp.steady()).isFalse();
    }

    /** An operation of a second fills the window of 0.4 s by itself, and the second one is no faster. */
    @Test
    void aBriefWarmUpOfLongOperationsTakesTwoSlices() {
        WarmUp warmUp = WarmUp.briefOfFreshFork();
        warmUp.add(slice(1, 0), 1_000_000_000);
        assertThat(warmUp.over()).isFalse();
        warmUp.add(slice(1, 0), 1_000_000_000);
        assertThat(warmUp.over()).isTrue();
    }

    @Test
    void aBriefOneEndsWhenItIsHardlyGettingFasterWhateverIsCompiled() {
        WarmUp rising = WarmUp.briefOfFreshFork();
        WarmUp compiling = WarmUp.briefOfFreshFork();
        for (int i = 0; i < 40; i++) {
            assertThat(rising.over()).isFalse();
            rising.add(slice((int) (100 * Math.pow(1.1, i)), 0), 100_000_000);
            compiling.add(slice(1000, 90), 100_000_000);
            assertThat(compiling.over()).isEqualTo(i >= 7);
        }
        assertThat(rising.over()).as("at most 4 s").isTrue();
        assertThat(rising.steady()).isFalse();
        assertThat(compiling.steady()).isFalse();
    }

    @Test
    void aBriefOneOfAWarmForkTakesASecondAtMost() {
        WarmUp warmUp = WarmUp.briefOfNewWorkload();
        for (int i = 0; i < 10; i++) {
            assertThat(warmUp.over()).isFalse();
            warmUp.add(slice((int) (1000 * Math.pow(1.2, i)), 0), 100_000_000);
        }
        assertThat(warmUp.over()).isTrue();
        assertThat(warmUp.steady()).isFalse();
    }

    @Test
    void slicesThatTakeLongEndItByTime() {
        WarmUp warmUp = WarmUp.ofNewWorkload();
        // At most 80 slices of 100 ms, and half as much again: 12 s.
        for (int i = 0; i < 24; i++) {
            assertThat(warmUp.over()).isFalse();
            warmUp.add(slice(1000 + 6 * i, 0), 500_000_000);
        }
        assertThat(warmUp.over()).isTrue();
        assertThat(warmUp.steady()).isFalse();
    }

    /** Time makes a fork warm, and slices tell that it is: those that wait for a long operation last longer. */
    @ParameterizedTest
    @CsvSource({"100, 20", "130, 16", "200, 10", "500, 10", "2000, 10"})
    void aWindowHoldsFewerSlicesThatTakeLong(long millis, int slices) {
        WarmUp warmUp = WarmUp.ofFreshFork();
        for (int i = 0; i < slices; i++) {
            assertThat(warmUp.over()).as("after %d slices", i).isFalse();
            warmUp.add(slice(1000, 0), millis * 1_000_000);
        }
        assertThat(warmUp.steady()).isTrue();
    }

    /** The compilers may use a twentieth of the time, however long a slice waits. */
    @ParameterizedTest
    @CsvSource({"100, 4, 5", "500, 24, 25", "2000, 99, 100"})
    void compilersAreQuietThatUseLittleOfTheTime(long millis, long quiet, long busy) {
        WarmUp calm = WarmUp.ofFreshFork();
        WarmUp compiling = WarmUp.ofFreshFork();
        for (int i = 0; i < 20; i++) {
            calm.add(slice(1000, quiet), millis * 1_000_000);
            compiling.add(slice(1000, busy), millis * 1_000_000);
        }
        assertThat(calm.steady()).isTrue();
        assertThat(compiling.steady()).isFalse();
    }

    /** What operations of half a second take: 24 s, and not 160 slices. */
    @Test
    void compilersThatNeverRestEndItByTime() {
        WarmUp warmUp = WarmUp.ofFreshFork();
        for (int i = 0; i < 48; i++) {
            assertThat(warmUp.over()).isFalse();
            warmUp.add(slice(1000, 30), 500_000_000);
        }
        assertThat(warmUp.over()).isTrue();
        assertThat(warmUp.steady()).isFalse();
    }

    @Test
    void whatIsLevelAndCompilesLittleIsFlat() {
        assertThat(after(8, i -> 1000, 0).flat()).isTrue();
        assertThat(after(8, i -> 1000 + 10 * (i / 4), 19).flat()).isTrue();
        assertThat(after(8, i -> 2000 - 100 * i, 0).flat()).as("getting slower").isTrue();
        assertThat(after(2, i -> 1000, 0).flat()).isTrue();
    }

    @Test
    void whatGetsFasterOrIsCompiledIsNotFlat() {
        assertThat(after(1, i -> 1000, 0).flat()).as("a single slice").isFalse();
        assertThat(after(8, i -> 1000 + 60 * (i / 4), 0).flat()).isFalse();
        assertThat(after(8, i -> 1000, 20).flat()).isFalse();
    }

    /** What a slice must hold for a tail: an operation of many callers has many latencies. */
    @Test
    void itKnowsHowManyCallersAnOperationHas() {
        WarmUp warmUp = WarmUp.ofFreshFork();
        assertThat(warmUp.latencies()).isEqualTo(1);
        warmUp.add(slice(0, 0), 100_000_000);
        assertThat(warmUp.latencies()).as("no operation has ended").isEqualTo(1);
        var waits = new Histogram(3);
        waits.recordValueWithCount(20_000_000, 23);
        warmUp.add(new Slice(2, 100_000_000, 2, 50_000_000, 0, 0, "", 0, Latencies.of(waits)), 100_000_000);
        assertThat(warmUp.latencies()).as("11.5 of each").isEqualTo(12);
        assertThat(after(8, i -> 1000, 0).latencies()).isEqualTo(1);
    }

    public static WarmUp after(int slices, IntUnaryOperator operations, long compileMillis) {
        WarmUp warmUp = WarmUp.ofFreshFork();
        for (int i = 0; i < slices; i++) {
            warmUp.add(slice(operations.applyAsInt(i), compileMillis), 100_000_000);
        }
        return warmUp;
    }

    private static Slice slice(int operations, long compileMillis) {
        return new Slice(operations, 100_000_000, operations, 50_000_000, 0, 0, "", compileMillis, Latencies.NONE);
    }
}
