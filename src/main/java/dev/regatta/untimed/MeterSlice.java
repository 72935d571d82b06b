package dev.regatta.untimed;

import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.util.EnumSet;
import java.util.Set;

/**
 * The untimed slice in which the pool reports to Micrometer. It runs in a fork of its own: meters cost time, and no
 * fork that is timed has them on its class path.
 *
 * @param workload    the workload
 * @param endpoint    where the database is
 * @param connections operations in flight
 * @param seed        where the parameters are drawn from
 */
record MeterSlice(Workload workload, Endpoint endpoint, int connections, long seed) {

    private static final long WARM_UP_NANOS = 200_000_000;
    private static final long NANOS = 200_000_000;
    /** What a pool can tell. */
    static final Set<Counter> READ = EnumSet.of(Counter.CONNECTIONS_IN_USE, Counter.CONNECTIONS_AWAITED,
            Counter.CONNECTIONS_IDLE, Counter.ACQUIRE_TIME, Counter.USAGE_TIME, Counter.CREATION_TIME);

    /**
     * Reads what the pool of {@code fork} tells.
     *
     * @throws MeasurementFailure if it cannot be opened or an operation fails
     */
    Counts of(Arm arm, Fork fork) throws MeasurementFailure {
        fork.reset(workload, endpoint);
        Answer.Metered metered = fork.meter(workload.id(), endpoint, connections, WARM_UP_NANOS, NANOS, seed);
        WrongResults.noneAndNoErrors(metered.slice(), arm, workload, "while its pool was read");
        return UntimedSlices.counts(arm, metered.told(), READ, "this pool does not tell");
    }
}
