package dev.regatta.gate;

import dev.regatta.protocol.Change;

import java.util.List;
import java.util.Objects;

/**
 * What the readings of a verdict compare.
 *
 * @param how         with what the candidate was compared
 * @param versions    both versions
 * @param differences the facts in which the book's environment differs; empty in a duel
 * @param unraced     the inputs that differ from the entry's and of which the old form did not race; empty in a duel
 */
public record Compared(ComparisonKind how, Versions versions, List<Change> differences, List<Change> unraced) {

    /** Copies the lists. */
    public Compared {
        Objects.requireNonNull(how);
        Objects.requireNonNull(versions);
        differences = List.copyOf(differences);
        unraced = List.copyOf(unraced);
    }
}
