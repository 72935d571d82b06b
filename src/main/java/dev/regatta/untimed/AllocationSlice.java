package dev.regatta.untimed;

import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The untimed slice that counts the bytes that driver and pool allocate. Its fork's compiler eliminates no allocation,
 * and the operations run one after another on one connection and one platform thread, so that equal code gives equal
 * numbers. Only the tasks of a burst have threads of their own, and in some bursts connections. (The C2 compiler eliminates
 * what it can prove not to escape, and decides differently in one fork of ten; a virtual thread that parks has its stack
 * copied to the heap.)
 *
 * <p>
 * The smallest of several blocks of the same operations counts. Whatever else happens meanwhile only adds bytes, on a
 * busy machine to most blocks: linking a call site, housekeeping of the pool, or one more turn of an event loop.
 *
 * @param workload the workload
 * @param endpoint where the database is
 */
record AllocationSlice(Workload workload, Endpoint endpoint) {

    /** What is counted. */
    static final Set<Counter> READ = Set.of(Counter.ALLOCATED_BYTES);

    private static final int WARM_UP = 20;
    private static final int BLOCKS = 21;
    private static final long BLOCK_NANOS = 8_000_000;
    private static final int FEWEST = 5;
    private static final int MOST = 100;

    /**
     * Counts what runs in {@code fork}.
     *
     * @param time how long it may take
     * @throws MeasurementFailure if an operation fails, or too few fit into the time; the fork is of no use any more
     */
    Counts of(Arm arm, Fork fork, Allowance time) throws MeasurementFailure {
        time.open(fork, workload, endpoint, 1, WARM_UP + BLOCKS * FEWEST, UntimedSlices.SAME_VALUES);
        long each = time.took(() -> fork.check(workload.id(), WARM_UP, UntimedSlices.SAME_VALUES)) / WARM_UP;
        time.need(BLOCKS * FEWEST, each);
        int operations = Math.clamp(BLOCK_NANOS / Math.max(1, each), FEWEST, MOST);
        List<Long> blocks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            fork.allocatedBytes(workload.id(), operations, UntimedSlices.SAME_VALUES).ifPresent(blocks::add);
        }
        fork.shut();
        if (blocks.size() < BLOCKS) {
            return UntimedSlices.absent(arm, READ, "its JVM does not count them");
        }
        return new Counts(arm,
                new TreeMap<>(Map.of(Counter.ALLOCATED_BYTES, new Count(Collections.min(blocks), operations))),
                new TreeMap<>());
    }
}
