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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

@Isolated("times operations")
class OpenLoopTest {

    private static final long MILLIS = 1_000_000;
    private static final long WINDOW = 1_000 * MILLIS;
    private static final long STALL = 30 * MILLIS;

    /**
     * A server that stands still for 3 % of the time: 3 % of the operations wait, up to as long as that. A closed loop
     * asks it four times meanwhile, one time for each of its workers.
     */
    @ParameterizedTest
    @EnumSource(names = {"PLATFORM", "VIRTUAL"})
    void aStallIsInTheTailOfAnOpenLoopAndHardlyInThatOfAClosedOne(Threading threading) throws Exception {
        long[] due = Arrivals.CONSTANT.schedule(1_000, WINDOW, 1);
        Histogram open;
        // Room for all of them: however long this machine stands still, none is refused.
        try (OpenLoop loop = new OpenLoop(threading, Collections.nCopies(1_000, stallingUntilThirtyWait()))) {
            OpenLoop.Offered offered = loop.run(due, WINDOW, 0);
            open = offered.tally().latencies().copy();
            assertThat(offered.offered()).isEqualTo(1_000);
            assertThat(offered.refused()).isZero();
            assertThat(offered.mostInFlight()).isGreaterThanOrEqualTo(30);
        }
        // They are due a millisecond apart, and wait for the last one: 29, 28 … 0 ms, or longer on a busy machine.
        assertThat(open.getTotalCount()).isEqualTo(1_000);
        assertThat(open.getValueAtPercentile(99)).isGreaterThan(17 * MILLIS);
        assertThat(open.getValueAtPercentile(99.9)).isGreaterThan(26 * MILLIS);
        assertThat(open.getMaxValue()).isGreaterThan(28 * MILLIS);
        try (ClosedLoop loop = new ClosedLoop(threading, 4)) {
            var met = new AtomicInteger();
            loop.run(Collections.nCopies(4, stallingForAWhile(met)), WINDOW, 0);
            assertThat(met.get()).isBetween(1, 4);
        }
    }

    /** Takes 1 ms, but the 401st to the 430th call end when all of them have begun. */
    private static Step.Blocking stallingUntilThirtyWait() {
        var calls = new AtomicInteger();
        var waiting = new CountDownLatch(30);
        return () -> {
            int call = calls.incrementAndGet();
            if (call > 400 && call <= 430) {
                waiting.countDown();
                waiting.await();
            } else {
                sleep(MILLIS);
            }
            return true;
        };
    }

    /**
     * Takes 1 ms, but for 30 ms from its 40th call on whatever is left of that time.
     *
     * @param met counts what began meanwhile
     */
    private static Step.Blocking stallingForAWhile(AtomicInteger met) {
        var calls = new AtomicInteger();
        // Long ago, as no clock goes back.
        var end = new AtomicLong(Clock.nanos());
        return () -> {
            long left = calls.incrementAndGet() == 40 ? STALL : end.get() - Clock.nanos();
            if (left == STALL) {
                end.set(Clock.nanos() + STALL);
            }
            if (left > 0) {
                met.incrementAndGet();
            }
            sleep(Math.max(left, MILLIS));
            return true;
        };
    }

    private static void sleep(long nanos) {
        long end = Clock.nanos() + nanos;
        for (long left = nanos; left > 0; left = end - Clock.nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The operations end when the loop waits for them, and not after a time in which it may have stood still. */
    @ParameterizedTest
    @EnumSource
    @Timeout(30)
    void whatIsDueWhileAllAreInFlightIsRefusedAndTheRestIsWaitedFor(Threading threading) throws Exception {
        var begun = new CountDownLatch(3);
        var allowed = new CompletableFuture<Boolean>();
        Step step = switch (threading) {
            case PLATFORM, VIRTUAL -> (Step.Blocking) () -> {
                begun.countDown();
                return allowed.get();
            };
            case EVENT_LOOP -> (Step.Async) ending -> {
                begun.countDown();
                allowed.thenAccept(ending::ended);
            };
        };
        Thread running = Thread.currentThread();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                begun.await();
                // All were due when the first one began, so that the loop parks no more until it has offered all.
                while (running.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                allowed.complete(true);
            } catch (InterruptedException e) {
                allowed.completeExceptionally(e);
            }
        });
        try (OpenLoop loop = new OpenLoop(threading, Collections.nCopies(3, step))) {
            OpenLoop.Offered offered = loop.run(new long[]{0, 1, 2, 3, 4}, 5, 0);
            assertThat(offered.offered()).isEqualTo(5);
            assertThat(offered.refused()).isEqualTo(2);
            assertThat(offered.mostInFlight()).isEqualTo(3);
            // They ended behind the window, and their latencies count.
            assertThat(offered.tally().operations()).isZero();
            assertThat(offered.tally().allOperations()).isEqualTo(3);
            assertThat(offered.tally().latencies().getTotalCount()).isEqualTo(3);
            OpenLoop.Offered again = loop.run(new long[]{0}, MILLIS, 0);
            assertThat(again.tally().allOperations()).isOne();
            assertThat(again.refused()).isZero();
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
            assertThat(offered.lateness().getValueAtPercentile(99)).isGreaterThan(MILLIS / 2);
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
        // Room for all of them: however long this machine stands still, none is refused.
        try (OpenLoop loop = new OpenLoop(Threading.PLATFORM, Collections.nCopies(10, step))) {
            OpenLoop.Offered offered = loop.run(Arrivals.CONSTANT.schedule(100, 100 * MILLIS, 1), 100 * MILLIS, 0);
            Tally tally = offered.tally();
            assertThat(tally.errors()).isOne();
            assertThat(tally.wrong()).isOne();
            assertThat(tally.problem()).contains("planted");
            assertThat(tally.latencies().getTotalCount()).isEqualTo(8);
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
