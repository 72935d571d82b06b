package dev.regatta.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A closed loop: a fixed number of logical workers, each starting its next operation when its previous one ended. The
 * latency of an operation counts from the moment its worker was ready for it, not from when a thread got to run it:
 * otherwise a starved virtual thread would never start its clock.
 */
public final class ClosedLoop implements AutoCloseable {

    private final Threading threading;
    private final List<Tally> tallies = new ArrayList<>();
    private final Tally sum = new Tally();
    private final ExecutorService platformThreads;
    private final Breakdown breakdown = new Breakdown();

    /** A loop of {@code workers} logical workers on {@code threading}. */
    public ClosedLoop(Threading threading, int workers) {
        this.threading = threading;
        for (int i = 0; i < workers; i++) {
            tallies.add(new Tally());
        }
        platformThreads = Executors.newFixedThreadPool(workers,
                Thread.ofPlatform().name("regatta-load-", 0).daemon().factory());
    }

    /**
     * Runs one slice: each step on its own logical worker, over and over until {@code nanos} have passed. Operations in
     * flight then are waited for.
     *
     * @param steps     one per logical worker; blocking ones for threads, asynchronous ones for an event loop
     * @param nanos     length of the slice
     * @param dropNanos how much of its start is outside the window
     * @return what all workers counted together, valid until the next call
     * @throws IllegalStateException at once if a worker ends with an {@link Error}, or an asynchronous step cannot be
     *                               started; then the loop can only be closed
     */
    public Tally run(List<? extends Step> steps, long nanos, long dropNanos) throws InterruptedException {
        if (steps.size() != tallies.size()) {
            throw new IllegalArgumentException(
                    "a loop of " + tallies.size() + " workers takes as many steps, got " + steps.size());
        }
        breakdown.check();
        long start = Clock.nanos();
        for (Tally tally : tallies) {
            tally.open(start + dropNanos, start + nanos);
        }
        switch (threading) {
            case PLATFORM -> block(platformThreads, steps, start, start + nanos);
            case VIRTUAL -> {
                ExecutorService virtualThreads = Executors.newVirtualThreadPerTaskExecutor();
                try {
                    block(virtualThreads, steps, start, start + nanos);
                } catch (InterruptedException | RuntimeException | Error e) {
                    // Nobody waits for the others, which may never end.
                    virtualThreads.shutdownNow();
                    throw e;
                }
                virtualThreads.close();
            }
            case EVENT_LOOP -> chain(steps, start, start + nanos);
        }
        sum.open(start + dropNanos, start + nanos);
        tallies.forEach(sum::add);
        return sum;
    }

    private void block(ExecutorService threads, List<? extends Step> steps, long start, long end)
            throws InterruptedException {
        CountDownLatch open = new CountDownLatch(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            Step.Blocking step = (Step.Blocking) steps.get(i);
            Tally tally = tallies.get(i);
            threads.execute(() -> {
                try {
                    repeat(step, tally, start, end);
                    open.countDown();
                } catch (RuntimeException | Error e) {
                    breakDown(e, open);
                }
            });
        }
        await(open);
    }

    private static void repeat(Step.Blocking step, Tally tally, long start, long end) {
        long ready = start;
        while (ready < end) {
            long ended;
            try {
                boolean correct = step.run();
                ended = Clock.nanos();
                tally.ended(ready, ended, correct, step.callers());
            } catch (Exception e) {
                ended = Clock.nanos();
                tally.failed(e);
            }
            ready = ended;
        }
    }

    private void chain(List<? extends Step> steps, long start, long end) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            new LoopWorker((Step.Async) steps.get(i), tallies.get(i), start, end, open).begin();
        }
        await(open);
    }

    private void await(CountDownLatch open) throws InterruptedException {
        open.await();
        breakdown.check();
    }

    private void breakDown(Throwable cause, CountDownLatch open) {
        breakdown.because(cause);
        while (open.getCount() > 0) {
            open.countDown();
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        platformThreads.shutdownNow();
    }

    /**
     * A logical worker on an event loop. A step that ends before {@code start} returns is continued by the loop in
     * {@link #drive()} instead of by recursion.
     */
    private final class LoopWorker implements Step.Ending {

        private final Step.Async step;
        private final Tally tally;
        private final long end;
        private final CountDownLatch open;
        private final AtomicInteger due = new AtomicInteger();
        private long ready;

        LoopWorker(Step.Async step, Tally tally, long start, long end, CountDownLatch open) {
            this.step = step;
            this.tally = tally;
            this.ready = start;
            this.end = end;
            this.open = open;
        }

        void begin() {
            try {
                drive();
            } catch (RuntimeException | Error e) {
                breakDown(e, open);
            }
        }

        private void drive() {
            if (due.getAndIncrement() == 0) {
                do {
                    step.start(this);
                } while (due.decrementAndGet() > 0);
            }
        }

        @Override
        public void ended(boolean correct) {
            try {
                long now = Clock.nanos();
                tally.ended(ready, now, correct, step.callers());
                next(now);
            } catch (RuntimeException | Error e) {
                // The thread is the driver's, which would swallow it.
                breakDown(e, open);
            }
        }

        @Override
        public void failed(Throwable cause) {
            try {
                tally.failed(cause);
                next(Clock.nanos());
            } catch (RuntimeException | Error e) {
                breakDown(e, open);
            }
        }

        private void next(long now) {
            ready = now;
            if (now < end) {
                drive();
            } else {
                open.countDown();
            }
        }
    }
}
