package dev.regatta.worker;

import dev.regatta.client.AsyncClient;
import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingClient;
import dev.regatta.client.BlockingOperation;
import dev.regatta.client.FreshPool;
import dev.regatta.client.Gathering;
import dev.regatta.load.Clock;
import dev.regatta.load.Threading;
import dev.regatta.workload.PoolCycle;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The operations that open a pool for their callers, and close it.
 *
 * @param cycle     what happens in between
 * @param outages   have the pool lose its connections, where that is a part of the cycle
 * @param threading what carries the callers
 * @param ended     receives the CPU nanoseconds of threads that end within an operation
 * @param failures  receives how often callers failed and came back
 * @param callers   receives how long each of them waited
 */
record PoolCycles(PoolCycle cycle, Optional<Outages> outages, Threading threading, LongAdder ended,
        LongAdder failures, Callers callers) {

    /** For so long a caller comes back: a pool that has not recovered by then will not. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** How long it waits before: a pool may refuse at once for as long as it has no connection. */
    private static final Duration PAUSE = Duration.ofMillis(1);

    private static final Executor LATER = CompletableFuture.delayedExecutor(PAUSE.toNanos(), TimeUnit.NANOSECONDS);

    /** Opens a pool. */
    private interface Opening<O> {
        FreshPool<O> open() throws Exception;
    }

    /** All callers at once. */
    private interface Together<O> {
        /**
         * The digest of what they read.
         *
         * @param patience how long each of them comes back after a failure; zero if it does not
         */
        long all(FreshPool<O> pool, Duration patience, int[] keys) throws Exception;
    }

    /** On threads. */
    BlockingOperation blocking(BlockingClient client) {
        return keys -> run(() -> client.fresh(cycle), this::onThreads, keys);
    }

    /** On an event loop, begun and ended by a thread of its own: opening and closing may block. */
    AsyncOperation async(AsyncClient client) {
        return (keys, outcome) -> Thread.ofPlatform().daemon().name("regatta-load-pool").start(() -> {
            long digest;
            try {
                digest = run(() -> client.fresh(cycle), this::onTheEventLoop, keys);
            } catch (Exception | Error e) {
                outcome.failed(e);
                return;
            }
            outcome.completed(digest);
        });
    }

    private <O> long run(Opening<O> opening, Together<O> together, int[] keys) throws Exception {
        if (outages.isEmpty()) {
            try (FreshPool<O> pool = opening.open()) {
                return together.all(pool, Duration.ZERO, keys);
            }
        }
        try (Outages.Ahead outage = outages.get().ahead(); FreshPool<O> pool = opening.open()) {
            // On a busy machine, what a pool does about half-open connections may hit a slow log-in as well.
            long digest = together.all(pool, PATIENCE, keys);
            outage.come();
            return cycle.with(digest, together.all(pool, PATIENCE, keys));
        }
    }

    private long onThreads(FreshPool<BlockingOperation> pool, Duration patience, int[] keys) throws Exception {
        var gathering = new Gathering(cycle.together());
        BlockingOperation caller = pool.caller(gathering);
        callers.come();
        return Bursts.blocking(cycle.callers(), callers.timed((int[] same) -> {
            long start = Clock.nanos();
            while (true) {
                try {
                    return caller.execute(same);
                } catch (Exception | Error e) {
                    if (e instanceof Error || Clock.nanos() - start >= patience.toNanos()) {
                        gathering.failed(e);
                        throw e;
                    }
                    failures.increment();
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }), threading, ended).execute(keys);
    }

    private long onTheEventLoop(FreshPool<AsyncOperation> pool, Duration patience, int[] keys) throws Exception {
        var gathering = new Gathering(cycle.together());
        AsyncOperation caller = pool.caller(gathering);
        var all = new CompletableFuture<Long>();
        callers.come();
        Bursts.async(cycle.callers(), callers
                .timed((int[] same, AsyncOperation.Outcome outcome) -> caller.start(same, new AsyncOperation.Outcome() {

                    private final long start = Clock.nanos();

                    @Override
                    public void completed(long digest) {
                        outcome.completed(digest);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        if (Clock.nanos() - start < patience.toNanos()) {
                            failures.increment();
                            // From elsewhere: a pool that is just telling its callers may not have put the connection away yet.
                            LATER.execute(() -> caller.startOrFail(same, this));
                        } else {
                            gathering.failed(cause);
                            outcome.failed(cause);
                        }
                    }
                }))).start(keys, new AsyncOperation.Outcome() {
                    @Override
                    public void completed(long digest) {
                        all.complete(digest);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        all.completeExceptionally(cause);
                    }
                });
        try {
            return all.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
