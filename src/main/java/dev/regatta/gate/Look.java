package dev.regatta.gate;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Metric;

import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * What is known of a comparison after so many pairs.
 *
 * @param pairs       how many
 * @param disturbance how much of them was disturbed
 * @param estimates   of every metric that has enough values
 */
record Look(int pairs, Disturbance disturbance, SortedMap<Metric, Estimate> estimates) {

    /** Whether so much was disturbed that this is why nothing is known. */
    boolean noisy() {
        return disturbance.excessive();
    }

    /** Whether every metric is known, and is like this. */
    boolean all(Predicate<Estimate> like) {
        return estimates.size() == Metric.values().length && estimates.values().stream().allMatch(like);
    }
}
