package dev.regatta.gate;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Figures;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Absolute numbers of a judged cell, for display only.
 *
 * @param candidate   the candidate's figures
 * @param shareOfWire the candidate's throughput relative to the raw-wire reference's, empty when that did not run
 * @param bound       what limits the throughput, empty when it cannot be told
 */
public record CellFigures(Figures candidate, OptionalDouble shareOfWire, Optional<Bound> bound) {

    /** Checks that every part is present. */
    public CellFigures {
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(shareOfWire);
        Objects.requireNonNull(bound);
    }
}
