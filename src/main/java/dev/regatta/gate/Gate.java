package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.Baselines;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.Environment;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.Soundness;
import dev.regatta.analysis.UnreadableLatencies;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.results.MeasuredCell;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.protocol.Standstill;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges measurements. Absence of evidence is never a pass: every way to have none has a verdict with its reason. */
public final class Gate {

    /** So many sets of forks in which one side ended nothing are believed. */
    private static final int STANDSTILLS = 2;

    /** The other side's first operation, cold, took so many times less. */
    private static final double FAR = 4;

    /** Of a digest, for people. */
    private static final int DIGITS = 12;

    private Gate() {
    }

    /**
     * The verdicts of a run: one for each cell of the manifest, and for measured cells that are not in it.
     *
     * @param baselines the baselines that could be read; a database may be absent, then its duels tell nothing of what is stored
     */
    public static GateReport judge(MeasuredRun run, Map<Dialect, Baseline> baselines) {
        var measured = run.cells().stream()
                .collect(
                        Collectors.groupingBy(MeasuredCell::id, Collectors.toCollection(ArrayList<MeasuredCell>::new)));
        var cells = new LinkedHashSet<>(run.facts().manifest());
        cells.addAll(run.ids());
        int hypotheses = FamilyError.hypotheses(cells.size());
        var verdicts = new ArrayList<CellVerdict>();
        for (CellId cell : cells) {
            verdicts.add(
                    judge(cell, measured.getOrDefault(cell, new ArrayList<>()), run.facts(), baselines, hypotheses));
        }
        return new GateReport(run.facts().tool(), run.facts().started(), run.facts().commit(), run.facts().complete(),
                run.facts().environments(), verdicts);
    }

    /**
     * A report on a branch that changes its baselines. An entry that the branch wrote and that this run beat for certain, by
     * more than two runs in one environment differ or two environments do, claims less than there is: the branch gave itself
     * room.
     *
     * @param baselines what the report's cells were compared with
     * @param changes   what the branch does to them
     */
    public static GateReport review(GateReport report, Map<Dialect, Baseline> baselines,
            List<BaselineChange> changes) {
        return report.with(changes.stream().map(change -> report.cells().stream()
                .filter(cell -> change.looserRatio() && cell.cell().onAnyJdk().toString().equals(change.name())
                        && cell.how().equals(Optional.of(ComparisonKind.BOOK)))
                .filter(cell -> compared(cell.cell(), report, baselines).equals(change.environment()))
                .filter(cell -> !beaten(cell, change, report).isEmpty()).findFirst()
                .map(cell -> change.refused("the entry of " + cell.cell() + " claims less than this run measured ("
                        + Sentences.readings(beaten(cell, change, report), cell.readings(), "entry") + "): "
                        + Baselines.HOW_TO_MEASURE))
                .orElse(change)).toList());
    }

    private static List<Metric> beaten(CellVerdict cell, BaselineChange change, GateReport report) {
        boolean here = Optional.of(report.environments().get(cell.cell().database()).of(cell.cell().client()))
                .equals(change.environment());
        return cell.readings().values().stream().filter(reading -> ShortCheck.beaten(reading, here))
                .map(MetricReading::metric).toList();
    }

    /** The environment whose entry decided. */
    private static Optional<Fingerprint> compared(CellId cell, GateReport report, Map<Dialect, Baseline> baselines) {
        return Optional.ofNullable(baselines.get(cell.database()))
                .flatMap(baseline -> baseline.nearest(report.environments().get(cell.database()).of(cell.client()),
                        there -> there.entry(cell).isPresent()))
                .map(Environment::fingerprint);
    }

    /**
     * The verdict on one cell, live after a batch of pairs or later from the file: the first planned look at which a
     * decision is reached gives it, so that the pairs measured after that look change nothing but soundness.
     *
     * @param where      where it was measured, on the JDK that the client names, if any
     * @param hypotheses how many hypotheses the whole run judges, see {@link FamilyError#hypotheses}
     * @param seed       the run's seed
     */
    public static CellVerdict judge(CellMeasurement measurement, Fingerprint where, Baseline baseline, int hypotheses,
            long seed) {
        CellId cell = measurement.cell();
        if (measurement.spared()) {
            return spared(measurement);
        }
        Fingerprint now = where.of(cell.client());
        String candidate = Sentences.driver(measurement.candidate());
        Optional<Recipe> recipe = baseline.recipe(cell.client().stack());
        String older = measurement.baseline().or(() -> recipe).map(Sentences::driver).orElse("unknown");

        if (measurement.pairs().isEmpty() && measurement.outOfBudget() && measurement.failure().isEmpty()) {
            return CellVerdict.without(cell,
                    new Verdict.Inconclusive(cell + ": the time budget ended before it was measured: raise it"), true,
                    candidate, older);
        }
        var standstill = standstill(measurement);
        if (standstill.isPresent()) {
            return CellVerdict.without(cell, standstill.get(), true, candidate, older);
        }
        var arms = measurement.baseline().isPresent()
                ? List.of(Arm.CANDIDATE, Arm.BASELINE)
                : List.of(Arm.CANDIDATE, Arm.REFERENCE);
        var problem = Soundness.problem(measurement, arms);
        if (problem.isPresent() && problem.get().ofMachine()) {
            return CellVerdict.without(cell,
                    new Verdict.Inconclusive(cell + ": machine too noisy: " + problem.get().words()), true, candidate,
                    older);
        }
        if (problem.isPresent()) {
            return invalid(cell, problem.get().words(), candidate, older);
        }
        Comparison comparison;
        String versions;
        if (measurement.baseline().isPresent()) {
            var environment = baseline.nearest(now, any -> true);
            comparison = new Duel(PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, Arm.BASELINE), environment,
                    Workloads.waits(cell.workload()) ? Tolerance.DUEL_OF_WAITS : Tolerance.DUEL, cell.client());
            versions = Sentences.versions(measurement, measurement.baseline().get());
        } else {
            if (recipe.isEmpty() || !baseline.knows(cell)) {
                return invalid(cell, "the baseline has no entry: " + Baselines.HOW_TO_MEASURE, candidate, older);
            }
            if (!recipe.get().equals(measurement.candidate())) {
                return invalid(cell, "the baseline's recipe differs "
                        + Sentences.versions(measurement, recipe.get())
                        + " and its arm did not race: measure again", candidate, older);
            }
            var environment = baseline.nearest(now, there -> there.entry(cell).isPresent());
            if (environment.isEmpty()) {
                return CellVerdict.without(cell, new Verdict.Incomparable(incomparable(cell, now, baseline)), true,
                        candidate, older);
            }
            comparison = new ShortCheck(measurement, environment.get(), now);
            versions = Sentences.versions(measurement, environment.get().entry(cell).orElseThrow());
        }
        try {
            return new Judgement(measurement, comparison, versions, differences(comparison, now), now, hypotheses,
                    seed ^ cell.toString().hashCode()).verdict(candidate, older);
        } catch (UnreadableLatencies e) {
            return invalid(cell, e.getMessage(), candidate, older);
        }
    }

    /**
     * Whether the candidate of a duel seems to have collapsed, or the baseline to have, in the first set of forks: more than
     * half of the throughput is gone in every pair, or after {@value Looks#STANDSTILL_SUSPICION} pairs fifteen sixteenths.
     * Not a verdict: forks that were not there before must agree.
     */
    public static boolean suspectsCollapse(CellMeasurement measurement) {
        var pairs = measurement.pairs();
        if (measurement.baseline().isEmpty()
                || pairs.size() != Looks.STANDSTILL_SUSPICION && pairs.size() != Looks.SUSPICION
                || pairs.stream().map(Pair::fork).distinct().count() > 1) {
            return false;
        }
        double beyond = pairs.size() < Looks.SUSPICION ? DuelRule.STANDSTILL_LOSS : DuelRule.COLLAPSE_LOSS;
        var ratios = PairedRatios.of(pairs, Arm.CANDIDATE, Arm.BASELINE).all(Metric.THROUGHPUT);
        return ratios.all(ratio -> ratio > beyond) || ratios.all(ratio -> -ratio > beyond);
    }

    /**
     * What two sets of forks say in which one side ended no operation: a release that makes one take seconds, or for ever, is
     * a loss, and no failure to measure.
     */
    private static Optional<Verdict> standstill(CellMeasurement measurement) {
        var still = measurement.standstills();
        if (still.size() < STANDSTILLS || still.stream().map(Standstill::arm).distinct().count() > 1
                || still.stream().anyMatch(set -> set.waitedNanos() < FAR * set.otherNanos())) {
            return Optional.empty();
        }
        String reason = measurement.cell() + ": " + still.getLast().words() + " "
                + Sentences.versions(measurement, measurement.baseline().orElseThrow()) + ", in "
                + still.size() + " sets of forks";
        return Optional.of(still.getLast().arm() == Arm.CANDIDATE
                ? new Verdict.Regressed(reason, List.of(Metric.THROUGHPUT, Metric.TAIL_LATENCY))
                : new Verdict.Improved(reason));
    }

    private static CellVerdict judge(CellId cell, List<MeasuredCell> measured, RunFacts facts,
            Map<Dialect, Baseline> baselines, int hypotheses) {
        if (measured.isEmpty()) {
            return invalid(cell, "was not judged: the run holds no measurement of it", "unknown", "unknown");
        }
        String candidate = Sentences.driver(measured.getFirst().bare().candidate());
        if (measured.size() > 1) {
            return invalid(cell, "was measured " + measured.size() + " times in one run", candidate, "unknown");
        }
        CellMeasurement measurement = measured.getFirst().whole();
        if (measurement.spared()) {
            // No server had to be started for it.
            return spared(measurement);
        }
        var now = facts.environments().get(cell.database());
        if (now == null) {
            return invalid(cell, "the run does not say where it was measured", candidate, "unknown");
        }
        var baseline = baselines.get(cell.database());
        if (baseline == null && measurement.baseline().isEmpty()) {
            return invalid(cell, "there is no baseline of " + cell.database() + ": " + Baselines.HOW_TO_MEASURE,
                    candidate,
                    "unknown");
        }
        return judge(measurement, now, baseline == null ? Baseline.empty(cell.database()) : baseline,
                hypotheses, facts.seed());
    }

    /** The verdict on a cell that depends on nothing but what the base branch's does. */
    private static CellVerdict spared(CellMeasurement measurement) {
        String driver = Sentences.driver(measurement.candidate());
        String digest = measurement.inputs(Arm.CANDIDATE).orElseThrow().digest().substring(0, DIGITS);
        return CellVerdict.without(measurement.cell(), new Verdict.SameInputs(measurement.cell()
                + ": inputs are those of the base branch (" + digest + "); not measured"), true, driver, driver);
    }

    private static String differences(Comparison comparison, Fingerprint now) {
        return switch (comparison) {
            case Duel duel -> "";
            case ShortCheck book -> String.join(", ", now.differencesFrom(book.environment().fingerprint()));
        };
    }

    private static String incomparable(CellId cell, Fingerprint now, Baseline baseline) {
        var there = baseline.with(cell).stream().map(environment -> world(environment.fingerprint())).distinct()
                .sorted()
                .toList();
        return cell + ": measured with " + Fingerprint.DATABASE_MODE + " " + world(now) + ", the baseline holds "
                + String.join(", ", there) + " only: "
                + Baselines.HOW_TO_MEASURE;
    }

    /** The facts without which times cannot be compared. */
    private static String world(Fingerprint fingerprint) {
        return fingerprint.fact(Fingerprint.DATABASE_MODE)
                + (fingerprint.facts().containsKey(Fingerprint.LATENCY)
                        ? " with " + Fingerprint.LATENCY + " " + fingerprint.fact(Fingerprint.LATENCY)
                        : "");
    }

    private static CellVerdict invalid(CellId cell, String why, String candidate, String baseline) {
        return CellVerdict.without(cell, new Verdict.Invalid(cell + ": " + why), true, candidate, baseline);
    }
}
