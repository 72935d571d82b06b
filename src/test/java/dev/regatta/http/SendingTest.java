package dev.regatta.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Clock;
import dev.regatta.load.OpenLoop;
import dev.regatta.load.Step;
import dev.regatta.load.Threading;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SendingTest {

    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int REQUESTS = 100;
    private static final long[] DUE = LongStream.range(0, REQUESTS).map(i -> i * MILLIS).toArray();

    private final Sending sending = new Sending();
    private final AtomicBoolean blocked = new AtomicBoolean();

    private List<Step.Async> lanes(int size) {
        return Stream.<Step.Async>generate(() -> sending.of(ending -> {
            if (blocked.getAndSet(false)) {
                long end = Clock.nanos() + 50 * MILLIS;
                while (Clock.nanos() < end) {
                    LockSupport.parkNanos(end - Clock.nanos());
                }
            }
            ending.ended(true);
        })).limit(size).collect(Collectors.toList());
    }

    /** The loop hands requests over on time, and the thread that sends them is busy. */
    @Test
    void aThreadThatSendsLateIsSeenWhereTheLoopIsOnTime() throws Exception {
        blocked.set(true);
        try (var loop = new OpenLoop(Threading.EVENT_LOOP, lanes(REQUESTS))) {
            sending.begin(DUE.length);
            long start = Clock.nanos();
            OpenLoop.Offered offered = loop.run(DUE, REQUESTS * MILLIS, 0);
            assertThat(offered.refused()).isZero();
            assertThat(late(sending.lateness(start, DUE, 0))).isGreaterThan(offered.lateness().getValueAtPercentile(99))
                    .isBetween(40 * MILLIS, 10_000 * MILLIS);
        }
    }

    @Test
    void onlyTheWindowCounts() {
        Step.Async lane = sending.of(ending -> {
        });
        sending.begin(2);
        lane.start(null);
        long late = Clock.nanos();
        lane.start(null);
        // As if the run had begun a second before: the first was due at once, the second now.
        long[] due = {0, 1_000 * MILLIS};
        assertThat(late(sending.lateness(late - 1_000 * MILLIS, due, 0))).isGreaterThan(900 * MILLIS);
        assertThat(late(sending.lateness(late - 1_000 * MILLIS, due, 1))).isLessThan(900 * MILLIS);
    }

    /** Which of them nobody knows: it takes the first, so that a request is later than is told. */
    @Test
    void whereSomeWereRefusedTheOthersAreAtLeastSoLate() {
        sending.begin(3);
        sending.of(ending -> {
        }).start(null);
        assertThat(late(sending.lateness(Clock.nanos() - 1_000 * MILLIS, new long[]{0, 1, 600 * MILLIS}, 0)))
                .isBetween(300 * MILLIS, 401 * MILLIS);
    }

    @Test
    void nothingIsLateWhereNothingWasSent() {
        sending.begin(1);
        assertThat(late(sending.lateness(0, new long[]{0}, 0))).isZero();
    }

    private static long late(Histogram lateness) {
        return lateness.getValueAtPercentile(99);
    }
}
