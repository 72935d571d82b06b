package dev.regatta.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much of something was counted over a number of operations. Whole numbers, so that equal counts are equal.
 *
 * @param total      the sum over all operations, at least 0; of a {@linkplain Counter#level() level} its value
 * @param operations how many operations that were, at least 1; of a level 1
 * @param parts      what the total is the sum of, by name; empty where it is of one kind
 */
public record Count(long total, long operations, SortedMap<String, Integer> parts) {

    /** Copies the parts and checks the ranges. */
    public Count {
        if (total < 0 || operations < 1) {
            throw new IllegalArgumentException(total + " in " + operations + " operations is not a count");
        }
        parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
        if (!parts.isEmpty() && parts.values().stream().mapToLong(Integer::longValue).sum() != total) {
            throw new IllegalArgumentException(parts + " does not add up to " + total);
        }
    }

    /** A count of one kind. */
    public Count(long total, long operations) {
        this(total, operations, Collections.emptySortedMap());
    }

    /** A level: something that does not grow with the operations. */
    public static Count level(long value) {
        return new Count(value, 1);
    }

    /** Threads, by the stems of their names. */
    public static Count level(Threads threads) {
        return new Count(threads.total(), 1, threads.stems());
    }

    /** The total per operation. */
    public double perOperation() {
        return (double) total / operations;
    }
}
