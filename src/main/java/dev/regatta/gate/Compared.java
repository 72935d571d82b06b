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
 */
public record Compared(ComparisonKind how, Versions versions, List<Change> differences) {

    /** Copies the list. */
    public Compared {
        Objects.requireNonNull(how);
        Objects.requireNonNull(versions);
        differences = List.copyOf(differences);
    }
}
