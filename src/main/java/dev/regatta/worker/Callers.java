package dev.regatta.worker;

import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingOperation;
import dev.regatta.load.Clock;
import dev.regatta.workload.Burst;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workload;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long each caller within one operation waited until it was served: what the tail of a burst or of a pool is. They
 * all come at once, and the time counts from then, not from when a thread got to run them.
 */
final class Callers {

    private final long[] nanos;
    private final AtomicInteger count = new AtomicInteger();
    private volatile long start;

    private Callers(int most) {
        nanos = new long[most];
    }

    /** Those within one operation of this workload: none where an operation is its only caller. */
    static Callers of(Workload workload) {
        return new Callers(switch (workload) {
            case Burst burst -> burst.tasks();
            // After an outage they come back.
            case PoolCycle cycle -> cycle.callers().tasks() * (cycle.failing() ? 2 : 1);
            default -> 0;
        });
    }

    /** Forgets those of the operation before, and lets all of the next one come. */
    void begin() {
        // Most workloads have none, and their operations are to cost what they cost without this.
        if (nanos.length > 0) {
            count.set(0);
            come();
        }
    }

    /** All of them come, once more in the same operation. */
    void come() {
        start = Clock.nanos();
    }

    /** What each of them does. */
    BlockingOperation timed(BlockingOperation task) {
        return keys -> {
            long digest = task.execute(keys);
            served();
            return digest;
        };
    }

    /** What each of them does. */
    AsyncOperation timed(AsyncOperation task) {
        return (keys, outcome) -> task.start(keys, new AsyncOperation.Outcome() {
            @Override
            public void completed(long digest) {
                served();
                outcome.completed(digest);
            }

            @Override
            public void failed(Throwable cause) {
                outcome.failed(cause);
            }
        });
    }

    private void served() {
        nanos[count.getAndIncrement()] = Clock.nanos() - start;
    }

    /** How long each of those took that were served in the last operation, in nanoseconds. */
    long[] nanos() {
        return nanos.length == 0 ? nanos : Arrays.copyOf(nanos, count.get());
    }
}
