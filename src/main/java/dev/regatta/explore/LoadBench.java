package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Fingerprint;

/** Where load is offered to clients of one database: the started server and the CPUs of this machine. */
public interface LoadBench {

    /** Which CPUs clients and database run on. */
    Placement placement();

    /**
     * The environment, without added latency. The database is started and filled if it is not up yet.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    Fingerprint fingerprint() throws MeasurementFailure;

    /** Whether contenders are started on their own before any set: of a driver in a worker that is of no interest. */
    default boolean starts() {
        return false;
    }

    /**
     * Starts a contender on its own and ends it again.
     *
     * @param number 1-based, of its starts
     * @throws MeasurementFailure if it does not start
     */
    default StartReading start(Contender contender, int number) throws MeasurementFailure {
        throw new UnsupportedOperationException(contender.client() + " is not started on its own");
    }

    /** New forks, started when they are first needed. */
    LoadSet set(int number);
}
