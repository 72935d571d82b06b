package dev.regatta.doctor;

import dev.regatta.gate.Measured;
import dev.regatta.analysis.FamilyError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.baseline.Baseline;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.stats.Detectable;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ProbeTest {

    @Test
    void theSmallestChangeOfEachMetricIsTold() {
        Probe probe = probe(SimulatedCell.duel(1).after(512));
        assertThat(probe.sentence()).matches("smallest detectable change in 60 s here:"
                + " throughput \\d+\\.\\d %, p99 \\d+\\.\\d %, client CPU \\d+\\.\\d %");
        assertThat(probe.finding()).contains(
                Finding.good("A/A race", "equal clients, 512 pairs from 4 sets: unchanged"));
        assertThat(probe.smallestChanges()).containsOnlyKeys(Metric.values());
    }

    @Test
    void pairsAfterTheDecidingLookMakeItSmaller() {
        CellMeasurement measured = SimulatedCell.duel(1).after(448);
        CellVerdict verdict = judged(measured);
        assertThat(verdict.pairs()).isLessThan(400);
        Probe probe = Probe.of(measured, verdict);
        assertThat(verdict.readings()).containsOnlyKeys(Metric.values());
        verdict.readings().forEach((metric, reading) -> assertThat(probe.smallestChanges().get(metric))
                .as(metric.words()).isBetween(0.3 * seen(reading, 448), 0.95 * seen(reading, 448)));
    }

    @Test
    void withoutSuchPairsItIsWhatTheStandardErrorOfTheGateCouldHaveSeen() {
        int look = judged(SimulatedCell.duel(1).after(512)).pairs();
        CellMeasurement measured = SimulatedCell.duel(1).after(look);
        CellVerdict verdict = judged(measured);
        Probe probe = Probe.of(measured, verdict);
        assertThat(verdict.readings()).containsOnlyKeys(Metric.values());
        verdict.readings().forEach((metric, reading) -> assertThat(probe.smallestChanges().get(metric))
                .as(metric.words()).isCloseTo(seen(reading, look), within(1e-9)));
    }

    /** No race fails a loss that it knows to be within its limit, however quiet the machine is. */
    @Test
    void itIsNotSmallerThanTheLimit() {
        Probe probe = probe(SimulatedCell.duel(1).noise(0.001, 0.001, 0.001).after(384));
        assertThat(probe.smallestChanges().get(Metric.THROUGHPUT)).isCloseTo(0.05, within(1e-9));
        assertThat(probe.smallestChanges().get(Metric.TAIL_LATENCY)).isCloseTo(0.10, within(1e-9));
    }

    /** After 384 of 3072 pairs one of two means has spent 0.01 / 3 / 2 / sqrt(8), which is 3.243 standard errors. */
    @Test
    void itRestsOnTheErrorThatARaceMaySpend() {
        CellMeasurement measured = SimulatedCell.duel(1).noise(1, 1, 1).after(384);
        CellVerdict verdict = judged(measured);
        assertThat(verdict.pairs()).isEqualTo(384);
        MetricReading reading = verdict.readings().get(Metric.THROUGHPUT);
        assertThat(Probe.of(measured, verdict).smallestChanges().get(Metric.THROUGHPUT))
                .isCloseTo(1 - Math.exp(-(3.243 + 1.645) * reading.standardError()), within(1e-3));
    }

    /** What a race with this standard error finds after so many pairs. */
    private static double seen(MetricReading reading, int pairs) {
        return Math.max(reading.tolerated(), reading.metric().fraction(Detectable.shift(
                FamilyError.OF_A_RUN / FamilyError.hypotheses(1) / 2 * Math.sqrt(pairs / 3072.0),
                reading.standardError())));
    }

    @Test
    void aRestlessMachineIsWorthARemark() {
        Probe probe = probe(SimulatedCell.duel(1).noise(1, 1, 1).after(192));
        assertThat(probe.finding().orElseThrow().grade()).isEqualTo(Grade.REMARK);
        assertThat(probe.smallestChanges().get(Metric.THROUGHPUT)).isGreaterThan(0.2);
    }

    @Test
    void aMachineThatIsTooBusyIsBadAndStillSaysWhatItWouldSee() {
        Probe probe = probe(SimulatedCell.duel(1).noise(2, 2, 2).disturbed(0.6).after(256));
        assertThat(probe.finding().orElseThrow().grade()).isEqualTo(Grade.BAD);
        assertThat(probe.finding().orElseThrow().found()).contains("slices were disturbed");
        assertThat(probe.sentence()).contains("throughput");
    }

    @Test
    void equalClientsThatAreToldApartAreBad() {
        CellMeasurement measured = SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.6, 1.5, 1.5).after(256);
        assertThat(judged(measured).verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(probe(measured).finding().orElseThrow().grade()).isEqualTo(Grade.BAD);
        assertThat(probe(measured).finding().orElseThrow().advice()).startsWith("Equal clients were told apart");
    }

    @Test
    void aRaceThatBrokeTellsWhy() {
        CellMeasurement none = SimulatedCell.duel(1).after(0);
        Probe probe = probe(Measured.of(none.cell(), none.candidate(), none.baseline(), 4, 100,
                none.forks(), none.pairs(), java.util.Optional.of("the worker died"), true));
        assertThat(probe.finding().orElseThrow().grade()).isEqualTo(Grade.BAD);
        assertThat(probe.finding().orElseThrow().found()).startsWith("failed: ").contains("the worker died");
        assertThat(probe.sentence()).isEqualTo("smallest detectable change: unknown, the probe failed");
        assertThat(probe.smallestChanges()).isEmpty();
    }

    @Test
    void aSkippedRaceSaysSo() {
        Probe probe = Probe.skipped("the probe was not asked for (--no-probe)");
        assertThat(probe.finding()).isEmpty();
        assertThat(probe.sentence()).contains("not measured").contains("--no-probe");
    }

    private static Probe probe(CellMeasurement measured) {
        return Probe.of(measured, judged(measured));
    }

    private static CellVerdict judged(CellMeasurement measured) {
        return Gate.judge(measured, Books.HERE, Baseline.empty(Dialect.POSTGRESQL), FamilyError.hypotheses(1));
    }
}
