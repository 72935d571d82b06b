package dev.regatta.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

@Isolated("times operations")
class OpenLoopTest {

    private static final long MILLIS = 1_000_000;
    private static final long WINDOW = 1_000 * MILLIS;
    private static final long STALL_FROM = 400 * MILLIS;
    private static final long STALL_TO = 430 * MILLIS;

    /**
     * A server that stands still for 3 % of the time: 3 % of the operations wait, up to as long as that. A closed loop
     * asks it four times meanwhile, one time for each of its workers.
     */
    @ParameterizedTest
    @EnumSource(names = {"PLATFORM", "VIRTUAL"})
    void aStallIsInTheTailOfAnOpenLoopAndHardlyInThatOfAClosedOne(Threading threading) throws Exception {
        long[] due = Arrivals.CONSTANT.schedule(1_000, WINDOW, 1);
        Histogram open;
        // Room for 0.2 s of operations: a machine that stands still for longer refuses some.
        try (OpenLoop loop = new OpenLoop(threading, Collections.nCopies(200, stalling(new AtomicInteger())))) {
            OpenLoop.Offered offered = loop.run(due, WINDOW, 0);
            open = offered.tally().latencies().copy();
            assertThat(offered.offered()).isEqualTo(1_000);
            assertThat(offered.refused()).isZero();
            assertThat(offered.mostInFlight()).isGreaterThanOrEqualTo(25);
        }
        // (3 - 1) / 3 and (3 - 0.1) / 3 of 30 ms
        assertThat(open.getTotalCount()).isEqualTo(1_000);
        assertThat(open.getValueAtPercentile(99)).isGreaterThan(17 * MILLIS);
        assertThat(open.getValueAtPercentile(99.9)).isGreaterThan(26 * MILLIS);
        assertThat(open.getMaxValue()).isGreaterThan(28 * MILLIS);
        try (ClosedLoop loop = new ClosedLoop(threading, 4)) {
            // Those that met the stall, and not those that took as long: a busy machine makes other operations wait.
            var met = new AtomicInteger();
            Histogram closed = loop.run(Collections.nCopies(4, stalling(met)), WINDOW, 0).latencies();
            assertThat(met.get() / (double) closed.getTotalCount()).isLessThan(0.01);
        }
    }

    /**
     * Takes 1 ms, but from 400 to 430 ms after its first call whatever is left of that time.
     *
     * @param met counts what began meanwhile
     */
    private static Step.Blocking stalling(AtomicInteger met) {
        var start = new java.util.concurrent.atomic.AtomicLong();
        return () -> {
            start.compareAndSet(0, Clock.nanos());
            long since = Clock.nanos() - start.get();
            boolean stalled = since >= STALL_FROM && since < STALL_TO;
            if (stalled) {
                met.incrementAndGet();
            }
            sleep(stalled ? STALL_TO - since : MILLIS);
            return true;
        };
    }

    private static void sleep(long nanos) {
        long end = Clock.nanos() + nanos;
        for (long left = nanos; left > 0; left = end - Clock.nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDueWhileAllAreInFlightIsRefusedAndTheRestIsWaitedFor(Threading threading) throws Exception {
        try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(1)) {
            Step step = switch (threading) {
                case PLATFORM, VIRTUAL -> (Step.Blocking) () -> {
                    sleep(300 * MILLIS);
                    return true;
                };
                case EVENT_LOOP -> (Step.Async) ending -> timer.schedule(() -> ending.ended(true), 300,
                        TimeUnit.MILLISECONDS);
            };
            try (OpenLoop loop = new OpenLoop(threading, Collections.nCopies(3, step))) {
                OpenLoop.Offered offered = loop.run(new long[]{0, 1, 2, 3, 4}, 100 * MILLIS, 0);
                assertThat(offered.offered()).isEqualTo(5);
                assertThat(offered.refused()).isEqualTo(2);
                assertThat(offered.mostInFlight()).isEqualTo(3);
                // They ended behind the window, and their latencies count.
                assertThat(offered.tally().operations()).isZero();
                assertThat(offered.tally().allOperations()).isEqualTo(3);
                assertThat(offered.tally().latencies().getMinValue()).isGreaterThanOrEqualTo(290 * MILLIS);
                OpenLoop.Offered again = loop.run(new long[]{0}, MILLIS, 0);
                assertThat(again.tally().allOperations()).isOne();
                assertThat(again.refused()).isZero();
            }
        }
    }

    @Test
    void whatIsDueBeforeTheWindowIsNotCounted() throws Exception {
        // Room for all of them: however long this machine stands still, none is refused.
        try (OpenLoop loop = new OpenLoop(Threading.VIRTUAL, Collections.nCopies(100, (Step.Blocking) () -> true))) {
            OpenLoop.Offered offered = loop.run(Arrivals.CONSTANT.schedule(1_000, 100 * MILLIS, 1), 100 * MILLIS,
                    50 * MILLIS);
            assertThat(offered.offered()).isEqualTo(50);
            assertThat(offered.tally().latencies().getTotalCount()).isEqualTo(50);
            assertThat(offered.tally().allOperations()).isEqualTo(100);
        }
    }

    @Test
    void aGeneratorThatCannotKeepUpSaysSo() throws Exception {
        try (OpenLoop loop = new OpenLoop(Threading.VIRTUAL, Collections.nCopies(8, (Step.Blocking) () -> true))) {
            OpenLoop.Offered offered = loop.run(new long[200_000], 100 * MILLIS, 0);
            assertThat(offered.lateP99Nanos()).isGreaterThan(MILLIS / 2);
        }
    }

    @Test
    void errorsAndWrongResultsAreCounted() throws Exception {
        var number = new AtomicInteger();
        Step.Blocking step = () -> {
            int call = number.incrementAndGet();
            if (call == 1) {
                throw new IllegalStateException("planted");
            }
            return call != 2;
        };
        try (OpenLoop loop = new OpenLoop(Threading.PLATFORM, Collections.nCopies(1, step))) {
            OpenLoop.Offered offered = loop.run(Arrivals.CONSTANT.schedule(100, 100 * MILLIS, 1), 100 * MILLIS, 0);
            Tally tally = offered.tally();
            assertThat(tally.errors()).isOne();
            assertThat(tally.wrong()).isOne();
            assertThat(tally.problem()).contains("planted");
            // There is one place: where this machine stands still for 10 ms, an operation is refused.
            assertThat(tally.latencies().getTotalCount() + offered.refused()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(30)
    void anErrorOrAStartThatThrowsEndsTheSliceAtOnceAndNotTheWatchdog(Threading threading) throws Exception {
        // The first operation never ends, and the slice would take a minute.
        Step broken = switch (threading) {
            case PLATFORM, VIRTUAL -> blocking(calls -> {
                if (calls == 1) {
                    Thread.sleep(60_000);
                }
                throw new StackOverflowError("planted");
            });
            case EVENT_LOOP -> async(calls -> {
                if (calls > 1) {
                    throw new IllegalStateException("planted");
                }
            });
        };
        try (OpenLoop loop = new OpenLoop(threading, List.of(broken, broken))) {
            long start = Clock.nanos();
            assertThatThrownBy(() -> loop.run(new long[]{0, 50 * MILLIS}, 60_000 * MILLIS, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("a logical worker ended with java.lang.").hasMessageEndingWith(": planted");
            assertThat(Clock.nanos() - start).isLessThan(20_000 * MILLIS);
            assertThatThrownBy(() -> loop.run(new long[0], MILLIS, 0)).hasMessageEndingWith("planted");
        }
    }

    /** Something done with the number of the call, from 1. */
    interface Call {
        void number(int number) throws Exception;
    }

    static Step.Blocking blocking(Call call) {
        var calls = new AtomicInteger();
        return () -> {
            call.number(calls.incrementAndGet());
            return true;
        };
    }

    /** A step of which no operation ends by itself. */
    static Step.Async async(Call call) {
        var calls = new AtomicInteger();
        return ending -> {
            try {
                call.number(calls.incrementAndGet());
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
    }
}
