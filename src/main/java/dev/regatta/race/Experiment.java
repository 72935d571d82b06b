package dev.regatta.race;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.SortedMap;

/**
 * Where races are measured: the databases, the forks and the time of one run. A database starts with the first cell
 * that needs it and stays up until the experiment is closed.
 */
public interface Experiment extends AutoCloseable {

    /** The seed of every random choice. */
    long seed();

    /** Connections, and operations in flight, of every arm. */
    int connections();

    /**
     * Makes {@code server} the server of its database, instead of the one the settings name: all arms race there that
     * have no server of their own.
     *
     * @throws IllegalStateException if another server of this database runs already
     */
    void serve(ArmServer server);

    /**
     * Starts and fills {@code server} beside the others if it is not up yet.
     *
     * @return its environment
     * @throws MeasurementFailure if it cannot be started or filled
     */
    Fingerprint fingerprint(ArmServer server) throws MeasurementFailure;

    /** Lets the forks of a race start that is measured next, for instance while its database starts. */
    void expect(Race race);

    /**
     * The environment of measurements on this database, which is started and filled if it is not up yet.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure;

    /**
     * The settings this project gave the server of this database, empty when they are the server's own.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure;

    /**
     * Starts the clock of the time that may be spent measuring.
     *
     * @param duels how many of the cells that will be measured are duels
     */
    void allow(Duration time, int duels);

    /**
     * Measures one cell. A failure while measuring is part of the answer, with what had been measured until then.
     *
     * @param race         who takes part
     * @param stoppingRule decides when to stop
     * @param position     1-based number of this cell among those that the run measures
     * @param cells        how many cells the run measures
     */
    CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells);

    /** Files of the results that sentences about failures name: they must stay for the user. */
    Set<Path> namedFiles();

    /**
     * Ends the forks and the databases and removes what they left. What does not end as it should is reported, and
     * fails nothing.
     */
    @Override
    void close();
}
