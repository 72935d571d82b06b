package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Untimed;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class UntimedEvidenceTest {

    private static final CellMeasurement DUEL = SimulatedCell.duel(1).after(64);
    private static final Verdict UNDECIDED = new Verdict.Inconclusive(new Doubt.Undecided(Doubt.End.BUDGET));

    @Test
    void aGainThatIsPlainMakesUpForCostWhereLossesAreRuledOut() {
        var bytes = read(Map.of(Counter.BYTES_SENT, 200L), Map.of(Counter.BYTES_SENT, 100L));
        assertThat(bytes.ruled(new Verdict.Unchanged(true), true))
                .isEqualTo(new Verdict.Improved(List.of(), bytes.causes(), Optional.empty()));
        assertThat(bytes.ruled(UNDECIDED, false)).isEqualTo(new Verdict.Regressed(List.of(), bytes.causes(),
                VerdictKind.INCONCLUSIVE, Optional.empty(), Optional.empty(),
                Optional.of(new Doubt.Undecided(Doubt.End.BUDGET))));
        var faster = List.of(Metric.THROUGHPUT);
        assertThat(bytes.ruled(new Verdict.Improved(faster), true))
                .isEqualTo(new Verdict.Improved(faster, bytes.causes(), Optional.empty()));
    }

    /** With equal counts the race is undecided, and twice the bytes are no reason to pass. */
    @Test
    void anUndecidedRaceWithAGainIsUndecidedWhateverItsCounts() {
        for (long now : List.of(100L, 200L)) {
            var bytes = read(Map.of(Counter.BYTES_SENT, now), Map.of(Counter.BYTES_SENT, 100L));
            assertThat(bytes.ruled(UNDECIDED, true)).as(now + " bytes").isEqualTo(UNDECIDED);
        }
    }

    @Test
    void noGainMakesUpForRoundTripsConnectionsOrWhatGotWorse() {
        for (Counter dear : List.of(Counter.ROUND_TRIPS, Counter.CONNECTIONS)) {
            var asked = read(Map.of(dear, 20L, Counter.BYTES_SENT, 200L), Map.of(dear, 10L, Counter.BYTES_SENT, 100L));
            assertThat(asked.ruled(UNDECIDED, true)).as(dear.words())
                    .isInstanceOf(Verdict.Regressed.class);
        }
        var bytes = read(Map.of(Counter.BYTES_SENT, 200L), Map.of(Counter.BYTES_SENT, 100L));
        assertThat(bytes.ruled(new Verdict.Regressed(List.of(Metric.TAIL_LATENCY)), true))
                .isInstanceOf(Verdict.Regressed.class);
        assertThat(bytes.ruled(new Verdict.Invalid(new Flaw.Unsound("wrong rows")), true))
                .isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void noGainMakesUpForPins() {
        var pinned = DUEL.and(Measured.pinned(List.of(pinned(Arm.CANDIDATE, 500), pinned(Arm.BASELINE, 0))));
        var instruments = new UntimedEvidence(List.of(PinnedParks.of(pinned, duel(), Books.HERE)));
        assertThat(instruments.causes()).hasSize(1);
        assertThat(instruments.ruled(UNDECIDED, true))
                .isInstanceOf(Verdict.Regressed.class);
    }

    private static Pinning pinned(Arm arm, long parks) {
        return Pinning.of(arm, new Pins(parks, 1000, 0, List.of(), List.of()));
    }

    private static UntimedEvidence read(Map<Counter, Long> now, Map<Counter, Long> before) {
        return new UntimedEvidence(List.of(Counters.of(
                DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, now), counts(Arm.BASELINE, before)))), duel(),
                Books.HERE)));
    }

    private static Duel duel() {
        return new Duel(PairedRatios.of(DUEL.pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(), Tolerance.DUEL,
                SimulatedCell.CELL.client());
    }

    private static Counts counts(Arm arm, Map<Counter, Long> totals) {
        var values = new TreeMap<Counter, Count>();
        totals.forEach((counter, total) -> values.put(counter, new Count(total, 10)));
        return new Counts(arm, values, new TreeMap<>());
    }
}
