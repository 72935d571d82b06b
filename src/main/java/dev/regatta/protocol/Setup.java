package dev.regatta.protocol;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was to be measured of a cell.
 *
 * @param candidate   today's recipe
 * @param baseline    the recipe of the older form where that raced in this run (a duel), which may equal today's; empty
 *                    where it did not race
 * @param connections connections, and operations in flight, of every arm
 * @param inputs      what each of the two arms depends on; an arm may be missing. Of a cell that was not raced because
 *                    the base branch's inputs are the same, both are there
 */
public record Setup(Recipe candidate, Optional<Recipe> baseline, int connections,
        SortedMap<Arm, Inputs> inputs) {

    /** Copies the map. */
    public Setup {
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(baseline);
        inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
    }

    /** What {@code arm} depends on; empty where nobody noted it. */
    public Optional<Inputs> inputs(Arm arm) {
        return Optional.ofNullable(inputs.get(arm));
    }
}
