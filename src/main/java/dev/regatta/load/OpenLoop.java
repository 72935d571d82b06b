package dev.regatta.load;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An open loop: operations start at times that were fixed before, whether earlier ones have ended or not, as the
 * requests of users do. The latency of an operation counts from when it was <em>due</em>. What had to wait because the
 * system was slow therefore waits in its latency: counted from when it could start, a system that stands still for a
 * while would be asked less often meanwhile, and look fast (coordinated omission, G. Tene).
 *
 * <p>
 * As many operations are in flight at most as there are steps. One that is due while all of them are in flight is
 * refused.
 */
public final class OpenLoop implements AutoCloseable {

    private final List<Berth> lanes = new ArrayList<>();
    /** Those that rest, the one that ended last first. */
    private final ConcurrentLinkedDeque<Berth> free = new ConcurrentLinkedDeque<>();
    private final Executor starter;
    private final ThreadPoolExecutor threads;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Tally sum = new Tally();
    private final Lateness lateness = new Lateness();
    private final Breakdown breakdown = new Breakdown();
    private volatile Thread runner;
    private boolean prompt;

    /**
     * A loop.
     *
     * @param threading what carries the operations: a pool with a platform thread for each that can be in flight, a
     *                  virtual thread started for each, or one thread that starts asynchronous ones
     * @param steps     one for each operation that can be in flight; blocking ones for threads, asynchronous ones for
     *                  an event loop
     */
    public OpenLoop(Threading threading, List<? extends Step> steps) {
        int size = threading == Threading.PLATFORM ? steps.size() : 1;
        threads = new ThreadPoolExecutor(size, size, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("regatta-open-", 0).daemon().factory());
        starter = threading == Threading.VIRTUAL ? Thread::startVirtualThread : threads;
        if (threading != Threading.VIRTUAL) {
            threads.prestartAllCoreThreads();
        }
        steps.forEach(step -> lanes.add(new Berth(step)));
        free.addAll(lanes);
    }

    /**
     * What was offered and what came of it, valid until the next run of the loop.
     *
     * @param tally         latencies in nanoseconds of the correct operations that were due inside the window, from
     *                      when they were due; its {@linkplain Tally#operations operations} are those that ended inside
     *                      the window
     * @param offered       operations that were due inside the window
     * @param refused       those of them that did not start because as many as can be were in flight
     * @param mostInFlight  how many operations were in flight at most
     * @param lateness      how late the operations of the window were started, in nanoseconds: the loop's own lateness
     */
    public record Offered(Tally tally, long offered, long refused, int mostInFlight, Histogram lateness) {}

    /**
     * Starts operations when they are due. Those in flight at the end are waited for.
     *
     * @param due       in nanoseconds since the start, ascending
     * @param nanos     the end of the window
     * @param dropNanos the start of the window: operations that are due earlier bring the system to its load
     * @throws IllegalStateException at once if an operation ends with an {@link Error}, or an asynchronous one cannot
     *                               be started; then the loop can only be closed
     */
    public Offered run(long[] due, long nanos, long dropNanos) throws InterruptedException {
        beOnTime();
        runner = Thread.currentThread();
        long start = Clock.nanos();
        for (Berth lane : lanes) {
            lane.tally.open(start + dropNanos, start + nanos);
        }
        lateness.empty();
        long offered = 0;
        long refused = 0;
        int most = 0;
        for (long offset : due) {
            long at = start + offset;
            long now = await(at);
            boolean inside = offset >= dropNanos;
            if (inside) {
                offered++;
                lateness.add(now - at);
            }
            Berth lane = free.pollFirst();
            if (lane == null) {
                refused += inside ? 1 : 0;
                continue;
            }
            most = Math.max(most, inFlight.incrementAndGet());
            lane.dueNanos = at;
            starter.execute(lane);
        }
        await(start + nanos);
        while (inFlight.get() > 0) {
            breakdown.check();
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while " + inFlight.get() + " operations were in flight");
            }
            LockSupport.parkNanos(100_000);
        }
        breakdown.check();
        sum.open(start + dropNanos, start + nanos);
        lanes.forEach(lane -> sum.add(lane.tally));
        return new Offered(sum, offered, refused, most, lateness.nanos());
    }

    /** Waits without using a CPU: it is the client's. */
    private long await(long at) throws InterruptedException {
        breakdown.check();
        long now = Clock.nanos();
        while (now < at) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the next operation to be due");
            }
            LockSupport.parkNanos(at - now);
            breakdown.check();
            now = Clock.nanos();
        }
        return now;
    }

    private void beOnTime() throws InterruptedException {
        if (!prompt) {
            TimerSlack.none();
            RealTime.ask();
            prompt = true;
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    /**
     * One place for an operation in flight. It belongs to one operation at a time, from when it is taken to when it is
     * given back.
     */
    private final class Berth implements Runnable, Step.Ending {

        private final Step step;
        private final Tally tally = new Tally();
        private long dueNanos;

        Berth(Step step) {
            this.step = step;
        }

        @Override
        public void run() {
            try {
                switch (step) {
                    case Step.Blocking blocking -> block(blocking);
                    case Step.Async async -> async.start(this);
                }
            } catch (RuntimeException | Error e) {
                breakDown(e);
            }
        }

        private void block(Step.Blocking blocking) {
            boolean correct;
            try {
                correct = blocking.run();
            } catch (Exception e) {
                failed(e);
                return;
            }
            ended(correct);
        }

        @Override
        public void ended(boolean correct) {
            tally.arrived(dueNanos, Clock.nanos(), correct);
            over();
        }

        @Override
        public void failed(Throwable cause) {
            tally.failed(cause);
            over();
        }

        private void over() {
            free.addFirst(this);
            inFlight.decrementAndGet();
        }

        private void breakDown(Throwable cause) {
            breakdown.because(cause);
            LockSupport.unpark(runner);
        }
    }
}
