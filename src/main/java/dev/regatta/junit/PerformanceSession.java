package dev.regatta.junit;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Baselines;
import dev.regatta.baseline.UpdateStoppingRule;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.host.Closing;
import dev.regatta.inputs.BaseBranch;
import dev.regatta.inputs.JdkAxis;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.race.Experiment;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.report.ChangesTable;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.Plain;
import dev.regatta.report.VerdictWords;
import dev.regatta.results.MeasuredRun;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RacePlanner;
import dev.regatta.run.RaceSession;
import dev.regatta.run.StartingPoint;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import org.opentest4j.TestAbortedException;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * One run of the suite: reads settings and baselines, says what will be measured, measures cell by cell, and at its end
 * judges everything once more from what was written to disk, prints the table, updates baselines if asked to, and fails
 * if a cell of the manifest was not judged.
 */
final class PerformanceSession implements AutoCloseable {

    private final Settings settings;
    private final Map<Dialect, Baseline> baselines;
    private final StartingPoint start;
    private final Runnable resolver;
    private final JdkAxis jdks;
    private final RacePlan plan;
    private final Experiment experiment;
    private final RaceSession session;
    private final Map<CellId, CellResult> results = new LinkedHashMap<>();
    private final Set<Dialect> unusable = EnumSet.noneOf(Dialect.class);

    /**
     * A session that has measured nothing yet.
     *
     * @param resolver ends what resolves recipes
     */
    PerformanceSession(Settings settings, Map<Dialect, Baseline> baselines, StartingPoint start, Runnable resolver,
            JdkAxis jdks, RacePlan plan, Experiment experiment) {
        this.settings = settings;
        this.baselines = baselines;
        this.start = start;
        this.resolver = resolver;
        this.jdks = jdks;
        this.plan = plan;
        this.experiment = experiment;
        this.session = new RaceSession(experiment, settings, plan, baselines, start.acceptance());
    }

    /**
     * Opens the session of a run.
     *
     * @param planned    the cells of every performance test of the plan
     * @param properties where the settings are read from
     * @throws RuntimeException with one sentence about the first setting, baseline or recipe that cannot be used
     */
    static PerformanceSession open(List<CellId> planned, Properties properties) {
        Settings settings = new Settings(properties);
        List<CellId> selected = settings.selection().of(planned);
        if (selected.isEmpty()) {
            throw new IllegalStateException("no cell is planned: nothing would be measured");
        }
        JdkAxis jdks = JdkAxis.of(settings.jdks(), Jdks.here());
        // What cannot be used, or is refused, is told before anybody waits for the host.
        StartingPoint.of(settings, planned, StartingPoint.baselines(settings, selected), PerformanceSession::say);
        jdks.found().ifPresent(PerformanceSession::say);
        RecipeResolver resolver = new RecipeResolver(Candidates.load(), settings.maven());
        Experiment experiment;
        try {
            experiment = new ExperimentRunner(settings, Jdk.running(), settings.seed(), PerformanceSession::say);
        } catch (RuntimeException e) {
            resolver.close();
            throw e;
        }
        try {
            // Another run may have updated them meanwhile.
            Map<Dialect, Baseline> baselines = StartingPoint.baselines(settings, selected);
            StartingPoint start = StartingPoint.of(settings, planned, baselines, told -> {
            });
            RacePlanner planner = RacePlanner.of(settings, jdks, start, resolver, experiment, PerformanceSession::say);
            RacePlan plan = planner.plan(jdks.each(selected), settings.updatesBaseline()
                    ? Optional.empty()
                    : Optional.of(baselines.values()));
            PerformanceSession session = new PerformanceSession(settings, baselines, start, resolver::close, jdks, plan,
                    experiment);
            session.announce(planner.base());
            return session;
        } catch (RuntimeException e) {
            end(experiment, resolver::close);
            throw e;
        }
    }

    /** Says what will be measured and how long it may take. */
    private void announce(Optional<BaseBranch> base) {
        boolean update = settings.updatesBaseline();
        Duration budget = settings.budget()
                .orElseGet(() -> plan.standardBudget(update).multipliedBy(Math.max(1, settings.jdks().size())));
        session.allow(budget);
        say("plan: " + plan.words(update, budget, experiment) + ", results in " + settings.results());
        plan.lines().forEach(PerformanceSession::say);
        base.filter(branch -> plan.measured().isEmpty()).ifPresent(
                branch -> say("nothing that a cell depends on differs from " + branch + ": nothing is measured"));
    }

    /** The selected cells of {@code offered}, on each of the run's JDKs. */
    List<CellId> chosen(List<CellId> offered) {
        return jdks.each(offered.stream().filter(settings.selection()::matches).toList());
    }

    /**
     * Brings up the database, so that a failure to do so is reported once and not for every cell.
     *
     * @throws IllegalStateException with the reason
     */
    void prepare(Dialect dialect) {
        if (unusable.contains(dialect)) {
            throw new TestAbortedException("not measured: " + dialect + " could not be used, see the error above");
        }
        try {
            session.prepare(dialect);
            if (settings.updatesBaseline()) {
                refuse(dialect);
            }
        } catch (RuntimeException e) {
            unusable.add(dialect);
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Measuring takes many minutes, and a review of what was measured would refuse it for its reason alone. */
    private void refuse(Dialect dialect) {
        BaselineUpdate.refusal(Optional.ofNullable(baselines.get(dialect)), session.environment(dialect),
                plan.manifest().stream().filter(cell -> cell.database() == dialect).toList(), reason())
                .ifPresent(why -> {
                    throw new IllegalStateException(BaselineUpdate.unmeasured(why));
                });
    }

    private String reason() {
        return settings.reason().orElse(BaselineUpdate.NO_REASON);
    }

    /** Measures and judges a cell, once. */
    CellResult measure(CellId cell) {
        return results.computeIfAbsent(cell, this::measured);
    }

    private CellResult measured(CellId cell) {
        if (settings.updatesBaseline()) {
            CellMeasurement measurement = session.measure(cell, race -> new UpdateStoppingRule());
            say(cell + ": " + measurement.pairs().size() + " pairs"
                    + measurement.failure().map(failure -> ", " + failure).orElse(""));
            return new CellResult(measurement, Optional.empty(), settings.strict());
        }
        CellMeasurement measurement = session.measure(cell);
        CellVerdict verdict = session.judge(measurement);
        if (!measurement.spared()) {
            verdict = start.acceptance().of(verdict, measurement, session.environment(cell.database()));
            say(cell + ": " + verdict.verdict().getClass().getSimpleName() + " after " + verdict.pairs() + " pairs");
        }
        return new CellResult(measurement, Optional.of(verdict), settings.strict());
    }

    private static void say(String line) {
        System.out.println("[regatta] " + Plain.line(line));
    }

    /** Gives back the host's lock; what cannot be cleaned up is said, and takes nothing from what was measured. */
    private static void end(Experiment experiment, Runnable resolver) {
        var endings = new Closing(PerformanceSession::say);
        endings.of("the experiment", experiment::close);
        endings.of("the resolver of recipes", resolver);
    }

    /**
     * Ends measuring; judges, reports and, if asked, updates the baselines from the written results.
     *
     * @throws AssertionError (which JUnit reports as it is) if less was judged than planned or an update was refused
     */
    @Override
    public void close() {
        end(experiment, resolver);
        List<String> problems = new ArrayList<>();
        MeasuredRun written = session.complete();
        session.unwritten().ifPresent(problems::add);
        if (settings.updatesBaseline()) {
            update(written).ifPresent(problems::add);
        } else {
            GateReport report = start.acceptance().of(
                    Gate.review(Gate.judge(written, baselines), baselines, start.changes()), written);
            System.out.println(new ConsoleReport(false).text(report) + ChangesTable.text(report.changes()));
            say(session.page(report, written));
            session.summary(report, written, settings.strict()).ifPresent(problems::add);
            report.refusal().ifPresent(problems::add);
            RaceSession.noneMeasured(written).ifPresent(problems::add);
        }
        // A database that could not be used has failed the build with its own sentence.
        List<CellId> missing = plan.manifest().stream()
                .filter(cell -> !results.containsKey(cell) && !unusable.contains(cell.database())).toList();
        if (!missing.isEmpty()) {
            problems.add(
                    missing.size() + " of the " + plan.cells().size() + " cells of the manifest were not judged, first "
                            + missing.getFirst() + ": a run that measured less than planned is no pass");
        }
        if (!problems.isEmpty()) {
            throw new AssertionError(String.join("; ", problems));
        }
    }

    private Optional<String> update(MeasuredRun written) {
        try {
            List<Baseline> updated = BaselineUpdate.all(written.facts().environments().keySet(), baselines, written,
                    reason());
            Baselines.replace(settings.baselines(), baselines, updated).forEach(file -> say("wrote " + file));
            BaselineUpdate.removed(baselines, updated).forEach(PerformanceSession::say);
            updated.stream().flatMap(VerdictWords::passesTooLate).forEach(PerformanceSession::say);
            return Optional.empty();
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            return Optional.of(e.getMessage());
        }
    }
}
