package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.CountReading;
import dev.regatta.gate.Gate;
import dev.regatta.gate.Looks;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SetsToPass;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Untimed;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class VerdictWordsTest {

    private static final CellMeasurement SLOW = SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 1, 6).after(128);

    @Test
    void whatMovedFurthestComesFirstAndThreeAreNamed() {
        assertThat(VerdictWords.moved(List.of(reading(Counter.CONTEXT_SWITCHES, 200, 100),
                reading(Counter.ALLOCATED_BYTES, 90_000, 100_000), reading(Counter.ROWS_READ, 100, 800),
                reading(Counter.SERVER_CPU, 4_000_000, 1_000_000)), List.of()))
                .isEqualTo("; also changed: 1.0 rows read per operation, was 8.0 (-87.5 %), "
                        + "40.0 us of server CPU per operation, was 10.0 us (+300.0 %), "
                        + "2.0 context switches per operation, was 1.0 (+100.0 %)");
    }

    @Test
    void whatIsWithinItsNoiseDidNotMove() {
        assertThat(VerdictWords.moved(List.of(reading(Counter.ALLOCATED_BYTES, 102_000, 100_000),
                // A quarter, and too little to explain anything.
                reading(Counter.CONTEXT_SWITCHES, 125, 100), reading(Counter.COLLECTION_TIME, 90_000, 10_000),
                reading(Counter.STATEMENTS, 100, 100)), List.of()))
                .isEqualTo("; no count changed");
        assertThat(VerdictWords.moved(List.of(reading(Counter.CONTEXT_SWITCHES, 126, 100)), List.of()))
                .contains("1.26");
        assertThat(VerdictWords.moved(List.of(reading(Counter.STATEMENTS, 96, 100)), List.of())).contains("0.96");
    }

    @Test
    void nothingIsSaidWhereNothingCanBeCompared() {
        assertThat(VerdictWords.moved(List.of(), List.of())).isEmpty();
        assertThat(VerdictWords.moved(List.of(new CountReading(Counter.STATEMENTS, new Count(1, 1), Optional.empty())),
                List.of())).isEmpty();
    }

    @Test
    void aLossOfTimeNamesWhatMoved() {
        assertThat(VerdictWords.sentence(judge(SLOW.and(Untimed.counted(both(Counter.CONTEXT_SWITCHES, 300, 100))))))
                .endsWith("; also changed: 3.0 context switches per operation, was 1.0 (+200.0 %)");
        assertThat(VerdictWords.sentence(judge(SLOW.and(Untimed.counted(both(Counter.CONTEXT_SWITCHES, 100, 100))))))
                .endsWith("; no count changed");
    }

    /** It said "measured with database.mode container, the baseline holds container only". */
    @Test
    void aBaselineWithoutTlsIsToldApart() {
        var encrypted = Books.HERE.with(Map.of(Fingerprint.TLS, "on"));
        var verdict = Gate.judge(SimulatedCell.check(2).after(640), encrypted, Books.baseline(), 90);
        assertThat(VerdictWords.sentence(verdict)).contains("measured with database.mode container with network.tls on,"
                + " the baseline holds container only");
    }

    @Test
    void whatIsTooLargeToBeSeenIsNotInfinite() {
        assertThat(Words.percent(10)).isEqualTo("1000 %");
        assertThat(Words.percent(Double.POSITIVE_INFINITY)).isEqualTo(">1000 %");
        assertThat(VerdictWords.percent(Double.POSITIVE_INFINITY)).isEqualTo(">1000 %");
    }

    @Test
    void onePairIsNotCalledSeveral() {
        assertThat(VerdictWords.sentence(judge(SimulatedCell.duel(1).after(1)))).contains(": 1 pair, at least ");
    }

    @Test
    void whatDecidesByItselfIsToldOnce() {
        assertThat(VerdictWords.sentence(judge(SLOW.and(Untimed.counted(both(Counter.ROUND_TRIPS, 200, 100))))))
                .endsWith("; 2.0 round trips per operation, was 1.0");
    }

    @Test
    void whatIsNoLossOfTimeHasNoAttribution() {
        var same = SimulatedCell.duel(1).after(1024).and(Untimed.counted(both(Counter.CONTEXT_SWITCHES, 300, 100)));
        assertThat(VerdictWords.sentence(judge(same))).doesNotContain("moved");
    }

    @Test
    void aStandstillIsToldWithItsWholeSentenceForItHasNoNumbers() {
        var verdict = judge(Measured.standing(SimulatedCell.duel(1).after(0), List.of(
                new Standstill(Arm.CANDIDATE, 1, 20_000_000_000L, 8_000_000L),
                new Standstill(Arm.CANDIDATE, 2, 20_000_000_000L, 8_000_000L))));
        assertThat(Words.headline(verdict)).isEqualTo(VerdictWords.sentence(verdict));
        assertThat(Words.inShort(verdict))
                .isEqualTo("the candidate takes 20 s and more for what takes the "
                        + "other arm 8 ms (postgresql 42.2.21 -> 42.7.14), in 2 sets");
    }

    @Test
    void aStandstillOfTheBaselineIsAGainWithoutNumbers() {
        var verdict = judge(Measured.standing(SimulatedCell.duel(1).after(0), List.of(
                new Standstill(Arm.BASELINE, 1, 20_000_000_000L, 8_000_000L),
                new Standstill(Arm.BASELINE, 2, 20_000_000_000L, 8_000_000L))));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.IMPROVED);
        assertThat(Words.inShort(verdict))
                .isEqualTo("the baseline takes 20 s and more for what takes the "
                        + "other arm 8 ms (postgresql 42.2.21 -> 42.7.14), in 2 sets");
    }

    /** Its ratio is 0.98 or so, and the limit 0.95. */
    @Test
    void aLossThatComesAndGoesIsToldWithItsMeanShare() {
        var verdict = judge(SimulatedCell.duel(3).stalling(Arm.CANDIDATE, 0.12, 4).after(Looks.LAST));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.REGRESSED);
        var reading = verdict.readings().get(Metric.THROUGHPUT);
        assertThat(reading.ratio()).as("the trimmed mean").isBetween(0.95, 1.0);
        var hidden = reading.hidden().orElseThrow();
        assertThat(hidden).isBetween(0.06, 0.12);
        String how = "at times, by " + VerdictWords.percent(hidden)
                + " in the mean over all pairs (limit 5.0 %)";
        assertThat(VerdictWords.sentence(verdict)).contains("; throughput is worse " + how);
        assertThat(Words.headline(verdict)).endsWith("select-1 through pgjdbc+hikari/platform on postgresql"
                + " is worse in throughput " + how);
        assertThat(Words.inShort(verdict)).isEqualTo("throughput is worse " + how);
    }

    /** Its interval is within the limit: without these words nobody knows why it did not pass. */
    @Test
    void whatMayHideIsToldOfAnUndecidedRace() {
        var verdict = judge(Measured.outOfBudget(
                SimulatedCell.duel(3).stalling(Arm.CANDIDATE, 0.12, 4).after(160)));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.INCONCLUSIVE);
        assertThat(VerdictWords.sentence(verdict)).contains("; throughput may be worse at times, by ")
                .contains(" in the mean over all pairs (limit 5.0 %): that is not ruled out");
        assertThat(Words.inShort(verdict)).contains("throughput may be worse at times");
    }

    /** The loss of 3 % is certain, and 5 % is not ruled out. */
    @Test
    void aCertainLossWithinItsLimitIsToldWithWhatIsNotRuledOut() {
        var near = judge(SimulatedCell.duel(2).noise(0.1, 0.1, 0.1).with(Arm.CANDIDATE, 0.955, 1, 1).after(512));
        var reading = near.readings().get(Metric.THROUGHPUT);
        assertThat(near.verdict().kind()).isEqualTo(VerdictKind.REGRESSED);
        assertThat(reading.ratio()).isGreaterThan(0.95);
        assertThat(reading.hidden()).isEmpty();
        assertThat(VerdictWords.sentence(near)).contains(
                "; throughput is worse for certain, and more than the limit of 5.0 % is not ruled out");
        assertThat(Words.headline(near)).endsWith("], and more than the limit of 5.0 % is not ruled out");
    }

    /** Seen with HikariCP 2.5.1 -> 2.6.0: "worse at times, by 3.6 % (limit 5.0 %)" does not say why a build is red. */
    @Test
    void onlyWhatHidesBeyondTheLimitIsToldAsTheReason() {
        assertThat(LossWords.unseen(hiding(0.036)))
                .isEqualTo("is worse for certain, and more than the limit of 5.0 % is not ruled out");
        assertThat(LossWords.unseen(hiding(0.072)))
                .isEqualTo("is worse at times, by 7.2 % in the mean over all pairs (limit 5.0 %)");
    }

    private static MetricReading hiding(double hidden) {
        return new MetricReading(Metric.THROUGHPUT, 0.970, 0.958, 0.982, 0.94, 0.03, 0.95, 0.0305, 0.0063, 384,
                Optional.of(hidden));
    }

    @Test
    void aLossIsToldWithItsLimitAndSoIsWhatIsAsPlain() {
        var gross = judge(SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 9, 6).after(16));
        assertThat(VerdictWords.sentence(gross)).contains("; limits: throughput 0.950, client CPU 1.050");
        var cpu = new Verdict.Regressed(List.of(Metric.CLIENT_CPU));
        var only = withVerdict(gross, cpu);
        assertThat(VerdictWords.sentence(only))
                .contains("; limit: client CPU 1.050; also worse: throughput 0.099 [0.088, 0.112]");
        assertThat(Words.headline(only)).contains(" times slower [").contains(" times the client CPU per operation [");
    }

    private static CellVerdict withVerdict(CellVerdict cell, Verdict verdict) {
        return new CellVerdict(cell.cell(), verdict, cell.decided(), cell.compared(), cell.candidate(),
                cell.baseline(), cell.pairs(), cell.sets(), cell.readings(), cell.counts(), cell.figures(),
                cell.warnings(), cell.frames());
    }

    @Test
    void whatIsTooNoisyForAnyRaceIsToldWithWhatToDo() {
        var client = SimulatedCell.CELL.client();
        assertThat(VerdictWords.passesTooLate(client, new SetsToPass(Metric.CLIENT_CPU, 0.055, 24)))
                .isEqualTo(client
                        + ": the client CPU of its forks differs by 5.5 %, so that a race of equal releases needs"
                        + " 24 sets to pass, and more than 16 take too long: calibrate it on a quieter machine, or with the results of"
                        + " several calibrations");
    }

    private static CountReading reading(Counter counter, long now, long before) {
        return new CountReading(counter, new Count(now, 100), Optional.of(before / 100.0));
    }

    private static List<Counts> both(Counter counter, long now, long before) {
        return List.of(counts(Arm.CANDIDATE, counter, now), counts(Arm.BASELINE, counter, before));
    }

    private static Counts counts(Arm arm, Counter counter, long total) {
        return new Counts(arm, new TreeMap<>(Map.of(counter, new Count(total, 100))), new TreeMap<>());
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), 90);
    }
}
