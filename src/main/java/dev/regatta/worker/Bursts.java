package dev.regatta.worker;

import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingOperation;
import dev.regatta.load.Threading;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Digest;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Makes the operation of a burst of that of its task, which is the client's. */
final class Bursts {

    private Bursts() {
    }

    /**
     * A burst on threads: those of a fixed pool with one for each task, or virtual ones.
     *
     * @param ended receives the CPU nanoseconds of each platform thread when it ends: no reading from outside sees it
     */
    static BlockingOperation blocking(Burst burst, BlockingOperation task, Threading threading, LongAdder ended) {
        return keys -> {
            List<Future<Long>> tasks = new ArrayList<>(burst.tasks());
            List<Thread> threads = new ArrayList<>();
            try (ExecutorService executor = threading == Threading.VIRTUAL
                    ? Executors.newVirtualThreadPerTaskExecutor()
                    : Executors.newFixedThreadPool(burst.tasks(), counted(ended, threads))) {
                for (int i = 0; i < burst.tasks(); i++) {
                    tasks.add(executor.submit(() -> task.execute(keys)));
                }
            }
            // A pool is closed before its last thread has told its time.
            for (Thread thread : threads) {
                thread.join();
            }
            long digest = Digest.EMPTY;
            for (Future<Long> each : tasks) {
                try {
                    digest = burst.with(digest, each.get());
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof Exception cause ? cause : e;
                }
            }
            return digest;
        };
    }

    /** Threads that tell their time at their end; the pool asks for them where tasks are handed in. */
    private static ThreadFactory counted(LongAdder ended, List<Thread> threads) {
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        return work -> {
            Thread thread = Thread.ofPlatform().daemon().name("regatta-load-burst").unstarted(() -> {
                try {
                    work.run();
                } finally {
                    ended.add(times.getCurrentThreadCpuTime());
                }
            });
            threads.add(thread);
            return thread;
        };
    }

    /** A burst on an event loop: all tasks are started one after another, and the last one to end ends it. */
    static AsyncOperation async(Burst burst, AsyncOperation task) {
        return (keys, outcome) -> new Flight(burst, outcome).start(task, keys);
    }

    /** The tasks of one operation. */
    private static final class Flight {

        private final Burst burst;
        private final AsyncOperation.Outcome outcome;
        private final long[] digests;
        private final AtomicInteger open;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Flight(Burst burst, AsyncOperation.Outcome outcome) {
            this.burst = burst;
            this.outcome = outcome;
            digests = new long[burst.tasks()];
            open = new AtomicInteger(burst.tasks());
        }

        void start(AsyncOperation task, int[] keys) {
            for (int i = 0; i < digests.length; i++) {
                int number = i;
                task.start(keys, new AsyncOperation.Outcome() {
                    @Override
                    public void completed(long digest) {
                        digests[number] = digest;
                        ended();
                    }

                    @Override
                    public void failed(Throwable cause) {
                        failure.compareAndSet(null, cause);
                        ended();
                    }
                });
            }
        }

        private void ended() {
            if (open.decrementAndGet() > 0) {
                return;
            }
            if (failure.get() != null) {
                outcome.failed(failure.get());
                return;
            }
            long digest = Digest.EMPTY;
            for (long each : digests) {
                digest = burst.with(digest, each);
            }
            outcome.completed(digest);
        }
    }
}
