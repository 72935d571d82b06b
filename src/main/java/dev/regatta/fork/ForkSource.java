package dev.regatta.fork;

import dev.regatta.host.Scheduling;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;

import java.util.Collection;

/** Where the forks of a race come from. */
public interface ForkSource {

    /** The fork of this database, client, arm and set, started now if it does not run yet. */
    Fork of(Dialect database, ClientId client, Arm arm, int set, ArmSetup setup) throws MeasurementFailure;

    /**
     * Ends what runs of this set if one of its forks has died: a fresh one in its place would race others that are warm.
     */
    void renew(int set);

    /** Lets the compiler threads of this fork use the server's CPUs as well, until {@link #gather}. */
    void spread(Fork fork) throws MeasurementFailure;

    /** Leaves this fork the client's CPUs only, as everything that is timed must be. */
    void gather(Fork fork) throws MeasurementFailure;

    /** Schedules all threads of this fork in this way, where forks run in real time at all. */
    void schedule(Fork fork, Scheduling way) throws MeasurementFailure;

    /**
     * Frees the connections of a set that is over; its forks end as well unless they are {@code kept} for further
     * cells.
     */
    void release(Collection<Fork> set, boolean kept);

    /** Kills every fork; used after a failure, when a fork's state is unknown. */
    void killAll();
}
