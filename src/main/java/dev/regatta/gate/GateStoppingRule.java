package dev.regatta.gate;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Stops measuring a cell when the gate has reached a verdict.
 *
 * @param judge    of the cell
 * @param duel     whether a baseline races
 * @param declared whether the branch declares what a verdict finds beside the times; such a race goes on until the times
 *                 are decided
 */
public record GateStoppingRule(Judge judge, boolean duel, Predicate<List<Cause>> declared) implements StoppingRule {

    /** For a branch that declares nothing. */
    public GateStoppingRule(Judge judge, boolean duel) {
        this(judge, duel, causes -> false);
    }

    /** Those that may decide, and those at which a set may end. */
    private static final Set<Integer> DUEL = Stream.concat(Looks.PLANNED.stream(),
            IntStream.rangeClosed(1, Looks.LAST / Looks.SET_STEP).mapToObj(step -> Looks.SET_STEP * step))
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<Integer> CHECK = Stream.of(Looks.UNTIMED, Looks.SHORT).flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public Set<Integer> looks() {
        return duel ? DUEL : CHECK;
    }

    @Override
    public int fewestPairs() {
        return duel ? Looks.FIRST : Looks.SHORT.getFirst();
    }

    @Override
    public boolean brief() {
        return !duel;
    }

    @Override
    public List<Integer> sets() {
        return duel
                ? Collections.nCopies(Looks.LAST / Looks.FIRST, Looks.LONGEST_SET)
                : Looks.SHORT_SETS;
    }

    @Override
    public int mostPairs() {
        return duel ? Looks.LAST : StoppingRule.super.mostPairs();
    }

    @Override
    public Optional<String> settled(CellMeasurement untimed) {
        List<Cause> settled = judge.settled(untimed);
        return settled.isEmpty() || declared.test(settled)
                ? Optional.empty()
                : Optional.of(settled.stream().map(Cause::words).collect(Collectors.joining(", "))
                        + ": regressed, whatever the times are; " + Looks.ESTIMATE
                        + " pairs follow for an estimate of the cost");
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        Judgement judged = judge.look(soFar);
        if (duel && !Looks.PLANNED.contains(soFar.pairs().size())) {
            return new Ruling(false, "going on", wantsFreshSet(judged, soFar));
        }
        CellVerdict verdict = judged.verdict();
        boolean decided = verdict.decided() && !(verdict.verdict() instanceof Verdict.Regressed lost
                && lost.timing() == VerdictKind.INCONCLUSIVE && declared.test(lost.causes()));
        return new Ruling(decided, (decided ? verdict.word() + ": " : "") + standing(verdict),
                duel && !decided && wantsFreshSet(judged, soFar));
    }

    /** An estimate of what is worse whatever the times are needs no second set. */
    private boolean wantsFreshSet(Judgement judged, CellMeasurement soFar) {
        return judged.wantsFreshSet() && settled(soFar).isEmpty();
    }

    static String standing(CellVerdict verdict) {
        return verdict.readings().isEmpty()
                ? verdict.decided() ? "no times are compared" : "too few values"
                : verdict.readings().values().stream()
                        .map(reading -> String.format(Locale.ROOT, "%s %.3f ± %.3f", reading.metric().words(),
                                reading.ratio(),
                                reading.ratio() * reading.relativeHalfWidth()))
                        .collect(Collectors.joining(", "));
    }
}
