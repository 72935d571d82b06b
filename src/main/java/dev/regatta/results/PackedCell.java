package dev.regatta.results;

import dev.regatta.protocol.CellMeasurement;

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
        return bare.paired(packed.unpacked(bare.cell().toString()));
    }
}
