package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.Footprint;

/**
 * One fork of each contender. They stay while their contenders take turns, each of them open with one setting at a
 * time.
 */
public interface LoadSet extends AutoCloseable {

    /**
     * Opens a contender at a setting, checks what its operations return, and runs it until it is no longer getting
     * faster. Its fork starts when it is opened for the first time.
     *
     * @param workload what each operation does
     * @param offered  whether load will be offered to it, so that it must be warm for that as well
     */
    void open(Contender contender, String workload, Conditions setting, boolean offered, long seed)
            throws MeasurementFailure;

    /** Runs a closed loop with as many operations in flight as the setting allows; the whole slice counts. */
    LoadReading closed(Contender contender, long nanos, long seed) throws MeasurementFailure;

    /**
     * Offers a load.
     *
     * @param rate      operations per second
     * @param nanos     length of the slice, including its dropped start
     * @param dropNanos how much of its start is not counted
     * @param seed      of the times at which operations are due, and of their parameters
     */
    LoadReading offer(Contender contender, double rate, Arrivals arrivals, long nanos, long dropNanos, long seed)
            throws MeasurementFailure;

    /** What the fork of a contender occupies while its closed loop runs, untimed. */
    Footprint footprint(Contender contender, long seed) throws MeasurementFailure;

    /** Ends the forks. */
    @Override
    void close();
}
