package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Soundness;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Standstill;

import java.util.List;
import java.util.Optional;

/**
 * Judges one cell while it is measured, look by look. It remembers which looks decided nothing and the tails that it
 * has read: pairs that are added change neither. The verdict is the same as without a memory.
 */
public final class CellJudge implements Judge {

    /**
     * A standstill counts when it was waited for at least this many times as long as the first operation of the other
     * arm took.
     */
    private static final double FAR = 4;

    /** This many digits of a digest are shown. */
    private static final int DIGITS = 12;

    private final Fingerprint where;
    private final Baseline baseline;
    private final int hypotheses;
    private Optional<Memory> memory = Optional.empty();

    /**
     * What is known of the pairs that were judged before.
     *
     * @param pairs     these pairs
     * @param ratios    of the compared arms
     * @param undecided the last look after which nothing was concluded; 0 before the first
     */
    private record Memory(List<Pair> pairs, PairedRatios ratios, int undecided) {

        /** Whether these are the pairs. */
        boolean of(List<Pair> measured) {
            return measured.size() == pairs.size() && beginning(measured);
        }

        /** Whether {@code more} begins with these pairs; the last one tells. */
        boolean beginning(List<Pair> more) {
            return more.size() >= pairs.size() && more.get(pairs.size() - 1).equals(pairs.getLast());
        }
    }

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
    @Override
    public CellVerdict judge(CellMeasurement measurement) {
        CellId cell = measurement.cell();
        if (measurement.spared()) {
            return spared(measurement);
        }
        Fingerprint now = where.of(cell.client());
        String candidate = Versions.driver(measurement.candidate());
        Optional<Recipe> recipe = baseline.recipe(cell.client().stack());
        String older = measurement.baseline().or(() -> recipe).map(Versions::driver).orElse("unknown");

        if (measurement.pairs().isEmpty() && measurement.timed().outOfBudget() && measurement.failure().isEmpty()) {
            return CellVerdict.without(cell, new Verdict.Inconclusive(new Doubt.Unreached()), candidate, older);
        }
        var standstill = standstill(measurement);
        if (standstill.isPresent()) {
            return CellVerdict.without(cell, standstill.get(), candidate, older);
        }
        var arms = measurement.baseline().isPresent()
                ? List.of(Arm.CANDIDATE, Arm.BASELINE)
                : baseline.nearest(now, there -> there.entry(cell).isPresent()).flatMap(there -> there.entry(cell))
                        .map(ShortCheck::arms).orElse(List.of(Arm.CANDIDATE));
        var problem = Soundness.problem(measurement, arms);
        if (problem.isPresent() && problem.get().ofMachine()) {
            return CellVerdict.without(cell, new Verdict.Inconclusive(new Doubt.Noisy(problem.get().words())),
                    candidate, older);
        }
        if (problem.isPresent()) {
            return invalid(cell, new Flaw.Unsound(problem.get().words()), candidate, older);
        }
        if (measurement.baseline().isEmpty()) {
            if (recipe.isEmpty() || !baseline.knows(cell)) {
                return invalid(cell, new Flaw.NoEntry(), candidate, older);
            }
            if (!recipe.get().equals(measurement.candidate())) {
                return invalid(cell, new Flaw.OtherRecipe(Versions.of(measurement, recipe.get())), candidate, older);
            }
        }
        var against = comparison(measurement, now);
        if (against.isEmpty()) {
            return CellVerdict.without(cell, new Verdict.Inconclusive(new Doubt.Incomparable(now,
                    baseline.with(cell).stream().map(Environment::fingerprint).toList())), candidate, older);
        }
        Comparison comparison = against.get();
        Versions versions = switch (comparison) {
            case Duel duel -> Versions.of(measurement, measurement.baseline().orElseThrow());
            case ShortCheck check -> Versions.of(measurement, check.entry());
        };
        var judgement = new Judgement(measurement, comparison, versions, differences(comparison, now), now,
                hypotheses);
        Optional<Memory> known = known(measurement, comparison);
        Judgement.Decision decision = judgement.decision(known.map(Memory::undecided).orElse(0));
        memory = Optional.of(new Memory(measurement.pairs(), comparison.ratios(), decision.undecided()));
        return judgement.verdict(decision, candidate, older);
    }

    /** What is remembered of the first of these pairs; the comparison then need not read their tails again. */
    private Optional<Memory> known(CellMeasurement measurement, Comparison comparison) {
        // The first pairs choose the tail, which may change while they are few. With another tail it is another
        // comparison.
        Optional<Memory> known = memory.filter(before -> before.beginning(measurement.pairs())
                && before.ratios().tail().equals(comparison.tail()));
        known.ifPresent(before -> comparison.ratios().remember(before.ratios()));
        return known;
    }

    @Override
    public boolean wantsFreshSet(CellMeasurement soFar) {
        Fingerprint now = where.of(soFar.cell().client());
        if (soFar.baseline().isEmpty() || Soundness.problem(soFar, List.of(Arm.CANDIDATE, Arm.BASELINE)).isPresent()) {
            return false;
        }
        Comparison comparison = comparison(soFar, now).orElseThrow();
        int undecided = known(soFar, comparison).map(Memory::undecided).orElse(0);
        boolean wants = new Judgement(soFar, comparison, Versions.of(soFar, soFar.baseline().get()), List.of(), now,
                hypotheses).wantsFreshSet();
        memory = Optional.of(new Memory(soFar.pairs(), comparison.ratios(), undecided));
        return wants;
    }

    @Override
    public List<Cause> settled(CellMeasurement untimed) {
        Fingerprint now = where.of(untimed.cell().client());
        return comparison(untimed, now).map(comparison -> new UntimedEvidence(
                List.of(Counters.of(untimed, comparison, now), PinnedParks.of(untimed, comparison, now)))
                .settled(comparison.how())).orElse(List.of());
    }

    /** What the candidate is compared with; empty where there is nothing. */
    private Optional<Comparison> comparison(CellMeasurement measurement, Fingerprint now) {
        CellId cell = measurement.cell();
        if (measurement.baseline().isPresent()) {
            var ratios = memory.filter(before -> before.of(measurement.pairs())).map(Memory::ratios)
                    .orElseGet(() -> PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, Arm.BASELINE));
            return Optional.of(new Duel(ratios,
                    baseline.nearest(now, any -> true),
                    Tolerance.of(cell.workload()), cell.client()));
        }
        return baseline.nearest(now, there -> there.entry(cell).isPresent())
                .map(there -> ShortCheck.of(measurement, there, now));
    }

    /**
     * The verdict if one arm ended no operation in two sets, always the same arm, and {@link #FAR} is
     * reached; else empty. A release in which an operation takes seconds, or for ever, is a loss, and not a failure to
     * measure.
     */
    private static Optional<Verdict> standstill(CellMeasurement measurement) {
        var still = measurement.timed().standstills();
        if (still.size() < Standstill.BELIEVED || still.stream().map(Standstill::arm).distinct().count() > 1
                || still.stream().anyMatch(set -> set.waitedNanos() < FAR * set.otherNanos())) {
            return Optional.empty();
        }
        var metrics = List.of(Metric.THROUGHPUT, Metric.TAIL_LATENCY);
        var standstills = Optional.of(new Standstills(still.getLast(), still.size(),
                Versions.of(measurement, measurement.baseline().orElseThrow())));
        return Optional.of(still.getLast().arm() == Arm.CANDIDATE
                ? new Verdict.Regressed(metrics, List.of(), VerdictKind.REGRESSED, standstills, Optional.empty(),
                        Optional.empty())
                : new Verdict.Improved(metrics, List.of(), standstills));
    }

    /** The verdict on a cell that was not measured, because its inputs are those of the base branch. */
    static CellVerdict spared(CellMeasurement measurement) {
        String driver = Versions.driver(measurement.candidate());
        String digest = measurement.inputs(Arm.CANDIDATE).orElseThrow().digest().substring(0, DIGITS);
        return CellVerdict.without(measurement.cell(), new Verdict.NotRaced(List.of(), Optional.of(digest)),
                driver, driver);
    }

    private static List<Change> differences(Comparison comparison, Fingerprint now) {
        return switch (comparison) {
            case Duel duel -> List.of();
            case ShortCheck book -> now.changesFrom(book.environment().fingerprint());
        };
    }

    static CellVerdict invalid(CellId cell, Flaw why, String candidate, String baseline) {
        return CellVerdict.without(cell, new Verdict.Invalid(why), candidate, baseline);
    }
}
