package dev.regatta.worker;

import dev.regatta.client.AsyncClient;
import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingClient;
import dev.regatta.client.BlockingOperation;
import dev.regatta.client.Client;
import dev.regatta.load.Step;
import dev.regatta.load.Threading;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Idle;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Turns a client's operations into the steps of a loop: draws the parameters, runs, compares with what is expected. */
final class Steps {

    private Steps() {
    }

    /**
     * One step per logical worker.
     *
     * @param threading what carries them, and the tasks of an operation that has several
     * @param ended     receives the CPU nanoseconds of threads that end within an operation
     * @param outages   have pools lose their connections, for workloads of which this is a part
     * @param failures  receives the failures that are a part of it
     */
    static List<Lane> of(Client client, Workload workload, int workers, Threading threading, LongAdder ended,
            Optional<Outages> outages, LongAdder failures) throws Exception {
        List<Lane> lanes = new ArrayList<>();
        Expectation expectation = Expectation.of(workload);
        for (int worker = 0; worker < workers; worker++) {
            Callers callers = Callers.of(workload);
            lanes.add(switch (client) {
                case BlockingClient blocking -> new BlockingLane(workload, expectation, worker, workers, callers,
                        switch (workload) {
                            case Burst burst ->
                                Bursts.blocking(burst, callers.timed(blocking.operation(burst.task(), worker)),
                                        threading, ended);
                            case PoolCycle cycle ->
                                new PoolCycles(cycle, outages, threading, ended, failures, callers).blocking(blocking);
                            case Idle idle -> nothing -> idle(idle);
                            default -> blocking.operation(workload, worker);
                        });
                case AsyncClient async ->
                    new AsyncLane(workload, expectation, worker, workers, callers, switch (workload) {
                        case Burst burst -> Bursts.async(burst, callers.timed(async.operation(burst.task(), worker)));
                        case PoolCycle cycle ->
                            new PoolCycles(cycle, outages, threading, ended, failures, callers).async(async);
                        case Idle idle -> (nothing, outcome) -> CompletableFuture
                                .delayedExecutor(idle.millis(), TimeUnit.MILLISECONDS)
                                .execute(() -> outcome.completed(Digest.EMPTY));
                        default -> async.operation(workload, worker);
                    });
            });
        }
        return lanes;
    }

    private static long idle(Idle idle) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(idle.millis());
        return Digest.EMPTY;
    }

    /**
     * What the steps of both kinds share: a logical worker's parameters. Where a workload wants ids that are nobody
     * else's, those of worker w of n are w + 1, w + 1 + n, w + 1 + 2n, …
     */
    abstract static sealed class Lane {
        private final Expectation expectation;
        private final int worker;
        private final int firstId;
        private final int step;
        private final int choices;
        private final Callers callers;
        final int[] keys;
        private SplittableRandom random = new SplittableRandom(0);
        private long digest;

        Lane(Workload workload, Expectation expectation, int worker, int workers, Callers callers) {
            this.callers = callers;
            this.expectation = expectation;
            this.worker = worker;
            this.firstId = workload.ownIds() ? 1 + worker : 1;
            this.step = workload.ownIds() ? workers : 1;
            this.choices = Math.max(1, workload.ids() / step);
            this.keys = new int[workload.keys()];
        }

        /** Starts the parameters over: the same seed gives every arm the same ones. */
        void seed(long seed) {
            random = new SplittableRandom(seed + worker);
        }

        final void draw() {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = firstId + step * random.nextInt(choices);
            }
            callers.begin();
        }

        /** Keeps the digest of the operation that just ended and tells whether it is the expected one. */
        final boolean matches(long digest) {
            this.digest = digest;
            return expectation.holds(keys, digest);
        }

        /** Why a result is wrong; empty where that is plain. */
        final String why() {
            return expectation.why();
        }

        /** The digest of the last operation that ended without an error. */
        final long digest() {
            return digest;
        }

        /** How long each caller within the last operation waited. */
        public final long[] callers() {
            return callers.nanos();
        }

        /** This lane as what a loop repeats. */
        abstract Step step();
    }

    /** A lane of a blocking client. */
    static final class BlockingLane extends Lane implements Step.Blocking {
        private final BlockingOperation operation;

        BlockingLane(Workload workload, Expectation expectation, int worker, int workers, Callers callers,
                BlockingOperation operation) {
            super(workload, expectation, worker, workers, callers);
            this.operation = operation;
        }

        @Override
        public boolean run() throws Exception {
            draw();
            return matches(operation.execute(keys));
        }

        @Override
        Step step() {
            return this;
        }
    }

    /** A lane of an asynchronous client; one operation is in flight at a time. */
    static final class AsyncLane extends Lane implements Step.Async, AsyncOperation.Outcome {
        private final AsyncOperation operation;
        private Ending ending;

        AsyncLane(Workload workload, Expectation expectation, int worker, int workers, Callers callers,
                AsyncOperation operation) {
            super(workload, expectation, worker, workers, callers);
            this.operation = operation;
        }

        @Override
        public void start(Ending ending) {
            this.ending = ending;
            draw();
            operation.start(keys, this);
        }

        @Override
        public void completed(long digest) {
            boolean correct;
            try {
                correct = matches(digest);
            } catch (RuntimeException | Error e) {
                // The thread is the driver's, which would swallow it.
                ending.failed(e);
                return;
            }
            ending.ended(correct);
        }

        @Override
        public void failed(Throwable cause) {
            ending.failed(cause);
        }

        @Override
        Step step() {
            return this;
        }
    }
}
