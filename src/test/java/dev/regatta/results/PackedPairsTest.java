package dev.regatta.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Latencies;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class PackedPairsTest {

    @Test
    void allButTheLatenciesIsKeptSliceBySlice() {
        CellMeasurement cell = SimulatedCell.duel(1).after(100);
        CellMeasurement unpacked = MeasuredCell.packed(cell).whole();
        assertThat(without(unpacked.pairs())).isEqualTo(without(cell.pairs()));
        assertThat(MeasuredCell.packed(cell).pairs()).isEqualTo(100);
        assertThat(MeasuredCell.packed(cell).bare().pairs()).isEmpty();
    }

    @Test
    void theLatenciesOfAForkAreKept() {
        CellMeasurement cell = SimulatedCell.book(3).after(256);
        CellMeasurement unpacked = MeasuredCell.packed(cell).whole();
        for (Arm arm : List.of(Arm.CANDIDATE, Arm.REFERENCE)) {
            Histogram was = Latencies.merged(slices(cell, arm));
            Histogram is = Latencies.merged(slices(unpacked, arm));
            assertThat(is.getTotalCount()).isEqualTo(was.getTotalCount());
            for (double percentile : new double[]{0, 1, 10, 50, 90, 95, 99, 99.9, 100}) {
                assertThat(is.getValueAtPercentile(percentile)).as(arm + " p" + percentile)
                        .isEqualTo(was.getValueAtPercentile(percentile));
            }
        }
    }

    @Test
    void packingAgainChangesNothing() {
        CellMeasurement once = MeasuredCell.packed(SimulatedCell.duel(1).after(128)).whole();
        assertThat(MeasuredCell.packed(once).whole()).isEqualTo(once);
    }

    @Test
    void latenciesThatCannotBeReadAreKeptAsTheyAre() {
        CellMeasurement cell = SimulatedCell.withLast(SimulatedCell.duel(1).after(20),
                slice -> new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), slice.cpuNanos(), 0,
                        0, "", 0, "no histogram"));
        assertThat(MeasuredCell.packed(cell).whole()).isEqualTo(cell);
    }

    @Test
    void aCellWithoutPairsHasNone() {
        CellMeasurement none = SimulatedCell.failed(SimulatedCell.duel(1).after(0), "nothing");
        assertThat(MeasuredCell.packed(none).whole()).isEqualTo(none);
    }

    @Test
    void damageIsNamedWithItsCell() {
        var packed = (PackedCell) MeasuredCell.packed(SimulatedCell.duel(1).after(16));
        var other = new PackedCell(packed.bare(), new PackedPairs(17, packed.packed().slices()));
        assertThatThrownBy(other::whole).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(packed.id().toString()).hasMessageContaining("16 pairs, not 17");
        var torn = new PackedCell(packed.bare(), new PackedPairs(16, packed.packed().slices().substring(400)));
        assertThatThrownBy(torn::whole).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the slices of " + packed.id() + " cannot be read");
    }

    private static List<Slice> slices(CellMeasurement cell, Arm arm) {
        return cell.pairs().stream().map(pair -> pair.of(arm).slice()).toList();
    }

    private static List<Pair> without(List<Pair> pairs) {
        return IntStream.range(0, pairs.size()).mapToObj(i -> new Pair(pairs.get(i).stage(),
                pairs.get(i).slices().stream().map(slice -> new ArmSlice(slice.arm(), without(slice.slice()),
                        slice.surroundings())).toList()))
                .toList();
    }

    private static Slice without(Slice slice) {
        return new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), slice.cpuNanos(),
                slice.errors(), slice.wrong(), slice.problem(), slice.compileMillis(), "", slice.resources());
    }
}
