package dev.regatta.gate;

import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All verdicts of one run.
 *
 * @param tool         version of Regatta that measured
 * @param started      when the run started, ISO-8601 UTC
 * @param commit       the commit measured
 * @param complete     false when the run was interrupted
 * @param environments where each database ran
 * @param cells        every cell of the manifest in its order, then measured cells that are not in it
 */
public record GateReport(String tool, String started, String commit, boolean complete,
        SortedMap<Dialect, Fingerprint> environments, List<CellVerdict> cells) {

    /** Copies the collections. */
    public GateReport {
        Objects.requireNonNull(tool);
        Objects.requireNonNull(started);
        Objects.requireNonNull(commit);
        environments = Collections.unmodifiableSortedMap(new TreeMap<>(environments));
        cells = List.copyOf(cells);
    }

    /** Whether the run is a pass: complete, with at least one cell, and every cell unchanged or improved. */
    public boolean passed() {
        return complete && !cells.isEmpty() && cells.stream().allMatch(cell -> cell.verdict().good());
    }
}
