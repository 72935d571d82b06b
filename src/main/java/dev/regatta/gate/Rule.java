package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** What may be concluded at one look of a comparison. */
sealed interface Rule permits DuelRule, ShortCheckRule {

    /** The numbers of pairs after which something may be concluded, in ascending order. */
    List<Integer> looks();

    /** What is concluded after {@code look} pairs; empty to go on. */
    Optional<LookOutcome> at(int look, SortedMap<Metric, Estimate> estimates);

    /** What is concluded after {@code look} pairs of which too many were disturbed; empty to go on. */
    Optional<LookOutcome> inNoiseAt(int look, SortedMap<Metric, Estimate> estimates);

    /** What is concluded when no pair will follow, at the last look that was reached. */
    Optional<LookOutcome> atTheEnd(int look, SortedMap<Metric, Estimate> estimates);

    /** Whether all metrics are known. */
    static boolean complete(SortedMap<Metric, Estimate> estimates) {
        return estimates.keySet().containsAll(List.of(Metric.values()));
    }
}
