package dev.regatta.project;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.host.Closing;
import dev.regatta.operations.GivenServer;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces.Ruling;
import dev.regatta.operations.OperationRaces.Run;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Inputs;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.Plain;
import dev.regatta.report.VerdictWords;
import dev.regatta.results.MeasuredRun;
import dev.regatta.run.JobOutput;
import dev.regatta.run.PlannedCell;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.settings.Settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/** A run over the operations that can be raced, by the engine that races the catalog's clients. */
final class ProjectRun implements Run {

    /** Enough to load what operations load, and soon done. */
    static final int OPERATIONS = 100;

    private final Settings settings;
    private final Map<CellId, ProjectPlan> races;
    private final Map<OperationCase, Ruling> unraced;
    private final RacePlan plan;
    private final LazyExperiment experiment;
    private final RaceSession session;
    private final Consumer<String> out;
    private final Map<CellId, Ruling> rulings = new LinkedHashMap<>();

    private ProjectRun(Settings settings, Map<CellId, ProjectPlan> races, Map<OperationCase, Ruling> unraced,
            RacePlan plan, Consumer<String> out) {
        this.settings = settings;
        this.races = Map.copyOf(races);
        this.unraced = Map.copyOf(unraced);
        this.plan = plan;
        this.experiment = new LazyExperiment(settings, out);
        this.session = new RaceSession(experiment, settings, plan, Map.of());
        this.out = out;
    }

    /**
     * Opens it, and says what it will do.
     *
     * @param given what the project's build was given
     * @throws IllegalArgumentException naming operations, if none is chosen: a misspelt choice would race nothing
     */
    static Run open(Settings settings, Plans plans, List<OperationCase> operations, SortedMap<String, String> given,
            Consumer<String> out) {
        Map<OperationCase, Ruling> unraced = new LinkedHashMap<>();
        Map<CellId, ProjectPlan> races = new LinkedHashMap<>();
        List<PlannedCell> cells = new ArrayList<>();
        List<String> why = new ArrayList<>();
        List<CellId> chosen = settings.selection().of(operations.stream().map(ProjectPlan::cell).toList());
        for (OperationCase operation : operations) {
            if (!chosen.contains(ProjectPlan.cell(operation))) {
                unraced.put(operation, Unraced.notChosen(operation));
                continue;
            }
            try {
                Plans.Planned planned = plans.of(operation);
                cells.add(planned.cell());
                planned.race().ifPresent(plan -> races.put(planned.cell().cell(), plan));
            } catch (Base.Missing e) {
                out.accept(operation + " is not raced: " + e.getMessage());
                String sentence = operation + ": " + e.getMessage();
                why.add(sentence);
                unraced.put(operation, Unraced.undecided(sentence, settings.strict() && !e.isNew()));
            }
        }
        JobOutput.here().notRaced(why).ifPresent(out);
        if (cells.isEmpty()) {
            return new Unraced(unraced);
        }
        var run = new ProjectRun(settings, races, unraced, new RacePlan(cells, given), out);
        run.announce();
        return run;
    }

    private void announce() {
        Duration budget = settings.budget().orElseGet(() -> plan.standardBudget(false));
        session.allow(budget);
        out.accept("plan: " + plan.words(false, budget, experiment) + ", results in " + settings.results());
        plan.lines().forEach(out);
    }

    @Override
    public boolean needsDatabase(OperationCase operation) {
        return !unraced.containsKey(operation) && !rulings.containsKey(ProjectPlan.cell(operation))
                && plan.of(ProjectPlan.cell(operation)).spared().isEmpty();
    }

    @Override
    public Ruling race(OperationCase operation, Optional<GivenServer> server) {
        if (unraced.containsKey(operation)) {
            return unraced.get(operation);
        }
        CellId cell = ProjectPlan.cell(operation);
        if (needsDatabase(operation)) {
            experiment.give(cell.database(), server);
        }
        return rulings.computeIfAbsent(cell, this::raced);
    }

    private Ruling raced(CellId cell) {
        session.prepare(cell.database());
        CellMeasurement measurement = inputsOfSameCode(plan.of(cell)).map(inputs -> session.spare(cell, inputs))
                .orElseGet(() -> session.measure(cell));
        CellVerdict verdict = session.judge(measurement);
        String sentence = verdict.verdict().title() + ": " + Plain.line(VerdictWords.sentence(verdict));
        out.accept(sentence);
        return switch (verdict.verdict().kind()) {
            case UNCHANGED, IMPROVED, NOT_RACED -> new Ruling.Passed(sentence);
            case REGRESSED, INVALID -> new Ruling.Failed(sentence);
            case INCONCLUSIVE -> Unraced.undecided(sentence, settings.strict());
        };
    }

    /**
     * What an operation depends on, if only classes differ, and neither arm's worker loads one of them: then both run
     * the same code. Empty otherwise, and where that is not known. A class that is loaded in one of a thousand operations
     * only is missed.
     */
    private Optional<Inputs> inputsOfSameCode(PlannedCell planned) {
        if (planned.spared().isPresent()) {
            return Optional.empty();
        }
        ProjectPlan project = races.get(planned.cell());
        Set<String> differing = project.onlyClasses();
        if (differing.isEmpty()) {
            return Optional.empty();
        }
        out.accept("looking which classes " + planned.cell() + " loads");
        try {
            Collection<Set<String>> loaded = experiment.loadedClasses(planned.race(), OPERATIONS).values();
            return loaded.stream().allMatch(names -> Collections.disjoint(names, differing))
                    ? Optional.of(project.inputs(loaded.iterator().next()))
                    : Optional.empty();
        } catch (MeasurementFailure e) {
            // The race fails as well then, and its verdict says why.
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        new Closing(out).of("the experiment", experiment::close);
        List<String> problems = new ArrayList<>();
        MeasuredRun written = session.complete();
        session.unwritten().ifPresent(problems::add);
        GateReport report = Gate.judge(written, Map.of());
        System.out.println(new ConsoleReport(false).text(report));
        out.accept(session.page(report, written));
        session.summary(report, written, settings.strict()).ifPresent(problems::add);
        report.refusal().ifPresent(problems::add);
        RaceSession.noneMeasured(written).ifPresent(problems::add);
        if (!problems.isEmpty()) {
            throw new AssertionError(String.join("; ", problems));
        }
    }
}
