package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.client.TestMeters;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;
import org.junit.jupiter.api.Test;

import java.time.Duration;

class MeterReadingTest {

    private final TestMeters pool = new TestMeters();

    @Test
    void timesAreThoseOfTheSliceAndNotOfItsWarmUp() throws Exception {
        pool.acquired(Duration.ofMillis(500));
        Answer.Metered read = MeterReading.of(pool.meters(), () -> {
            pool.acquired(Duration.ofMillis(300));
            return slice(7);
        }, () -> {
            pool.acquired(Duration.ofMillis(2));
            pool.acquired(Duration.ofMillis(6));
            return slice(4);
        });
        assertThat(read.slice().allOperations()).isEqualTo(4);
        assertThat(read.told().get(Counter.ACQUIRE_TIME)).isEqualTo(new Count(8_000_000, 4));
        assertThat(read.told()).doesNotContainKeys(Counter.USAGE_TIME, Counter.CREATION_TIME);
    }

    @Test
    void connectionsAreOpenedBeforeTheSlice() throws Exception {
        pool.created(Duration.ofMillis(3));
        pool.created(Duration.ofMillis(5));
        Answer.Metered read = MeterReading.of(pool.meters(), () -> slice(1), () -> slice(1));
        assertThat(read.told().get(Counter.CREATION_TIME)).isEqualTo(new Count(8_000_000, 2));
    }

    @Test
    void levelsAreLookedAtWhileTheWorkGoesOn() throws Exception {
        pool.levels(3, 1);
        Answer.Metered read = MeterReading.of(pool.meters(), () -> slice(1), () -> {
            // The second look is written down before the third.
            while (pool.looks() < 3) {
                Thread.sleep(1);
            }
            return slice(1);
        });
        assertThat(read.told().get(Counter.CONNECTIONS_IN_USE).operations()).isGreaterThan(1);
        assertThat(read.told().get(Counter.CONNECTIONS_IN_USE).perOperation()).isCloseTo(3, within(1e-9));
        assertThat(read.told().get(Counter.CONNECTIONS_AWAITED).perOperation()).isCloseTo(1, within(1e-9));
        assertThat(read.told()).doesNotContainKey(Counter.CONNECTIONS_IDLE);
    }

    private static Slice slice(int operations) {
        return new Slice(operations, 100, operations, 50, 0, 0, "", 3, Latencies.NONE);
    }
}
