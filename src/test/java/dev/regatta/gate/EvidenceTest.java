package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.stats.TrimmedMean;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Map;

class EvidenceTest {

    private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

    @Test
    void thePairsOfADuelGainWhatItsVerdictSays() {
        Evidence evidence = of(SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.8, 1.3, 1.2).after(600));
        assertThat(evidence.yardstick()).isEqualTo(Arm.BASELINE);
        assertThat(evidence.verdict().readings()).containsOnlyKeys(Metric.values());
        evidence.verdict().readings().forEach((metric, reading) -> {
            var gains = evidence.gains(metric).orElseThrow();
            assertThat(gains.count()).isEqualTo(600);
            double[] judged = Arrays.copyOf(gains.values(), evidence.verdict().pairs());
            assertThat(TrimmedMean.estimateOf(judged)).as(metric.words())
                    .isCloseTo(-reading.theta(), Offset.offset(0.01));
        });
    }

    /** The mean of one set is that of its pairs. */
    @Test
    void thePairsOfADuelOfOneSetGainExactlyThat() {
        Evidence evidence = of(SimulatedCell.duel(1).sets(600).forks(0).noise(0.02, 0.02, 0.02).after(600));
        assertThat(evidence.verdict().sets()).isEqualTo(1);
        evidence.verdict().readings().forEach((metric, reading) -> {
            var gains = evidence.gains(metric).orElseThrow();
            double[] judged = Arrays.copyOf(gains.values(), evidence.verdict().pairs());
            assertThat(TrimmedMean.estimateOf(judged)).as(metric.words()).isCloseTo(-reading.theta(), ROUNDING);
        });
    }

    @Test
    void thePairsOfAShortCheckAreRelativeToWhatIsStored() {
        Evidence evidence = of(SimulatedCell.check(2).after(64));
        assertThat(evidence.yardstick()).isEqualTo(Arm.REFERENCE);
        double[] judged = Arrays.copyOf(evidence.gains(Metric.THROUGHPUT).orElseThrow().values(),
                evidence.verdict().pairs());
        assertThat(TrimmedMean.estimateOf(judged))
                .isCloseTo(-evidence.verdict().readings().get(Metric.THROUGHPUT).theta(), ROUNDING);
        assertThat(evidence.verdict().figures().orElseThrow().shareOfWire().getAsDouble())
                .isCloseTo(evidence.toWire().get(Metric.THROUGHPUT).ratio(), Offset.offset(0.05));
    }

    @Test
    void theRatioToTheWireIsKnownWhereTheWireRanBesideEveryPair() {
        var duel = SimulatedCell.duel(3).after(256);
        var wire = of(duel).toWire().get(Metric.THROUGHPUT);
        assertThat(wire.ratio()).isBetween(wire.lower(), wire.upper()).isBetween(0.65, 0.78);
        var alone = Measured.of(duel.cell(), duel.candidate(), duel.baseline(), duel.setup().connections(),
                duel.timed().sliceMillis(), duel.forks(), duel.pairs().stream().map(pair -> new Pair(pair.set(),
                        pair.slices().stream().filter(slice -> slice.arm() != Arm.REFERENCE).toList())).toList(),
                duel.failure(), false);
        assertThat(of(alone).toWire()).isEmpty();
    }

    @Test
    void whereNothingWasComparedThereIsNone() {
        var failed = Measured.failed(SimulatedCell.duel(4).after(64), "connection reset");
        assertThat(Evidence.of(verdict(failed), failed)).isEmpty();
    }

    private static Evidence of(CellMeasurement measured) {
        return Evidence.of(verdict(measured), measured).orElseThrow();
    }

    private static CellVerdict verdict(CellMeasurement measured) {
        return Gate.judge(Books.results(Books.HERE, measured),
                Map.of(measured.cell().database(), Books.baseline())).cells().getFirst();
    }
}
