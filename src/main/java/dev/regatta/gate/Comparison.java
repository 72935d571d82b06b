package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The candidate beside what it is compared with, and what may be concluded of both: at the first planned look that
 * decides, or when no pair will follow.
 */
sealed interface Comparison permits Duel, ShortCheck {

    /**
     * A verdict by the times alone.
     *
     * @param look    what it rests on
     * @param decided whether further pairs could not change it
     */
    record Decision(Look look, Verdict verdict, boolean decided) {}

    /** Which way this is. */
    ComparisonKind how();

    /** The compared arms, pair by pair. */
    PairedRatios ratios();

    /** What the baseline's files hold of the cell in the environment that this uses; empty where they hold nothing. */
    Optional<BookEntry> stored();

    /** The numbers of pairs after which something may be concluded, in ascending order. */
    List<Integer> looks();

    /** The one-sided error at which a loss is certain after so many pairs. */
    double error(int pairs);

    /**
     * What is known of a metric after the first {@code pairs} pairs, but for the sets that are set aside; empty while
     * there are fewer than six values.
     */
    Optional<Estimate> estimate(Metric metric, int pairs, Set<Integer> setAside);

    /** What is concluded at a planned look; empty to go on. */
    Optional<Verdict> at(Look look);

    /** What is concluded at the last look that was reached, undisturbed, when no pair will follow. */
    Optional<Verdict> atTheEnd(Look last);

    /** What is known after the first pairs without the sets that are set aside. */
    default Look look(int pairs, Set<Integer> setAside) {
        var estimates = new TreeMap<Metric, Estimate>();
        for (Metric metric : Metric.values()) {
            estimate(metric, pairs, setAside).ifPresent(estimate -> estimates.put(metric, estimate));
        }
        return new Look(pairs, setAside, ratios().disturbance(pairs, setAside), estimates);
    }

    /** The same without the sets that were disturbed while others were not. */
    default Look look(int pairs) {
        return look(pairs, ratios().disturbedSets(pairs));
    }

    /**
     * The decision at the first look that reaches one; empty while none does. Where too much was disturbed, all sets
     * are looked at first, and then the quiet ones alone.
     *
     * @param undecided the looks up to this one are known to decide nothing
     */
    default Optional<Decision> decision(int undecided, int measured) {
        return looks().stream().filter(pairs -> pairs > undecided && pairs <= measured)
                .flatMap(pairs -> Stream.of(Set.<Integer>of(), ratios().disturbedSets(pairs)).distinct()
                        .map(setAside -> look(pairs, setAside)))
                .flatMap(look -> at(look).map(verdict -> new Decision(look, verdict, true)).stream()).findFirst();
    }

    /** What is to be said where no look decided. */
    default Decision undecided(int measured, boolean outOfBudget) {
        int reached = looks().stream().filter(pairs -> pairs <= measured).reduce(0, (before, last) -> last);
        if (reached == 0) {
            return new Decision(new Look(measured, Set.of(), ratios().disturbance(measured, Set.of()),
                    Collections.emptySortedMap()),
                    outOfBudget
                            ? new Verdict.Inconclusive(new Doubt.TooFew(measured, looks().getFirst()))
                            : new Verdict.Invalid(new Flaw.TooFew(measured, looks().getFirst())),
                    outOfBudget);
        }
        Look last = look(reached);
        boolean all = measured >= looks().getLast();
        if (last.noisy()) {
            return new Decision(last, new Verdict.Inconclusive(new Doubt.Noisy(last.disturbance().words())),
                    all || outOfBudget);
        }
        return new Decision(last,
                Optional.of(last).filter(end -> all || outOfBudget).flatMap(this::atTheEnd)
                        .orElse(new Verdict.Inconclusive(new Doubt.Undecided(all
                                ? Doubt.End.ALL_PAIRS
                                : outOfBudget ? Doubt.End.BUDGET : Doubt.End.STOPPED))),
                all || outOfBudget);
    }
}
