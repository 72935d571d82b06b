package dev.regatta.protocol;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything measured of one cell; verdicts are functions of this and the baseline.
 *
 * @param cell        the cell
 * @param candidate   today's recipe
 * @param baseline    the baseline's recipe when it raced in this run (a duel), empty when it equals the candidate's
 *                    (then the baseline's book decides)
 * @param connections connections, and operations in flight, of every arm
 * @param sliceMillis length of a slice including its dropped start
 * @param forks       the JVMs that took part
 * @param pairs       the rounds, in run order
 * @param failure     why measuring ended early in one sentence, empty when it did not
 * @param outOfBudget whether the time budget ended measuring
 */
public record CellMeasurement(CellId cell, Recipe candidate, Optional<Recipe> baseline, int connections,
        int sliceMillis,
        List<ForkStart> forks, List<Pair> pairs, Optional<String> failure, boolean outOfBudget) {

    /** Checks that every part is present. */
    public CellMeasurement {
        Objects.requireNonNull(cell);
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(baseline);
        Objects.requireNonNull(failure);
        forks = List.copyOf(forks);
        pairs = List.copyOf(pairs);
    }
}
