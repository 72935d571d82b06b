package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.experiment.ExperimentRunner;
import dev.regatta.experiment.MeasurementFailure;
import dev.regatta.experiment.Race;
import dev.regatta.experiment.Referee;
import dev.regatta.experiment.Settings;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Results;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A run on its way: measures the cells of its manifest one after another, stops each when it is decided, and writes down
 * what was measured. Databases and forks live as long as it does.
 */
public final class MeasuringRun implements AutoCloseable {

    private final List<CellId> manifest;
    private final Map<Dialect, Baseline> baselines;
    private final long seed;
    private final ExperimentRunner runner;
    private final RunRecord record;
    private int measured;

    /**
     * Takes the host's lock; starts nothing yet.
     *
     * @param settings  read for the database, the budget's default being the caller's
     * @param jdk       the run time of the reference
     * @param seed      of every random choice
     * @param manifest  the cells to be judged; their number sets the error each may spend
     * @param baselines what is stored, by database; may lack some, then only duels can be judged there
     * @param out       receives a line at a time for people
     * @throws RuntimeException with one sentence if another run holds the lock for too long
     */
    public MeasuringRun(Settings settings, Jdk jdk, long seed, List<CellId> manifest, Map<Dialect, Baseline> baselines,
            Consumer<String> out) {
        this.manifest = List.copyOf(manifest);
        this.baselines = Map.copyOf(baselines);
        this.seed = seed;
        this.runner = new ExperimentRunner(settings, jdk, seed, out);
        this.record = new RunRecord(settings.results().resolve("results.json"), seed, manifest);
    }

    /** Connections, and operations in flight, of every arm. */
    public int connections() {
        return runner.connections();
    }

    /** Starts the clock of the time that may be spent measuring. */
    public void allow(Duration budget) {
        runner.allow(budget);
    }

    /**
     * Brings up a database and notes what it is.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    public void prepare(Dialect dialect) throws MeasurementFailure {
        record.environment(dialect, runner.fingerprint(dialect), runner.serverSettings(dialect));
    }

    /** Measures until the gate has decided; the database must be {@linkplain #prepare prepared}. */
    public CellMeasurement measure(Race race) {
        return measure(race, new GateReferee(record.environment(race.cell().database()), stored(race.cell()),
                Gate.hypotheses(manifest.size()), seed, race.baseline().isPresent()));
    }

    /** Measures until the referee has enough; the database must be {@linkplain #prepare prepared}. */
    public CellMeasurement measure(Race race, Referee referee) {
        CellMeasurement measurement = runner.measure(race, referee, ++measured, manifest.size());
        record.add(measurement);
        return measurement;
    }

    /** What the gate says of a measurement of this run. */
    public CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, record.environment(measurement.cell().database()), stored(measurement.cell()),
                Gate.hypotheses(manifest.size()), seed);
    }

    private Baseline stored(CellId cell) {
        return baselines.getOrDefault(cell.database(), Baseline.empty(cell.database()));
    }

    /** Ends measuring, marks the record complete, and answers what was written. */
    public Results complete() {
        close();
        return record.complete();
    }

    /** Ends forks and databases. What was measured stays on disk, marked incomplete unless it was completed. */
    @Override
    public void close() {
        runner.close();
    }
}
