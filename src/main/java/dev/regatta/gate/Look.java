package dev.regatta.gate;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Metric;

import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * What is known of a comparison after so many pairs.
 *
 * @param pairs       how many
 * @param setAside    the sets among them that do not count, because they were disturbed
 * @param disturbance of the sets that count
 * @param estimates   of every metric that has enough values
 */
record Look(int pairs, Set<Integer> setAside, Disturbance disturbance, SortedMap<Metric, Estimate> estimates) {

    /** Whether too much was disturbed. Only what no disturbance can feign may be concluded then. */
    boolean noisy() {
        return disturbance.excessive();
    }

    /** Whether every metric is known, and is like this. */
    boolean all(Predicate<Estimate> like) {
        return estimates.size() == Metric.values().length && estimates.values().stream().allMatch(like);
    }
}
