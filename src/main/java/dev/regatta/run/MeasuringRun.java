package dev.regatta.run;

import dev.regatta.analysis.FamilyError;
import dev.regatta.baseline.Baseline;
import dev.regatta.experiment.ExperimentRunner;
import dev.regatta.experiment.MeasurementFailure;
import dev.regatta.experiment.Race;
import dev.regatta.experiment.StoppingRule;
import dev.regatta.experiment.Settings;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.results.MeasuredRun;
import dev.regatta.protocol.Secrets;
import dev.regatta.workload.Dialect;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run on its way: measures the cells of its manifest one after another, stops each when it is decided, and writes down
 * what was measured. Databases and forks belong to the runner and outlive it.
 */
public final class MeasuringRun {

    private final Path file;
    private final List<CellId> manifest;
    private final Map<Dialect, Baseline> baselines;
    private final ExperimentRunner runner;
    private final RunRecord record;
    private final boolean thorough;
    private int measured;

    /**
     * A run that has measured nothing yet.
     *
     * @param runner    measures
     * @param settings  name the folder that receives the results, with the report beside them, and the passwords that must not be in it
     * @param manifest  the cells to be judged; their number sets the error each may spend
     * @param baselines what is stored, by database; may lack some, then only duels can be judged there
     */
    public MeasuringRun(ExperimentRunner runner, Settings settings, List<CellId> manifest,
            Map<Dialect, Baseline> baselines) {
        ReportFiles.clear(settings.results());
        file = settings.results().resolve("results.json");
        this.manifest = List.copyOf(manifest);
        this.baselines = Map.copyOf(baselines);
        this.runner = runner;
        this.thorough = settings.thorough();
        this.record = new RunRecord(file, runner.seed(), manifest,
                Secrets.of(settings::get, System.getenv()));
    }

    /**
     * Brings up a database and notes what it is.
     *
     * @throws MeasurementFailure if it cannot be started or filled
     */
    public void prepare(Dialect dialect) throws MeasurementFailure {
        record.environment(dialect, runner.fingerprint(dialect), runner.serverSettings(dialect));
    }

    /** Where cells of this database are measured; it must be {@linkplain #prepare prepared}. */
    public Fingerprint environment(Dialect dialect) {
        return record.environment(dialect);
    }

    /** Measures until the gate has decided; the database must be {@linkplain #prepare prepared}. */
    public CellMeasurement measure(Race race) {
        return measure(race, new GateStoppingRule(record.environment(race.cell().database()), stored(race.cell()),
                FamilyError.hypotheses(manifest.size()), runner.seed(), race.baseline().isPresent(), thorough));
    }

    /** Measures until the stopping rule has enough; the database must be {@linkplain #prepare prepared}. */
    public CellMeasurement measure(Race race, StoppingRule stoppingRule) {
        return record.add(runner.measure(race, stoppingRule, ++measured, manifest.size()));
    }

    /** Notes a cell that need not be measured; its database need not be prepared. */
    public CellMeasurement spare(CellMeasurement cell) {
        measured++;
        return record.add(cell);
    }

    /** What the gate says of a measurement of this run. */
    public CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, record.environment(measurement.cell().database()), stored(measurement.cell()),
                FamilyError.hypotheses(manifest.size()), runner.seed());
    }

    private Baseline stored(CellId cell) {
        return baselines.getOrDefault(cell.database(), Baseline.empty(cell.database()));
    }

    /**
     * Writes the page beside the results.
     *
     * @return where it is, or why it is not there
     */
    public String page(GateReport report, MeasuredRun written) {
        Path page = file.resolveSibling(ReportFiles.HTML);
        try {
            ReportFiles.html(page, report, written, baselines, List.of(file));
            return "report: " + page;
        } catch (UncheckedIOException e) {
            return e.getMessage();
        }
    }

    /** Why the file of results does not hold all that was measured, in a sentence; empty if it does. */
    public Optional<String> unwritten() {
        return record.unwritten();
    }

    /** Marks the record complete and answers what was measured; without it, what is on disk stays marked incomplete. */
    public MeasuredRun complete() {
        return record.complete();
    }
}
