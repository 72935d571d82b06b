package dev.regatta.recipe;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The root artifacts of a client stack as someone chose them.
 *
 * @param coordinates {@code group:artifact:version} each, the driver first
 * @param chosen      positions of those that were named; the others are today's, or the pool that goes with the driver
 */
public record Roots(List<String> coordinates, SortedSet<Integer> chosen) {

    /** Copies the collections. */
    public Roots {
        coordinates = List.copyOf(coordinates);
        chosen = Collections.unmodifiableSortedSet(new TreeSet<>(chosen));
    }

    /** Whether one of them is another version of {@code group:artifact:version}, also where that has another name. */
    public boolean hold(String part) {
        return coordinates.stream()
                .anyMatch(root -> Modules.same(Modules.moduleOf(root), Modules.moduleOf(part)));
    }
}
