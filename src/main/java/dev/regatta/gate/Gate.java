package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.Baselines;
import dev.regatta.baseline.Environment;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges measurements. Absence of evidence is never a pass: every way to have none has a verdict with its reason. */
public final class Gate {

    private Gate() {
    }

    /**
     * The verdicts of a run: one for each cell of the manifest, and for measured cells that are not in it.
     *
     * @param baselines the baselines that could be read; if a database is absent, its duels are judged without anything
     *                  stored
     */
    public static GateReport judge(MeasuredRun run, Map<Dialect, Baseline> baselines) {
        var measured = run.cells().stream()
                .collect(
                        Collectors.groupingBy(CellMeasurement::cell,
                                Collectors.toCollection(ArrayList<CellMeasurement>::new)));
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
     * A report on a branch that changes its baselines. An entry that the branch wrote is refused if it claims less
     * speed than there is, because the branch then gave itself room. This is so if the run beat the entry for certain,
     * and by more than two runs differ, in one environment or in two.
     *
     * @param baselines what the report's cells were compared with
     * @param changes   what the branch does to them
     */
    public static GateReport review(GateReport report, Map<Dialect, Baseline> baselines,
            List<BaselineChange> changes) {
        return report.with(changes.stream().map(change -> report.cells().stream()
                .filter(cell -> change.looserRatio() && cell.cell().onAnyJdk().toString().equals(change.name())
                        && cell.how().equals(Optional.of(ComparisonKind.SHORT_CHECK)))
                .filter(cell -> compared(cell.cell(), report, baselines).equals(change.environment()))
                .filter(cell -> !beaten(cell, change, report).isEmpty()).findFirst()
                .map(cell -> change.refused("the entry of " + cell.cell() + " claims less than this run measured ("
                        + MetricReading.words(beaten(cell, change, report), "the baseline's entry") + "): "
                        + Baselines.HOW_TO_MEASURE))
                .orElse(change)).toList());
    }

    private static List<MetricReading> beaten(CellVerdict cell, BaselineChange change, GateReport report) {
        boolean here = Optional.of(report.environments().get(cell.cell().database()).of(cell.cell().client()))
                .equals(change.environment());
        return cell.readings().values().stream().filter(reading -> reading.beats(0, here)).toList();
    }

    /** The environment whose entry decided. */
    private static Optional<Fingerprint> compared(CellId cell, GateReport report, Map<Dialect, Baseline> baselines) {
        return Optional.ofNullable(baselines.get(cell.database()))
                .flatMap(baseline -> baseline.nearest(report.environments().get(cell.database()).of(cell.client()),
                        there -> there.entry(cell).isPresent()))
                .map(Environment::fingerprint);
    }

    /**
     * The verdict on one cell, as a new {@link CellJudge} gives it.
     *
     * @param where      where it was measured, on the JDK that the client names, if any
     * @param hypotheses how many hypotheses the whole run judges, see {@link FamilyError#hypotheses}
     */
    public static CellVerdict judge(CellMeasurement measurement, Fingerprint where, Baseline baseline, int hypotheses) {
        return new CellJudge(where, baseline, hypotheses).judge(measurement);
    }

    private static CellVerdict judge(CellId cell, List<CellMeasurement> measured, RunFacts facts,
            Map<Dialect, Baseline> baselines, int hypotheses) {
        if (measured.isEmpty()) {
            return invalid(cell, new Flaw.Unmeasured(), "unknown");
        }
        String candidate = Versions.driver(measured.getFirst());
        if (measured.size() > 1) {
            return invalid(cell, new Flaw.Repeated(measured.size()), candidate);
        }
        CellMeasurement measurement = measured.getFirst();
        if (measurement.spared()) {
            // No server had to be started for it.
            return CellVerdict.spared(measurement);
        }
        var now = facts.environments().get(cell.database());
        if (now == null) {
            return invalid(cell, new Flaw.Nowhere(), candidate);
        }
        var baseline = baselines.get(cell.database());
        if (baseline == null && measurement.baseline().isEmpty()) {
            return invalid(cell, new Flaw.NoBaseline(), candidate);
        }
        return judge(measurement, now, baseline == null ? Baseline.empty(cell.database()) : baseline,
                hypotheses);
    }

    private static CellVerdict invalid(CellId cell, Flaw why, String candidate) {
        return CellVerdict.without(cell, new Verdict.Invalid(why), candidate, "unknown");
    }
}
