package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingOperation;
import dev.regatta.load.Threading;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

class BurstsTest {

    private static final int[] NO_KEYS = {};
    private static final Burst BURST = new Burst("x", "", (Reading) Workloads.SELECT_1, 5, 0);
    private static final long RIGHT = Workloads.SELECT_1.expected(NO_KEYS);

    private final LongAdder ended = new LongAdder();

    @ParameterizedTest
    @EnumSource(names = {"PLATFORM", "VIRTUAL"})
    void allTasksRunAtOnceOnThreadsThatEnd(Threading threading) throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        var together = new CountDownLatch(BURST.tasks());
        BlockingOperation burst = Bursts.blocking(BURST, keys -> {
            threads.add(Thread.currentThread());
            together.countDown();
            together.await();
            return RIGHT;
        }, threading, ended);
        assertThat(burst.execute(NO_KEYS)).isEqualTo(BURST.expected(NO_KEYS));
        assertThat(threads).hasSize(BURST.tasks())
                .allMatch(thread -> thread.isVirtual() == (threading == Threading.VIRTUAL));
        burst.execute(NO_KEYS);
        assertThat(threads).as("threads of the first executor and of the second").hasSize(2 * BURST.tasks());
    }

    @Test
    void threadsTellTheCpuTimeThatTheyEndWith() throws Exception {
        long nanos = 2_000_000;
        Bursts.blocking(BURST, keys -> {
            // Of this thread: on a busy machine time goes by without it.
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < nanos) {
                Thread.onSpinWait();
            }
            return RIGHT;
        }, Threading.PLATFORM, ended).execute(NO_KEYS);
        assertThat(ended.sum()).isGreaterThanOrEqualTo(BURST.tasks() * nanos);
    }

    @Test
    void aTaskThatFailsFailsTheOperationAndAWrongOneIsSeen() throws Exception {
        var count = new AtomicInteger();
        assertThatThrownBy(() -> Bursts.blocking(BURST, keys -> {
            if (count.incrementAndGet() == 3) {
                throw new IllegalStateException("the third");
            }
            return RIGHT;
        }, Threading.PLATFORM, ended).execute(NO_KEYS)).isInstanceOf(IllegalStateException.class)
                .hasMessage("the third");
        assertThat(count).hasValue(BURST.tasks());
        assertThat(Bursts.blocking(BURST, keys -> count.incrementAndGet() == 7 ? 0 : RIGHT, Threading.VIRTUAL, ended)
                .execute(NO_KEYS)).isNotEqualTo(BURST.expected(NO_KEYS));
    }

    @Test
    void anAsynchronousBurstEndsWithItsLastTask() {
        List<AsyncOperation.Outcome> inFlight = new ArrayList<>();
        List<Object> ends = new ArrayList<>();
        AsyncOperation burst = Bursts.async(BURST, (keys, outcome) -> inFlight.add(outcome));
        burst.start(NO_KEYS, into(ends));
        assertThat(inFlight).hasSize(BURST.tasks());
        for (int i = BURST.tasks() - 1; i >= 0; i--) {
            assertThat(ends).isEmpty();
            inFlight.get(i).completed(RIGHT);
        }
        assertThat(ends).containsExactly(BURST.expected(NO_KEYS));
    }

    @Test
    void anAsynchronousTaskThatFailsFailsTheOperationWhenAllHaveEnded() {
        List<AsyncOperation.Outcome> inFlight = new ArrayList<>();
        List<Object> ends = new ArrayList<>();
        Bursts.async(BURST, (keys, outcome) -> inFlight.add(outcome)).start(NO_KEYS, into(ends));
        var failure = new IllegalStateException("one");
        inFlight.get(0).failed(failure);
        assertThat(ends).isEmpty();
        inFlight.subList(1, BURST.tasks()).forEach(outcome -> outcome.completed(RIGHT));
        assertThat(ends).containsExactly(failure);
    }

    private static AsyncOperation.Outcome into(List<Object> ends) {
        return new AsyncOperation.Outcome() {
            @Override
            public void completed(long digest) {
                ends.add(digest);
            }

            @Override
            public void failed(Throwable cause) {
                ends.add(cause);
            }
        };
    }
}
