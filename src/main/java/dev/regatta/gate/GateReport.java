package dev.regatta.gate;

import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
 * @param changes      what the branch does to the baselines it is judged by; empty where no base branch was given
 */
public record GateReport(String tool, String started, String commit, boolean complete,
        SortedMap<Dialect, Fingerprint> environments, List<CellVerdict> cells, List<BaselineChange> changes) {

    /** Copies the collections. */
    public GateReport {
        Objects.requireNonNull(tool);
        Objects.requireNonNull(started);
        Objects.requireNonNull(commit);
        environments = Collections.unmodifiableSortedMap(new TreeMap<>(environments));
        cells = List.copyOf(cells);
        changes = List.copyOf(changes);
    }

    /** A report on a branch that is judged by its own baselines. */
    public GateReport(String tool, String started, String commit, boolean complete,
            SortedMap<Dialect, Fingerprint> environments, List<CellVerdict> cells) {
        this(tool, started, commit, complete, environments, cells, List.of());
    }

    /** This report, with what the branch does to the baselines. */
    public GateReport with(List<BaselineChange> reviewed) {
        return new GateReport(tool, started, commit, complete, environments, cells, reviewed);
    }

    /** Why the changes of the baselines cannot be accepted, in one sentence; empty when they can. */
    public Optional<String> refusal() {
        return BaselineReview.refusal(changes);
    }

    /** The cells with this kind of verdict, in the report's order. */
    public List<CellVerdict> of(VerdictKind kind) {
        return cells.stream().filter(cell -> cell.verdict().kind() == kind).toList();
    }

    /**
     * Whether the run is a pass: complete, with at least one cell, every verdict one that passes, and no change of the
     * baselines refused.
     */
    public boolean passed() {
        return complete && !cells.isEmpty() && cells.stream().allMatch(cell -> cell.verdict().good())
                && refusal().isEmpty();
    }
}
