package dev.regatta.results;

import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;

import java.util.List;
import java.util.Objects;

/**
 * A measurement whose pairs are packed: its form in a file of results.
 *
 * @param bare   the measurement without its pairs
 * @param packed its pairs
 */
record PackedCell(CellMeasurement bare, PackedPairs packed) implements MeasuredCell {

    /** Checks that the pairs are where they belong. */
    PackedCell {
        Objects.requireNonNull(packed);
        if (!bare.pairs().isEmpty()) {
            throw new IllegalArgumentException(bare.cell() + " has pairs that are not packed");
        }
    }

    static PackedCell of(MeasuredCell cell) {
        return switch (cell) {
            case PackedCell packed -> packed;
            case Whole whole -> new PackedCell(whole.bare(), PackedPairs.of(whole.whole()));
        };
    }

    @Override
    public int pairs() {
        return packed.count();
    }

    @Override
    public CellMeasurement whole() {
        return with(bare, packed.unpacked(bare.cell().toString()));
    }

    static CellMeasurement with(CellMeasurement cell, List<Pair> pairs) {
        return new CellMeasurement(cell.cell(), cell.candidate(), cell.baseline(), cell.connections(),
                cell.sliceMillis(), cell.forks(), pairs, cell.failure(), cell.outOfBudget(), cell.pinning(),
                cell.counts(), cell.profiles(), cell.inputs(), cell.standstills(), cell.thorough());
    }
}
