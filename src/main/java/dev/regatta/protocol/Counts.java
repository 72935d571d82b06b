package dev.regatta.protocol;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was counted of one arm's operations. What could not be counted is absent with its reason, and never zero.
 *
 * @param arm      the arm
 * @param values   what was counted
 * @param absences one sentence for each counter that was to be read and could not be
 */
public record Counts(Arm arm, SortedMap<Counter, Count> values, SortedMap<Counter, String> absences) {

    /** Copies the maps and checks that no counter is both there and absent. */
    public Counts {
        Objects.requireNonNull(arm);
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        absences = Collections.unmodifiableSortedMap(new TreeMap<>(absences));
        if (!Collections.disjoint(values.keySet(), absences.keySet())) {
            throw new IllegalArgumentException("counts of the " + arm + " arm are there and absent: " + values.keySet()
                    + " and " + absences.keySet());
        }
    }

    /** A counter; empty where it was not read. */
    public Optional<Count> of(Counter counter) {
        return Optional.ofNullable(values.get(counter));
    }

    /**
     * These and others of the same arm, read in another way.
     *
     * @throws IllegalArgumentException if they are of another arm or read a counter again
     */
    public Counts and(Counts others) {
        if (others.arm != arm || values.keySet().stream().anyMatch(others.values::containsKey)) {
            throw new IllegalArgumentException("counts of the " + arm + " arm " + values.keySet()
                    + " cannot be joined with those of the " + others.arm + " arm " + others.values.keySet());
        }
        var all = new TreeMap<>(values);
        all.putAll(others.values);
        var missing = new TreeMap<>(absences);
        missing.putAll(others.absences);
        missing.keySet().removeAll(all.keySet());
        return new Counts(arm, all, missing);
    }
}
