package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.client.AsyncClient;
import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingClient;
import dev.regatta.client.BlockingOperation;
import dev.regatta.client.FreshPool;
import dev.regatta.client.Gathering;
import dev.regatta.load.Threading;
import dev.regatta.workload.Burst;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Pools that are opened for one operation, on clients that tell what is done with them. */
@Timeout(60)
class PoolCyclesTest {

    private static final int[] NO_KEYS = {};
    private static final int CALLERS = 5;
    private static final PoolCycle CYCLE = new PoolCycle("x", "",
            new Burst("callers", "", (Reading) Workloads.SELECT_1, CALLERS, 0), CALLERS, CALLERS + 1, 1,
            PoolCycle.Outage.NONE);
    /** A pool that refuses at once for a tenth of a second; each caller came back 100 times only. */
    private static final int LOST = 600;
    private static final long RIGHT = Workloads.SELECT_1.expected(NO_KEYS);

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final LongAdder failures = new LongAdder();
    private final Callers waited = Callers.of(CYCLE);

    @ParameterizedTest
    @EnumSource(names = {"PLATFORM", "VIRTUAL"})
    void aPoolIsOpenedForEachOperationAskedByAllCallersAndClosed(Threading threading) throws Exception {
        BlockingOperation operation = cycles(threading).blocking(new Blocking(callers -> keys -> {
            callers.arrived().toCompletableFuture().join();
            log.add("served " + Thread.currentThread().isVirtual());
            return RIGHT;
        }));
        assertThat(operation.execute(NO_KEYS)).isEqualTo(CYCLE.expected(NO_KEYS));
        assertThat(waited.nanos()).hasSize(CALLERS).doesNotContain(0);
        waited.begin();
        assertThat(waited.nanos()).isEmpty();
        operation.execute(NO_KEYS);
        List<String> once = once("served " + (threading == Threading.VIRTUAL));
        assertThat(log).containsExactlyElementsOf(Stream.concat(once.stream(), once.stream()).toList());
    }

    /** The others would wait for it. It fails with its own error or, where another caller is first, with that as the cause. */
    @Test
    void aCallerThatFailsFailsTheOperationAndThePoolIsClosed() {
        var count = new AtomicInteger();
        assertThatThrownBy(() -> cycles(Threading.PLATFORM).blocking(new Blocking(callers -> keys -> {
            if (count.incrementAndGet() == 3) {
                throw new IllegalStateException("no connection");
            }
            callers.arrived().toCompletableFuture().join();
            return RIGHT;
        })).execute(NO_KEYS)).satisfiesAnyOf(error -> assertThat(error).hasMessage("no connection"),
                error -> assertThat(error).hasRootCauseMessage("no connection"));
        assertThat(count).hasValue(CALLERS);
        assertThat(log).containsExactly("opened", "closed");
        assertThat(failures.sum()).isZero();
    }

    /** As where a class of a driver is missing. */
    @ParameterizedTest
    @EnumSource(names = {"PLATFORM", "VIRTUAL"})
    void anErrorOfACallerEndsTheOperation(Threading threading) {
        var count = new AtomicInteger();
        assertThatThrownBy(() -> cycles(threading).blocking(new Blocking(callers -> keys -> {
            if (count.incrementAndGet() == 3) {
                throw new NoClassDefFoundError("Driver");
            }
            callers.arrived().toCompletableFuture().join();
            return RIGHT;
        })).execute(NO_KEYS)).satisfiesAnyOf(error -> assertThat(error).isInstanceOf(NoClassDefFoundError.class),
                error -> assertThat(error).hasRootCauseInstanceOf(NoClassDefFoundError.class));
        assertThat(log).containsExactly("opened", "closed");
    }

    @Test
    void anAsynchronousPoolIsClosedBeforeItsOperationEnds() {
        assertThat(endOf(cycles(Threading.EVENT_LOOP).async(new Async(callers -> (keys, outcome) -> {
            log.add("served");
            callers.arrived().thenRun(() -> outcome.completed(RIGHT));
        })))).isEqualTo(CYCLE.expected(NO_KEYS));
        assertThat(log).containsExactlyElementsOf(once("served"));
        assertThat(waited.nanos()).hasSize(CALLERS);
        var failure = new IllegalStateException("no connection");
        assertThat(endOf(cycles(Threading.EVENT_LOOP).async(new Async(callers -> (keys, outcome) -> outcome.failed(
                failure))))).isSameAs(failure);
        assertThat(log).hasSize(CALLERS + 4).last().isEqualTo("closed");
    }

    /** What is lost, and how, is another's matter. */
    @ParameterizedTest
    @EnumSource(names = {"ENDED", "SILENT"})
    void afterAnOutageCallersComeBackUntilTheyAreServed(PoolCycle.Outage how) throws Exception {
        var cycle = new PoolCycle("x", "", CYCLE.callers(), CALLERS, CALLERS + 1, 1, how);
        var lost = new AtomicInteger();
        Outages outages = () -> {
            log.add("ahead");
            return new Outages.Ahead() {
                @Override
                public void come() {
                    log.add("outage");
                    lost.set(LOST);
                }

                @Override
                public void close() {
                    log.add("over");
                }
            };
        };
        var everyone = Callers.of(cycle);
        BlockingOperation operation = new PoolCycles(cycle, Optional.of(outages), Threading.PLATFORM, new LongAdder(),
                failures, everyone).blocking(new Blocking(callers -> keys -> {
                    if (lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new IllegalStateException("half-open");
                    }
                    callers.arrived().toCompletableFuture().join();
                    log.add("served");
                    return RIGHT;
                }));
        assertThat(operation.execute(NO_KEYS)).isEqualTo(cycle.expected(NO_KEYS))
                .isNotEqualTo(CYCLE.expected(NO_KEYS));
        List<String> served = Collections.nCopies(CALLERS, "served");
        assertThat(log).containsExactlyElementsOf(Stream.of(List.of("ahead", "opened"), served, List.of("outage"),
                served, List.of("closed", "over")).flatMap(List::stream).toList());
        assertThat(failures.sum()).isEqualTo(LOST);
        assertThat(everyone.nanos()).as("each was served twice").hasSize(2 * CALLERS);
    }

    private PoolCycles cycles(Threading threading) {
        return new PoolCycles(CYCLE, Optional.empty(), threading, new LongAdder(), failures, waited);
    }

    private static List<String> once(String served) {
        return Stream.of(List.of("opened"), Collections.nCopies(CALLERS, served), List.of("closed"))
                .flatMap(List::stream).toList();
    }

    private static Object endOf(AsyncOperation operation) {
        var end = new CompletableFuture<Object>();
        operation.start(NO_KEYS, new AsyncOperation.Outcome() {
            @Override
            public void completed(long digest) {
                end.complete(digest);
            }

            @Override
            public void failed(Throwable cause) {
                end.complete(cause);
            }
        });
        return end.join();
    }

    /** What a caller does. */
    private interface Script<O> {
        O of(Gathering callers);
    }

    private <O> FreshPool<O> pool(Script<O> script) {
        log.add("opened");
        return new FreshPool<>() {
            @Override
            public O caller(Gathering callers) {
                return script.of(callers);
            }

            @Override
            public void close() {
                log.add("closed");
            }
        };
    }

    /** A client that opens pools, and whose own pool is not asked. */
    private abstract class OfPools<O> {

        private final Script<O> script;

        OfPools(Script<O> script) {
            this.script = script;
        }

        public FreshPool<O> fresh(PoolCycle cycle) {
            return pool(script);
        }

        public O operation(Workload workload, int worker) {
            throw new AssertionError("its own pool is not asked");
        }

        public Class<?> driver() {
            return getClass();
        }

        public void close() {
            log.add("closed itself");
        }
    }

    private final class Blocking extends OfPools<BlockingOperation> implements BlockingClient {
        Blocking(Script<BlockingOperation> script) {
            super(script);
        }
    }

    private final class Async extends OfPools<AsyncOperation> implements AsyncClient {
        Async(Script<AsyncOperation> script) {
            super(script);
        }
    }
}
