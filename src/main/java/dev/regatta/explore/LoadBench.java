package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Fingerprint;

import java.util.Optional;

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

    /**
     * Starts a contender on its own and ends it again, before any set; empty where that is of no interest, as of a driver in a
     * worker.
     *
     * @param number 1-based, of its starts
     * @throws MeasurementFailure if it does not start
     */
    default Optional<StartReading> start(Contender contender, int number) throws MeasurementFailure {
        return Optional.empty();
    }

    /** New forks, started when they are first needed. */
    LoadSet set(int number);
}
