package dev.regatta.results;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;

import java.util.List;
import java.util.Optional;

/**
 * A run that was measured.
 *
 * @param facts what is known of the run beside its cells
 * @param cells what was measured, in run order
 */
public record MeasuredRun(RunFacts facts, List<CellMeasurement> cells) {

    /** Copies the list. */
    public MeasuredRun {
        cells = List.copyOf(cells);
    }

    /** The cells that were measured, in run order. */
    public List<CellId> ids() {
        return cells.stream().map(CellMeasurement::cell).toList();
    }

    /** The first measurement of a cell; empty if there is none. */
    public Optional<CellMeasurement> find(CellId id) {
        return cells.stream().filter(cell -> cell.cell().equals(id)).findFirst();
    }
}
