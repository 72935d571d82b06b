package dev.regatta.results;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Results;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run that was measured. {@link #measurements()} unpacks one cell at a time.
 *
 * @param facts what is known of the run beside its cells
 * @param cells what was measured, in run order
 */
public record MeasuredRun(RunFacts facts, List<? extends MeasuredCell> cells) {

    /** Copies the list. */
    public MeasuredRun {
        cells = List.copyOf(cells);
    }

    /** Results that are in memory. */
    public static MeasuredRun of(Results results) {
        return new MeasuredRun(new RunFacts(RunFacts.SCHEMA, results.tool(), results.started(), results.commit(),
                results.seed(), results.complete(), results.manifest(), results.environments(), results.settings()),
                results.cells().stream().map(MeasuredCell::of).toList());
    }

    /** The cells that were measured, in run order. */
    public List<CellId> ids() {
        return cells.stream().map(MeasuredCell::id).toList();
    }

    /** The first measurement of a cell; empty if there is none. */
    public Optional<MeasuredCell> find(CellId id) {
        return cells.stream().<MeasuredCell>map(cell -> cell).filter(cell -> cell.id().equals(id)).findFirst();
    }

    /** Every measurement, unpacked when its turn comes. */
    public Stream<CellMeasurement> measurements() {
        return cells.stream().map(MeasuredCell::whole);
    }
}
