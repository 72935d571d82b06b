package dev.regatta.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

@Isolated("times operations")
class ClosedLoopTest {

    private static final long MILLIS = 1_000_000;

    @ParameterizedTest
    @EnumSource(names = {"PLATFORM", "VIRTUAL"})
    void eachWorkerStartsItsNextOperationWhenItsPreviousOneEnded(Threading threading) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Step.Blocking step = () -> {
            LockSupport.parkNanos(2 * MILLIS);
            calls.incrementAndGet();
            return true;
        };
        try (ClosedLoop loop = new ClosedLoop(threading, 3)) {
            Tally tally = loop.run(Collections.nCopies(3, step), 60 * MILLIS, 0);
            assertThat(tally.allOperations()).isEqualTo(calls.get()).isBetween(6, 90);
            assertThat(tally.latencies().getMinValue()).isGreaterThanOrEqualTo(19 * MILLIS / 10);
        }
    }

    @Test
    void virtualWorkersRunOnVirtualThreadsAndPlatformWorkersDoNot() throws Exception {
        Set<Boolean> virtual = ConcurrentHashMap.newKeySet();
        Step.Blocking step = () -> virtual.add(Thread.currentThread().isVirtual()) || true;
        try (ClosedLoop loop = new ClosedLoop(Threading.VIRTUAL, 1)) {
            loop.run(List.of(step), MILLIS, 0);
        }
        assertThat(virtual).containsExactly(true);
        virtual.clear();
        try (ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 1)) {
            loop.run(List.of(step), MILLIS, 0);
        }
        assertThat(virtual).containsExactly(false);
    }

    @Test
    @Timeout(60)
    void anAsynchronousStepThatEndsAtOnceDoesNotRecurse() throws Exception {
        Step.Async step = ending -> ending.ended(true);
        try (ClosedLoop loop = new ClosedLoop(Threading.EVENT_LOOP, 2)) {
            long operations = 0;
            // On a busy machine a slice has to be longer to have so many.
            for (long window = 30 * MILLIS; operations <= 20_000; window *= 2) {
                operations = loop.run(List.of(step, step), window, 0).allOperations();
            }
        }
    }

    @Test
    @Timeout(60)
    void anAsynchronousWorkerHasOneOperationInFlight() throws Exception {
        List<AtomicInteger> began = IntStream.range(0, 3).mapToObj(worker -> new AtomicInteger()).toList();
        Set<Integer> inFlight = ConcurrentHashMap.newKeySet();
        try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
                ClosedLoop loop = new ClosedLoop(Threading.EVENT_LOOP, 3)) {
            List<Step.Async> steps = began.stream().map(mine -> {
                AtomicInteger now = new AtomicInteger();
                return (Step.Async) ending -> {
                    mine.incrementAndGet();
                    inFlight.add(now.incrementAndGet());
                    timer.schedule(() -> {
                        now.decrementAndGet();
                        ending.ended(true);
                    }, 1, TimeUnit.MILLISECONDS);
                };
            }).toList();
            // How many a slice has depends on the machine; after a few of each worker, one would have overtaken another.
            while (began.stream().anyMatch(mine -> mine.get() <= 10)) {
                loop.run(steps, 50 * MILLIS, 0);
            }
        }
        assertThat(inFlight).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void anOperationInFlightWhenTheWindowClosesCountsInTheTailAndInPartInTheThroughput(Threading threading)
            throws Exception {
        try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
                ClosedLoop loop = new ClosedLoop(threading, 1)) {
            Tally tally = loop.run(List.of(lasting(80, threading, timer)), 20 * MILLIS, 0);
            assertThat(tally.operations()).isBetween(0.01, 0.25);
            assertThat(tally.allOperations()).isOne();
            assertThat(tally.latencies().getMaxValue()).isGreaterThanOrEqualTo(75 * MILLIS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOperationThatBeganInTheDroppedPartCountsInPart(Threading threading) throws Exception {
        try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
                ClosedLoop loop = new ClosedLoop(threading, 1)) {
            Tally tally = loop.run(List.of(lasting(80, threading, timer)), 20 * MILLIS, 10 * MILLIS);
            assertThat(tally.operations()).isBetween(0.005, 0.13);
            assertThat(tally.latencies().getTotalCount()).isOne();
        }
    }

    /** A step of so many milliseconds, of the kind that a threading runs. */
    private static Step lasting(int millis, Threading threading, ScheduledExecutorService timer) {
        return switch (threading) {
            case PLATFORM, VIRTUAL -> (Step.Blocking) () -> {
                LockSupport.parkNanos(millis * MILLIS);
                return true;
            };
            case EVENT_LOOP -> (Step.Async) ending -> timer.schedule(() -> ending.ended(true), millis,
                    TimeUnit.MILLISECONDS);
        };
    }

    @Test
    void whatEndsInTheDroppedPartIsNotALatency() throws Exception {
        Step.Blocking step = () -> {
            LockSupport.parkNanos(5 * MILLIS);
            return true;
        };
        try (ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 1)) {
            Tally tally = loop.run(List.of(step), 400 * MILLIS, 200 * MILLIS);
            assertThat(tally.latencies().getTotalCount()).isLessThan(tally.allOperations());
            assertThat(tally.operations()).isLessThan(tally.allOperations());
        }
    }

    @Test
    void errorsAndWrongResultsAreCountedApartFromLatencies() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Step.Blocking step = () -> {
            LockSupport.parkNanos(MILLIS / 10);
            int call = calls.incrementAndGet();
            if (call % 3 == 0) {
                throw new IllegalStateException("server is gone\nsecond line");
            }
            return call % 3 == 1;
        };
        try (ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 1)) {
            Tally tally = loop.run(List.of(step), 200 * MILLIS, 0);
            assertThat(tally.errors()).isPositive();
            assertThat(tally.wrong()).isPositive();
            assertThat(tally.latencies().getTotalCount())
                    .isLessThanOrEqualTo(tally.allOperations() - tally.errors() - tally.wrong());
            assertThat(tally.problem()).contains("another result").doesNotContain("second line");
        }
    }

    @Test
    void aSliceStartsWithAnEmptyTally() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Step.Blocking step = () -> calls.incrementAndGet() > 0;
        try (ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 2)) {
            for (int slice = 0; slice < 3; slice++) {
                calls.set(0);
                assertThat(loop.run(List.of(step, step), MILLIS, 0).allOperations()).isEqualTo(calls.get());
            }
        }
    }

    @Test
    void aLoopTakesAsManyStepsAsItHasWorkers() {
        try (ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 2)) {
            assertThatThrownBy(() -> loop.run(List.of(), MILLIS, 0)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2 workers");
        }
    }

    /** Four busy virtual threads on fewer carriers: a worker's clock runs while it waits for a carrier. */
    @Test
    void latencyIsCountedFromWhenTheWorkerWasReadyNotFromWhenItsThreadRan() throws Exception {
        int workers = 4 * Runtime.getRuntime().availableProcessors();
        Step.Blocking hog = () -> {
            long until = Clock.nanos() + 10 * MILLIS;
            while (Clock.nanos() < until) {
                Thread.onSpinWait();
            }
            return true;
        };
        try (ClosedLoop loop = new ClosedLoop(Threading.VIRTUAL, workers)) {
            Tally tally = loop.run(IntStream.range(0, workers).mapToObj(i -> hog).toList(), 5 * MILLIS, 0);
            assertThat(tally.latencies().getMaxValue()).isGreaterThanOrEqualTo(25 * MILLIS);
        }
    }

    @Test
    void closingEndsThePlatformThreads() {
        ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 1);
        loop.close();
        assertThatThrownBy(() -> loop.run(List.of((Step.Blocking) () -> true), MILLIS, 0))
                .isInstanceOf(java.util.concurrent.RejectedExecutionException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(30)
    void anErrorOrAStartThatThrowsEndsTheSliceAtOnceAndNotTheWatchdog(Threading threading) throws Exception {
        // The first worker's operation never ends, and the slice would take a minute.
        Step broken = switch (threading) {
            case PLATFORM, VIRTUAL -> OpenLoopTest.blocking(calls -> {
                if (calls == 1) {
                    Thread.sleep(60_000);
                }
                throw new StackOverflowError("planted");
            });
            case EVENT_LOOP -> OpenLoopTest.async(calls -> {
                if (calls > 1) {
                    throw new IllegalStateException("planted");
                }
            });
        };
        try (ClosedLoop loop = new ClosedLoop(threading, 2)) {
            assertThatBreaksDown(loop, List.of(broken, broken));
        }
    }

    /** Where the driver calls back, nobody sees what is thrown. */
    @Test
    @Timeout(30)
    void aNextStartThatThrowsOnTheDriversThreadEndsTheSliceAtOnce() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (ScheduledExecutorService driver = Executors.newScheduledThreadPool(1)) {
            Step.Async step = ending -> {
                if (calls.incrementAndGet() == 3) {
                    throw new StackOverflowError("planted");
                }
                driver.schedule(() -> ending.ended(true), 1, TimeUnit.MILLISECONDS);
            };
            try (ClosedLoop loop = new ClosedLoop(Threading.EVENT_LOOP, 1)) {
                assertThatBreaksDown(loop, List.of(step));
            }
        }
    }

    private static void assertThatBreaksDown(ClosedLoop loop, List<? extends Step> steps) {
        long start = Clock.nanos();
        assertThatThrownBy(() -> loop.run(steps, 60_000 * MILLIS, 0)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a logical worker ended with java.lang.").hasMessageEndingWith(": planted");
        assertThat(Clock.nanos() - start).isLessThan(20_000 * MILLIS);
        assertThatThrownBy(() -> loop.run(steps, MILLIS, 0)).hasMessageEndingWith("planted");
    }
}
