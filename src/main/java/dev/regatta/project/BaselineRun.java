package dev.regatta.project;

import dev.regatta.analysis.Figures;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Closing;
import dev.regatta.operations.GivenServer;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces.Ruling;
import dev.regatta.operations.OperationRaces.Run;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.race.Race;
import dev.regatta.run.FixedStoppingRule;
import dev.regatta.run.Origin;
import dev.regatta.run.PlannedCell;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.settings.Settings;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures operations for {@code baselines/operations.json}, those of which it does not hold today's code, and writes
 * all of them or none.
 */
final class BaselineRun implements Run {

    /** Of one set: the numbers are for people. */
    private static final int PAIRS = 80;

    private final Settings settings;
    private final ProjectCode code;
    private final Map<OperationCase, Ruling> unmeasured;
    private final RacePlan plan;
    private final LazyExperiment experiment;
    private final RaceSession session;
    private final Consumer<String> out;
    private final Map<CellId, OperationsFile.Measured> measured = new LinkedHashMap<>();

    private BaselineRun(Settings settings, ProjectCode code, Map<OperationCase, Ruling> unmeasured, RacePlan plan,
            Consumer<String> out) {
        this.settings = settings;
        this.code = code;
        this.unmeasured = Map.copyOf(unmeasured);
        this.plan = plan;
        this.experiment = new LazyExperiment(settings, out);
        this.session = new RaceSession(experiment, settings, plan, Map.of());
        this.out = out;
    }

    /**
     * Opens it, and says what it will measure.
     *
     * @param code     today's
     * @param checkout where it is committed
     * @throws IllegalStateException    in one sentence, if nobody could make use of what is measured
     * @throws IllegalArgumentException naming operations, if none is chosen: a misspelt choice would measure nothing
     */
    static Run open(Settings settings, ProjectCode code, BaseCheckout checkout, List<OperationCase> operations,
            Consumer<String> out) {
        Path file = OperationsFile.in(settings.baselines());
        Optional<OperationsFile> before = OperationsFile.read(file);
        Map<OperationCase, Ruling> unmeasured = new LinkedHashMap<>();
        List<PlannedCell> cells = new ArrayList<>();
        List<CellId> chosen = settings.selection().of(operations.stream().map(ProjectPlan::cell).toList());
        for (OperationCase operation : operations) {
            CellId cell = ProjectPlan.cell(operation);
            Optional<OperationsFile.Entry> entry = before.flatMap(stored -> stored.of(cell));
            if (!chosen.contains(cell)) {
                unmeasured.put(operation, Unraced.notChosen(operation));
            } else if (entry.flatMap(known -> before.get().same(known, code)).isPresent()) {
                unmeasured.put(operation, new Ruling.Passed(operation + ": " + file + " holds this code already"));
            } else {
                // Who replaces an entry says why, as in any review of baselines.
                entry.map(OperationsFile.Entry::measured)
                        .flatMap(replaced -> BaselineUpdate.refusal(cell, Optional.of(replaced), reason(settings)))
                        .ifPresent(why -> refuse(BaselineUpdate.unmeasured(why)));
                cells.add(new PlannedCell(new Race(cell, code.arm(cell, ""), Optional.empty(), true, Optional.empty(),
                        Optional.of(operation.inFlight())), Optional.empty(), "measured for " + file));
            }
        }
        if (cells.isEmpty()) {
            out.accept("nothing is measured: " + file + " holds this code already");
            return new Unraced(unmeasured);
        }
        checkout.uncommitted(List.of(settings.baselines(), settings.results()))
                .ifPresent(why -> refuse("no baseline was measured: " + why));
        var run = new BaselineRun(settings, code, unmeasured, new RacePlan(cells), out);
        run.announce();
        return run;
    }

    private static void refuse(String why) {
        throw new IllegalStateException(why);
    }

    private static String reason(Settings settings) {
        return settings.reason().orElse(BaselineUpdate.NO_REASON);
    }

    private void announce() {
        Duration budget = settings.budget().orElseGet(() -> plan.standardBudget(true));
        session.allow(budget);
        out.accept("plan: " + plan.words(true, budget, experiment) + ", results in " + settings.results());
        plan.lines().forEach(out);
    }

    @Override
    public boolean needsDatabase(OperationCase operation) {
        return !unmeasured.containsKey(operation);
    }

    @Override
    public Ruling race(OperationCase operation, Optional<GivenServer> server) {
        if (unmeasured.containsKey(operation)) {
            return unmeasured.get(operation);
        }
        CellId cell = ProjectPlan.cell(operation);
        experiment.give(cell.database(), server);
        session.prepare(cell.database());
        CellMeasurement measurement = session.measure(cell, race -> new FixedStoppingRule(PAIRS, 1));
        try {
            var entry = session.entry(measurement, reason(settings));
            OwnFiles classes = code.files()
                    .loaded(experiment.loadedClasses(plan.of(cell).race(), ProjectRun.OPERATIONS).get(Arm.CANDIDATE));
            measured.put(cell, new OperationsFile.Measured(classes, entry));
            String words = operation + ": " + words(entry.figures()) + ", " + classes.checksums().size()
                    + " classes of this project loaded";
            out.accept(words);
            return new Ruling.Passed(words);
        } catch (IllegalArgumentException | MeasurementFailure e) {
            return new Ruling.Failed(e.getMessage());
        }
    }

    private static String words(Figures figures) {
        return String.format(Locale.ROOT, "%.0f operations/s, p%.0f %.3f ms, %.1f us of CPU each",
                figures.operationsPerSecond(), figures.tailPercentile(), figures.tailMicros() / 1e3,
                figures.clientCpuMicros());
    }

    @Override
    public void close() {
        new Closing(out).of("the experiment", experiment::close);
        session.complete();
        Path file = OperationsFile.in(settings.baselines());
        if (measured.size() < plan.cells().size()) {
            throw new AssertionError(file + " was not written, as " + (plan.cells().size() - measured.size()) + " of "
                    + plan.cells().size() + " operations could not be measured: all are stored or none");
        }
        try {
            OperationsFile.with(OperationsFile.read(file), Origin.toolVersion(), code, measured).write(file);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new AssertionError(e.getMessage(), e);
        }
        out.accept("wrote " + file + ": commit it");
    }
}
