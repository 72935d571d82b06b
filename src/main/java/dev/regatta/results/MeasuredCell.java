package dev.regatta.results;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;

import java.util.List;

/** A cell of a run. Its pairs, by far the largest part, may be packed. */
public sealed interface MeasuredCell permits PackedCell, MeasuredCell.Whole {

    /** The measurement without its pairs. */
    CellMeasurement bare();

    /** How many pairs were measured. */
    int pairs();

    /**
     * The measurement with its pairs. Every call unpacks a packed cell again, so do not keep it.
     *
     * @throws IllegalArgumentException naming the cell if the pairs cannot be read
     */
    CellMeasurement whole();

    /** The cell. */
    default CellId id() {
        return bare().cell();
    }

    /** A measurement that is in memory as a whole. */
    static MeasuredCell of(CellMeasurement whole) {
        return new Whole(whole);
    }

    /** A measurement whose pairs are packed. */
    static MeasuredCell packed(CellMeasurement whole) {
        return PackedCell.of(of(whole));
    }

    /** A measurement that is in memory as a whole. */
    record Whole(CellMeasurement whole) implements MeasuredCell {

        @Override
        public CellMeasurement bare() {
            return whole.paired(List.of());
        }

        @Override
        public CellId id() {
            return whole.cell();
        }

        @Override
        public int pairs() {
            return whole.pairs().size();
        }
    }
}
