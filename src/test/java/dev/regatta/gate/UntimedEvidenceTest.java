package dev.regatta.gate;

import static dev.regatta.analysis.GivenRatios.alike;
import static dev.regatta.analysis.GivenRatios.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Disturbance;
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

    private static final Look GAINED = look(-0.1, 0.1);
    private static final Look NOT_GAINED = look(-0.04, 0.1);

    /** A gain of throughput beside a loss of client CPU that is as large as its standard error. */
    private static Look look(double throughput, double cpu) {
        return new Look(64, new Disturbance(128, 0, 0),
                new TreeMap<>(Map.of(Metric.THROUGHPUT, estimate(Metric.THROUGHPUT, throughput, 0),
                        Metric.CLIENT_CPU, estimate(Metric.CLIENT_CPU, cpu, cpu))));
    }

    private static Estimate estimate(Metric metric, double loss, double error) {
        return new Estimate(metric, alike(1, times(16, 0)), new MeanLoss(loss, error, 20, 0, 0), Optional.empty(),
                Tolerance.DUEL.limit(metric), Duel.PASS_ERROR, 0.01);
    }

    @Test
    void aGainIsPlainBeyondTheLimitWhereNothingIsKnownToBeWorse() {
        var bytes = read(Map.of(Counter.BYTES_SENT, 200L), Map.of(Counter.BYTES_SENT, 100L));
        assertThat(bytes.ruled(UNDECIDED, look(-0.0514, 0))).isEqualTo(UNDECIDED);
        assertThat(bytes.ruled(UNDECIDED, look(-0.0512, 0))).isInstanceOf(Verdict.Regressed.class);
        var worse = new Look(64, new Disturbance(128, 0, 0),
                new TreeMap<>(Map.of(Metric.THROUGHPUT, estimate(Metric.THROUGHPUT, -0.1, 0),
                        Metric.CLIENT_CPU, estimate(Metric.CLIENT_CPU, 0.1, 0.05))));
        assertThat(bytes.ruled(UNDECIDED, worse)).as("2 standard errors worse").isInstanceOf(Verdict.Regressed.class);
        assertThat(new UntimedEvidence(bytes.counters(), bytes.pins(), ComparisonKind.SHORT_CHECK).ruled(UNDECIDED,
                GAINED))
                .as("a short check").isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aGainThatIsPlainMakesUpForCostWhereLossesAreRuledOut() {
        var bytes = read(Map.of(Counter.BYTES_SENT, 200L), Map.of(Counter.BYTES_SENT, 100L));
        assertThat(bytes.ruled(new Verdict.Unchanged(true), GAINED))
                .isEqualTo(new Verdict.Improved(List.of(), bytes.causes(), Optional.empty()));
        assertThat(bytes.ruled(UNDECIDED, NOT_GAINED)).isEqualTo(new Verdict.Regressed(List.of(), bytes.causes(),
                VerdictKind.INCONCLUSIVE, Optional.empty(), Optional.empty(),
                Optional.of(new Doubt.Undecided(Doubt.End.BUDGET))));
        var faster = List.of(Metric.THROUGHPUT);
        assertThat(bytes.ruled(new Verdict.Improved(faster), GAINED))
                .isEqualTo(new Verdict.Improved(faster, bytes.causes(), Optional.empty()));
    }

    /** With equal counts the race is undecided, and twice the bytes are no reason to pass. */
    @Test
    void anUndecidedRaceWithAGainIsUndecidedWhateverItsCounts() {
        for (long now : List.of(100L, 200L)) {
            var bytes = read(Map.of(Counter.BYTES_SENT, now), Map.of(Counter.BYTES_SENT, 100L));
            assertThat(bytes.ruled(UNDECIDED, GAINED)).as(now + " bytes").isEqualTo(UNDECIDED);
        }
    }

    @Test
    void noGainMakesUpForRoundTripsConnectionsOrWhatGotWorse() {
        for (Counter dear : List.of(Counter.ROUND_TRIPS, Counter.CONNECTIONS)) {
            var asked = read(Map.of(dear, 20L, Counter.BYTES_SENT, 200L), Map.of(dear, 10L, Counter.BYTES_SENT, 100L));
            assertThat(asked.ruled(UNDECIDED, GAINED)).as(dear.words())
                    .isInstanceOf(Verdict.Regressed.class);
        }
        var bytes = read(Map.of(Counter.BYTES_SENT, 200L), Map.of(Counter.BYTES_SENT, 100L));
        assertThat(bytes.ruled(new Verdict.Regressed(List.of(Metric.TAIL_LATENCY)), GAINED))
                .isInstanceOf(Verdict.Regressed.class);
        assertThat(bytes.ruled(new Verdict.Invalid(new Flaw.Unsound("wrong rows")), GAINED))
                .isInstanceOf(Verdict.Invalid.class);
    }

    /** A pool that lends connections untried is faster, and its callers see that these are dead. */
    @Test
    void noGainMakesUpForFailuresThatCallersSee() {
        var failing = read(Map.of(Counter.FAILURES, 40L), Map.of(Counter.FAILURES, 10L));
        var faster = List.of(Metric.THROUGHPUT);
        assertThat(failing.ruled(new Verdict.Improved(faster), GAINED)).isInstanceOf(Verdict.Regressed.class);
        assertThat(failing.ruled(new Verdict.Unchanged(true), GAINED)).isInstanceOf(Verdict.Regressed.class);
        assertThat(failing.settled()).isEqualTo(failing.causes()).hasSize(1);
        var fewer = read(Map.of(Counter.FAILURES, 10L), Map.of(Counter.FAILURES, 40L));
        assertThat(fewer.ruled(new Verdict.Improved(faster), GAINED)).isEqualTo(new Verdict.Improved(faster));
    }

    @Test
    void noGainMakesUpForPins() {
        var pinned = DUEL.and(Measured.pinned(List.of(pinned(Arm.CANDIDATE, 500), pinned(Arm.BASELINE, 0))));
        var instruments = UntimedEvidence.of(pinned, duel(), Books.HERE);
        assertThat(instruments.causes()).hasSize(1);
        assertThat(instruments.ruled(UNDECIDED, GAINED))
                .isInstanceOf(Verdict.Regressed.class);
    }

    private static Pinning pinned(Arm arm, long parks) {
        return Pinning.of(arm, new Pins(parks, 1000, 0, List.of(), List.of()));
    }

    private static UntimedEvidence read(Map<Counter, Long> now, Map<Counter, Long> before) {
        return UntimedEvidence.of(
                DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, now), counts(Arm.BASELINE, before)))), duel(),
                Books.HERE);
    }

    private static Duel duel() {
        return new Duel(PairedRatios.of(DUEL.pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(),
                SimulatedCell.CELL, 90, Optional.empty());
    }

    private static Counts counts(Arm arm, Map<Counter, Long> totals) {
        var values = new TreeMap<Counter, Count>();
        totals.forEach((counter, total) -> values.put(counter, new Count(total, 10)));
        return new Counts(arm, values, new TreeMap<>());
    }
}
