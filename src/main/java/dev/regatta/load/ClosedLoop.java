package dev.regatta.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
     */
    public Tally run(List<? extends Step> steps, long nanos, long dropNanos) throws InterruptedException {
        if (steps.size() != tallies.size()) {
            throw new IllegalArgumentException(
                    "a loop of " + tallies.size() + " workers takes as many steps, got " + steps.size());
        }
        long start = Clock.nanos();
        for (Tally tally : tallies) {
            tally.open(start + dropNanos, start + nanos);
        }
        switch (threading) {
            case PLATFORM -> block(platformThreads, steps, start, start + nanos);
            case VIRTUAL -> {
                try (ExecutorService virtualThreads = Executors.newVirtualThreadPerTaskExecutor()) {
                    block(virtualThreads, steps, start, start + nanos);
                }
            }
            case EVENT_LOOP -> chain(steps, start, start + nanos);
        }
        sum.open(start + dropNanos, start + nanos);
        tallies.forEach(sum::add);
        return sum;
    }

    private void block(ExecutorService threads, List<? extends Step> steps, long start, long end)
            throws InterruptedException {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step.Blocking step = (Step.Blocking) steps.get(i);
            Tally tally = tallies.get(i);
            running.add(threads.submit(() -> repeat(step, tally, start, end)));
        }
        for (Future<?> worker : running) {
            try {
                worker.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a logical worker ended with " + e.getCause(), e.getCause());
            }
        }
    }

    private static void repeat(Step.Blocking step, Tally tally, long start, long end) {
        long ready = start;
        while (ready < end) {
            long ended;
            try {
                boolean correct = step.run();
                ended = Clock.nanos();
                tally.ended(ready, ended, correct);
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
            new Lane((Step.Async) steps.get(i), tallies.get(i), start, end, open).drive();
        }
        open.await();
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
    private static final class Lane implements Step.Ending {

        private final Step.Async step;
        private final Tally tally;
        private final long end;
        private final CountDownLatch open;
        private final AtomicInteger due = new AtomicInteger();
        private long ready;

        Lane(Step.Async step, Tally tally, long start, long end, CountDownLatch open) {
            this.step = step;
            this.tally = tally;
            this.ready = start;
            this.end = end;
            this.open = open;
        }

        void drive() {
            if (due.getAndIncrement() == 0) {
                do {
                    step.start(this);
                } while (due.decrementAndGet() > 0);
            }
        }

        @Override
        public void ended(boolean correct) {
            long now = Clock.nanos();
            tally.ended(ready, now, correct);
            next(now);
        }

        @Override
        public void failed(Throwable cause) {
            tally.failed(cause);
            next(Clock.nanos());
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
