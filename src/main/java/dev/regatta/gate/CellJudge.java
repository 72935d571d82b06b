package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Rival;
import dev.regatta.analysis.Soundness;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;

import java.util.List;
import java.util.Optional;

/**
 * Judges one cell while it is measured, look by look. It remembers which looks decided nothing and the tails that it
 * has read: pairs that are added change neither. The verdict is the same as without a memory.
 */
public final class CellJudge implements Judge {

    private final Fingerprint where;
    private final Baseline baseline;
    private final int hypotheses;
    private Optional<ComparedCell> before = Optional.empty();

    /**
     * A judge who has seen nothing.
     *
     * @param where      where the cell is measured, on the JDK that the client names, if any
     * @param hypotheses how many hypotheses the whole run judges, see {@link FamilyError#hypotheses}
     */
    public CellJudge(Fingerprint where, Baseline baseline, int hypotheses) {
        this.where = where;
        this.baseline = baseline;
        this.hypotheses = hypotheses;
    }

    /**
     * The verdict on what has been measured so far: the first planned look at which a decision is reached gives it, so
     * that the pairs measured after that look change nothing but soundness.
     */
    public CellVerdict judge(CellMeasurement measurement) {
        return look(measurement).verdict();
    }

    @Override
    public Judgement look(CellMeasurement measurement) {
        CellId cell = measurement.cell();
        if (measurement.spared()) {
            return new Judgement.OfCell(CellVerdict.spared(measurement));
        }
        Fingerprint now = where.of(cell.client());
        String candidate = Versions.driver(measurement);
        Optional<Recipe> stored = baseline.recipe(cell.client().stack());
        String older = measurement.baseline().or(() -> stored).map(recipe -> Versions.driver(recipe, cell.database()))
                .orElse("unknown");

        Optional<Verdict> none = unreached(measurement)
                .or(() -> Standstills.verdict(measurement).map(still -> besideCounts(still, measurement)))
                .or(() -> unsound(measurement, now)).or(() -> unknown(measurement, stored));
        Optional<Comparison> against = none.isPresent() ? Optional.empty() : comparison(measurement, now);
        if (against.isEmpty()) {
            return new Judgement.OfCell(CellVerdict.without(cell, none.orElseGet(() -> incomparable(cell, now)),
                    candidate, older));
        }
        Comparison comparison = against.get();
        Optional<ComparedCell> known = before.filter(last -> last.begins(measurement, comparison));
        known.ifPresent(last -> comparison.ratios().remember(last.comparison().ratios()));
        var decision = comparison.decision(known.map(ComparedCell::undecided).orElse(0), measurement.pairs().size());
        var compared = new ComparedCell(measurement, comparison, decision, now, candidate, older);
        before = Optional.of(compared);
        return compared;
    }

    /** No gain makes up for what decides by itself. */
    private Verdict besideCounts(Verdict still, CellMeasurement measurement) {
        if (!(still instanceof Verdict.Improved faster)) {
            return still;
        }
        List<Cause> settled = settled(measurement);
        return settled.isEmpty()
                ? still
                : new Verdict.Regressed(List.of(), settled, VerdictKind.IMPROVED, faster.standstills(),
                        Optional.empty(), Optional.empty());
    }

    private static Optional<Verdict> unreached(CellMeasurement measurement) {
        return measurement.pairs().isEmpty() && measurement.timed().outOfBudget() && measurement.failure().isEmpty()
                ? Optional.of(new Verdict.Inconclusive(new Doubt.Unreached()))
                : Optional.empty();
    }

    private Optional<Verdict> unsound(CellMeasurement measurement, Fingerprint now) {
        Optional<BookEntry> entry = book(measurement.cell(), now).flatMap(there -> there.entry(measurement.cell()));
        if (measurement.baseline().isEmpty() && entry.filter(known -> known.ratios().isEmpty()).isPresent()
                && PairedRatios.besideTheWire(measurement.pairs()).contains(Arm.REFERENCE)) {
            return Optional.of(new Verdict.Invalid(new Flaw.Unsound(
                    "the raw wire ran beside it, and its entry has no ratios to compare: "
                            + Baselines.HOW_TO_MEASURE)));
        }
        var arms = measurement.baseline().isPresent()
                ? ComparisonKind.DUEL.versions()
                : entry.map(ShortCheck::arms).orElse(List.of(Arm.CANDIDATE));
        return Soundness.problem(measurement, arms).map(problem -> problem.ofMachine()
                ? new Verdict.Inconclusive(new Doubt.Noisy(problem.words()))
                : new Verdict.Invalid(new Flaw.Unsound(problem.words())));
    }

    /** Without a duel the stored recipe stands for the baseline, and must be the one that was measured. */
    private Optional<Verdict> unknown(CellMeasurement measurement, Optional<Recipe> stored) {
        if (measurement.baseline().isPresent()) {
            return Optional.empty();
        }
        if (stored.isEmpty() || !baseline.knows(measurement.cell())) {
            return Optional.of(new Verdict.Invalid(new Flaw.NoEntry()));
        }
        return stored.get().equals(measurement.candidate())
                ? Optional.empty()
                : Optional.of(new Verdict.Invalid(new Flaw.OtherRecipe(Versions.of(measurement, stored.get()))));
    }

    private Verdict incomparable(CellId cell, Fingerprint now) {
        return new Verdict.Inconclusive(new Doubt.Incomparable(now,
                baseline.with(cell).stream().map(Environment::fingerprint).toList()));
    }

    @Override
    public List<Cause> settled(CellMeasurement untimed) {
        Fingerprint now = where.of(untimed.cell().client());
        return comparison(untimed, now).map(comparison -> UntimedEvidence.of(untimed, comparison, now).settled())
                .orElse(List.of());
    }

    /** What the candidate is compared with; empty where there is nothing. */
    private Optional<Comparison> comparison(CellMeasurement measurement, Fingerprint now) {
        CellId cell = measurement.cell();
        return measurement.baseline().isPresent()
                ? Optional.of(new Duel(PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, Arm.BASELINE),
                        baseline.nearest(now, any -> true), cell, hypotheses, Rival.of(measurement)))
                : book(cell, now).map(there -> ShortCheck.of(measurement, there, now, hypotheses));
    }

    /** The nearest environment that holds the cell. */
    private Optional<Environment> book(CellId cell, Fingerprint now) {
        return baseline.nearest(now, there -> there.entry(cell).isPresent());
    }
}
