package dev.regatta.run;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.BookEntry;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.gate.Acceptance;
import dev.regatta.gate.CellJudge;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.GateStoppingRule;
import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Secrets;
import dev.regatta.race.Experiment;
import dev.regatta.race.Race;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One run of a plan: it measures cell by cell within a budget, judges, writes down what was measured after every cell,
 * and writes the report at the end. Databases and forks belong to the experiment and outlive it.
 */
public final class RaceSession {

    private final Path file;
    private final RacePlan plan;
    private final Map<Dialect, Baseline> baselines;
    private final Acceptance acceptance;
    private final Experiment experiment;
    private final RunRecord record;
    private int measured;

    /**
     * A run that has measured nothing yet. It takes the place of an earlier run's results.
     *
     * @param experiment measures
     * @param settings   name the folder that receives the results, with the report beside them, and the passwords that
     *                   must not be in it
     * @param plan       the cells to be judged; their number sets the error each may spend
     * @param baselines  what is stored, by database; may lack some, then only duels can be judged there
     */
    public RaceSession(Experiment experiment, Settings settings, RacePlan plan, Map<Dialect, Baseline> baselines) {
        this(experiment, settings, plan, baselines, new Acceptance(Map.of(), Map.of(), List.of()));
    }

    /**
     * The same for a branch.
     *
     * @param acceptance tells what the branch declares: a race in which nothing else is worse goes on until its times
     *                   are decided
     */
    public RaceSession(Experiment experiment, Settings settings, RacePlan plan, Map<Dialect, Baseline> baselines,
            Acceptance acceptance) {
        ReportFiles.clear(settings.results());
        file = settings.results().resolve(ResultsFile.NAME);
        this.plan = plan;
        this.baselines = Map.copyOf(baselines);
        this.acceptance = acceptance;
        this.experiment = experiment;
        SortedMap<String, String> given = settings.told();
        given.putAll(plan.said());
        this.record = new RunRecord(file, experiment.seed(), plan.manifest(), given,
                Secrets.of(settings::get, System.getenv()));
    }

    /** Starts the clock of the time that may be spent measuring. */
    public void allow(Duration budget) {
        experiment.allow(budget, plan.duels());
    }

    /**
     * Brings up a database with the older servers that race there, and notes what it is. One that no cell needs does
     * not start.
     *
     * @throws IllegalStateException if it cannot be started or filled
     */
    public void prepare(Dialect dialect) {
        Optional<CellId> first = plan.measured().stream().filter(cell -> cell.database() == dialect).findFirst();
        if (first.isEmpty()) {
            return;
        }
        experiment.expect(plan.of(first.get()).race());
        try {
            record.environment(dialect, experiment.fingerprint(dialect), experiment.serverSettings(dialect));
            for (ArmServer older : plan.olderServers(dialect)) {
                experiment.fingerprint(older);
            }
        } catch (MeasurementFailure e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Where cells of this database are measured; it must be {@linkplain #prepare prepared}. */
    public Fingerprint environment(Dialect dialect) {
        return record.environment(dialect);
    }

    /**
     * Measures all cells of the plan in their order. Each database starts with its first cell.
     *
     * @param up   called when a database is up and nothing of it is measured yet
     * @param rule the stopping rule of each race
     * @param told receives each cell that was measured
     * @throws IllegalStateException if a database cannot be started or filled
     */
    public void measureAll(Consumer<Dialect> up, Function<Race, StoppingRule> rule, Consumer<CellMeasurement> told) {
        Set<Dialect> prepared = EnumSet.noneOf(Dialect.class);
        for (PlannedCell planned : plan.cells()) {
            Dialect dialect = planned.cell().database();
            if (prepared.add(dialect)) {
                prepare(dialect);
                up.accept(dialect);
            }
            told.accept(measure(planned.cell(), rule));
        }
    }

    /** Measures a cell until the gate has decided; its database must be {@linkplain #prepare prepared}. */
    public CellMeasurement measure(CellId cell) {
        return measure(cell, this::untilDecided);
    }

    /**
     * Measures a cell until the stopping rule has enough; its database must be {@linkplain #prepare prepared}. A cell
     * that need not be measured is only noted, and has no share of the time.
     */
    public CellMeasurement measure(CellId cell, Function<Race, StoppingRule> rule) {
        PlannedCell planned = plan.of(cell);
        Optional<CellMeasurement> noted = planned.noted(experiment::connections);
        return record.add(noted.orElseGet(() -> {
            measured++;
            return experiment.measure(planned.race(), rule.apply(planned.race()), measured, plan.measured().size());
        }));
    }

    /** Notes a cell that need not be measured after all, because both arms depend on these inputs. */
    public CellMeasurement spare(CellId cell, Inputs inputs) {
        return record.add(plan.of(cell).spare(inputs, experiment::connections));
    }

    /** The stopping rule that ends a race when the gate has decided. */
    public GateStoppingRule untilDecided(Race race) {
        Fingerprint where = record.environment(race.cell().database());
        return new GateStoppingRule(new CellJudge(where, stored(race.cell()), hypotheses()),
                race.baseline().isPresent(),
                causes -> acceptance.declares(race.cell(), race.baseline().map(arm -> arm.recipe().recipe()), where,
                        causes));
    }

    /** The entry of a measurement for a baseline that holds numbers for people. */
    public BookEntry entry(CellMeasurement measurement, String reason) {
        return BaselineUpdate.forPeople(measurement, record.facts(), reason);
    }

    /** What the gate says of a measurement of this run. */
    public CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, record.environment(measurement.cell().database()), stored(measurement.cell()),
                hypotheses());
    }

    private int hypotheses() {
        return FamilyError.hypotheses(plan.cells().size());
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

    /**
     * Writes what the page of a workflow's job shows, beside the results.
     *
     * @param strict whether a cell without a verdict fails as well
     * @return why it is not there, in a sentence; empty if it is
     */
    public Optional<String> summary(GateReport report, MeasuredRun written, boolean strict) {
        try {
            JobOutput.here().write(file.getParent(), report, written, strict);
            return Optional.empty();
        } catch (UncheckedIOException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Why the file of results does not hold all that was measured, in a sentence; empty if it does. */
    public Optional<String> unwritten() {
        return record.unwritten();
    }

    /**
     * The error of a run that timed none of the cells that it had to time: each cell has its reason, but skipped tests
     * alone would be a green build.
     */
    public static Optional<String> noneMeasured(MeasuredRun written) {
        var due = written.cells().stream().filter(cell -> measured(cell) || !cell.spared()).toList();
        return due.isEmpty() || due.stream().anyMatch(RaceSession::measured)
                ? Optional.empty()
                : Optional.of("not one of " + due.size() + " cells was measured: a run without any is no pass");
    }

    /** An arm that stands still has no pairs, and its cell is judged by that. */
    private static boolean measured(CellMeasurement cell) {
        return !cell.pairs().isEmpty() || !cell.timed().standstills().isEmpty();
    }

    /** Marks the record complete and answers what was measured; without it, what is on disk stays marked incomplete. */
    public MeasuredRun complete() {
        return record.complete();
    }
}
