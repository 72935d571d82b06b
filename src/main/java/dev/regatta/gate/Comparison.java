package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

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

    /** The smallest loss that would have failed with 95 % probability with this standard error, as a logarithm. */
    double detectable(Estimate metric, int pairs);

    /** What is known of a metric after the first {@code pairs} pairs; empty while there are fewer than six values. */
    Optional<Estimate> estimate(Metric metric, int pairs);

    /** What is concluded at a planned look; empty to go on. */
    Optional<Verdict> at(Look look);

    /** What is concluded at the last look that was reached, when no pair will follow. */
    Optional<Verdict> atTheEnd(Look last);

    /** What is known after the first pairs. */
    default Look look(int pairs) {
        var estimates = new TreeMap<Metric, Estimate>();
        for (Metric metric : Metric.values()) {
            estimate(metric, pairs).ifPresent(estimate -> estimates.put(metric, estimate));
        }
        return new Look(pairs, ratios().disturbance(pairs), estimates);
    }

    /**
     * The decision at the first look that reaches one; empty while none does.
     *
     * @param undecided the looks up to this one are known to decide nothing
     */
    default Optional<Decision> decision(int undecided, int measured) {
        return looks().stream().filter(pairs -> pairs > undecided && pairs <= measured).map(this::look)
                .flatMap(look -> at(look).map(verdict -> new Decision(look, verdict, true)).stream()).findFirst();
    }

    /** What is to be said where no look decided. */
    default Decision undecided(int measured, boolean outOfBudget) {
        int reached = looks().stream().filter(pairs -> pairs <= measured).reduce(0, (before, last) -> last);
        if (reached == 0) {
            return new Decision(new Look(measured, ratios().disturbance(measured), Collections.emptySortedMap()),
                    outOfBudget
                            ? new Verdict.Inconclusive(new Doubt.TooFew(measured, looks().getFirst()))
                            : new Verdict.Invalid(new Flaw.TooFew(measured, looks().getFirst())),
                    outOfBudget);
        }
        Look last = look(reached);
        boolean all = measured >= looks().getLast();
        return new Decision(last,
                Optional.of(last).filter(end -> all || outOfBudget).flatMap(this::atTheEnd)
                        .orElseGet(() -> new Verdict.Inconclusive(why(last, all, outOfBudget))),
                all || outOfBudget);
    }

    private static Doubt why(Look last, boolean all, boolean outOfBudget) {
        if (last.noisy()) {
            return new Doubt.Noisy(last.disturbance().words());
        }
        return new Doubt.Undecided(all ? Doubt.End.ALL_PAIRS : outOfBudget ? Doubt.End.BUDGET : Doubt.End.STOPPED);
    }
}
