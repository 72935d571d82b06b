package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.ServerName;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

@Execution(ExecutionMode.CONCURRENT)
class CountersTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final CellMeasurement DUEL = SimulatedCell.duel(1).cell(CELL).after(1024);
    private static final CellMeasurement BOOK = SimulatedCell.check(2).cell(CELL).after(16);

    @Test
    void oneMoreRoundTripIsARegressionWhateverTheTimingSays() {
        assertThat(judge(DUEL).verdict()).isInstanceOf(Verdict.Unchanged.class);
        var verdict = duel(Counter.ROUND_TRIPS, 200, 100);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).isEqualTo(CELL + ": 2.0 round trips per operation, was 1.0 "
                + "(postgresql 42.2.21 -> 42.7.14); by its timing alone unchanged");
        assertThat(verdict.decided()).isTrue();
    }

    @Test
    void aRegressionInTimeNamesItAsWell() {
        var slow = SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 0.1, 1, 6).after(128);
        assertThat(VerdictWords.sentence(judge(slow.and(Untimed.counted(both(Counter.ROUND_TRIPS, 200, 100))))))
                .contains("throughput is 0.099").endsWith("; 2.0 round trips per operation, was 1.0");
    }

    @Test
    void aNoisyMachineDoesNotHideIt() {
        var noisy = SimulatedCell.duel(1).cell(CELL).noise(2, 2, 2).disturbed(0.5).after(128);
        assertThat(judge(noisy).verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(noisy.and(Untimed.counted(both(Counter.ROUND_TRIPS, 200, 100)))).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void moreBytesAreMadeUpForByAGainInTimeAndRoundTripsAreNot() {
        var faster = SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 2, 0.5, 0.5).after(1024);
        var worthIt = judge(faster.and(Untimed.counted(both(Counter.ALLOCATED_BYTES, 110_000, 100_000))));
        assertThat(worthIt.verdict()).isInstanceOf(Verdict.Improved.class);
        assertThat(VerdictWords.sentence(worthIt)).endsWith("1000 (+10.0 %), which this makes up for");
        assertThat(judge(faster.and(Untimed.counted(both(Counter.ROUND_TRIPS, 200, 100)))).verdict())
                .isInstanceOf(Verdict.Regressed.class);
        assertThat(duel(Counter.ALLOCATED_BYTES, 110_000, 100_000).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    private static SimulatedCell faster() {
        return SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 1.25, 0.8, 0.8);
    }

    @Test
    void whatIsOnlyCostIsMadeUpForByAGainUnlessTheDatabaseIsAskedMoreOften() {
        var faster = SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 1.6, 0.5, 0.23).after(1024);
        assertThat(judge(faster.and(Untimed.counted(both(Counter.BYTES_SENT, 9_100, 7_500)))).verdict())
                .isInstanceOf(Verdict.Improved.class);
        assertThat(judge(faster.and(Untimed.counted(both(Counter.BYTES_RECEIVED, 9_100, 7_500)))).verdict())
                .isInstanceOf(Verdict.Improved.class);
        var prepared = judge(faster.and(Untimed.counted(List.of(
                counts(Arm.CANDIDATE,
                        Map.of(Counter.ROUND_TRIPS, 100L, Counter.PREPARATIONS, 100L, Counter.STATEMENTS, 900L)),
                counts(Arm.BASELINE,
                        Map.of(Counter.ROUND_TRIPS, 700L, Counter.PREPARATIONS, 0L, Counter.STATEMENTS, 700L))))));
        assertThat(prepared.verdict()).isInstanceOf(Verdict.Improved.class);
        assertThat(VerdictWords.sentence(prepared)).endsWith(
                "9.0 statements per operation, was 7.0, 1.0 statements prepared per operation, was 0.0, which this makes up for");
        for (Counter dear : List.of(Counter.ROUND_TRIPS, Counter.CONNECTIONS)) {
            var far = judge(faster.and(Untimed.counted(List.of(
                    counts(Arm.CANDIDATE, Map.of(dear, 200L, Counter.BYTES_SENT, 9_100L)),
                    counts(Arm.BASELINE, Map.of(dear, 100L, Counter.BYTES_SENT, 7_500L))))));
            assertThat(far.verdict()).as(dear.words()).isInstanceOf(Verdict.Regressed.class);
            assertThat(VerdictWords.sentence(far)).contains(
                    "2.0 " + dear.words() + " per operation, was 1.0, 91 bytes sent per operation, was 75");
        }
    }

    @Test
    void aGainIsNoAnswerToWhatCouldNotBeCounted() {
        var faster = SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 1.6, 0.5, 0.23).after(1024);
        var blind = new Counts(Arm.CANDIDATE,
                new TreeMap<>(Map.of(Counter.ALLOCATED_BYTES, new Count(110_000, 100))),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke")));
        assertThat(judge(faster.and(Untimed.counted(List.of(blind,
                counts(Arm.BASELINE, Map.of(Counter.ALLOCATED_BYTES, 100_000L, Counter.ROUND_TRIPS, 100L))))))
                .verdict()).isInstanceOf(Verdict.Inconclusive.class);
    }

    @Test
    void severalCausesAreOneSentence() {
        var verdict = judge(DUEL.and(Untimed.counted(List.of(
                counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 300L, Counter.STATEMENTS, 250L)),
                counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.STATEMENTS, 100L))))));
        assertThat(VerdictWords.sentence(verdict)).contains(
                ": 3.0 round trips per operation, was 1.0, 2.5 statements per operation, was 1.0 (postgresql");
    }

    @Test
    void fewerAreShownAndAloneNoImprovement() {
        var verdict = duel(Counter.STATEMENTS, 100, 300);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(verdict.warnings()).contains("1.0 statements per operation, was 3.0");
    }

    @Test
    void operationsThatShareAConnectionAreToldFromThoseOfAPool() {
        var levels = Map.of(Counter.CONNECTIONS_IN_USE, 100L, Counter.CONNECTIONS_AWAITED, 0L);
        assertThat(shared(4, levels)).containsExactly("4 operations in flight on 1 connection");
        assertThat(shared(4, Map.of(Counter.CONNECTIONS_IN_USE, 100L, Counter.CONNECTIONS_AWAITED, 300L)))
                .containsExactly("1 operation in flight on 1 connection, 3 more wait in the client");
        assertThat(judge(DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, levels))))).warnings())
                .noneMatch(note -> note.contains("in flight"));
    }

    private static List<String> shared(int inFlight, Map<Counter, Long> levels) {
        var cell = SimulatedCell.duel(1).cell(CellId.of("postgresql/vertx-pg-client+pipelined/event-loop/select-1"))
                .after(1024);
        assertThat(cell.setup().connections()).isEqualTo(inFlight);
        return judge(cell.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, levels), counts(Arm.BASELINE, levels)))))
                .warnings()
                .stream().filter(note -> note.contains("in flight")).toList();
    }

    @Test
    void whatHappensNowAndThenIsNoMore() {
        assertThat(duel(Counter.ROUND_TRIPS, 103, 100).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(duel(Counter.ROUND_TRIPS, 104, 100).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void allocatedBytesMayGrowByThreePercent() {
        assertThat(duel(Counter.ALLOCATED_BYTES, 103_000, 100_000).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(VerdictWords.sentence(duel(Counter.ALLOCATED_BYTES, 105_000, 100_000)))
                .contains("1050 bytes allocated per operation, was 1000 (+5.0 %)");
    }

    @Test
    void bytesSentMayGrowByAFifthSinceDriversNumberTheirStatements() {
        assertThat(duel(Counter.BYTES_SENT, 8_900, 7_500).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(duel(Counter.BYTES_SENT, 9_100, 7_500).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void whatIsOnlyShownDecidesNothing() {
        var verdict = duel(Counter.BUFFER_HITS, 900, 100);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(verdict.counts().get(Counter.BUFFER_HITS).words())
                .isEqualTo("9.0 buffer hits per operation, was 1.0 (+800.0 %)");
    }

    @Test
    void againstTheBookTheStoredValueCounts() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256).and(Untimed.counted(
                List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.ALLOCATED_BYTES, 100_000L))))));
        var now = BOOK.and(Untimed.counted(
                List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.ALLOCATED_BYTES, 110_000L)))));
        assertThat(VerdictWords.sentence(Gate.judge(now, Books.HERE, stored, 90)))
                .contains("1100 bytes allocated per operation, was 1000 (+10.0 %)").doesNotContain("round trips");
        var otherJdk = Gate.judge(now, Books.HERE.with(Map.of(Fingerprint.JDK, "21")), stored, 90);
        assertThat(otherJdk.verdict()).returns("not raced (old form not available)", Verdict::word);
        assertThat(otherJdk.warnings()).contains("nothing to compare with in the baseline: bytes allocated");
        assertThat(Gate.judge(BOOK, Books.HERE, stored, 90).warnings())
                .contains("round trips, bytes allocated were not counted, the baseline has them");
    }

    @Test
    void whatAnotherServerSendsIsNotBlamedOnTheClient() {
        var stored = Books.of(Books.HERE,
                SimulatedCell.book(77).cell(CELL).after(256).and(Untimed.counted(List.of(counts(
                        Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.BYTES_RECEIVED, 10_000L,
                                Counter.ALLOCATED_BYTES, 100_000L))))));
        var now = BOOK.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L,
                Counter.BYTES_RECEIVED, 11_000L, Counter.ALLOCATED_BYTES, 110_000L)))));
        var another = Books.HERE.with(Map.of(Fingerprint.DATABASE_VERSION, "PostgreSQL 99.1"));
        assertThat(VerdictWords.sentence(Gate.judge(now, Books.HERE, stored, 90)))
                .contains("110 bytes received per operation, was 100 (+10.0 %)");
        var verdict = Gate.judge(now, another, stored, 90);
        assertThat(verdict.verdict()).returns("not raced (old form not available)", Verdict::word);
        assertThat(verdict.warnings()).contains(
                "nothing to compare with in the baseline: bytes received, bytes allocated");
        var more = BOOK.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 200L)))));
        assertThat(VerdictWords.sentence(Gate.judge(more, another, stored, 90)))
                .contains("2.0 round trips per operation, was 1.0");
    }

    @Test
    void aBookFromBeforeAnythingWasCountedComparesNothingAndSaysSo() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256));
        var verdict = Gate.judge(
                BOOK.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 900L))))),
                Books.HERE, stored, 90);
        assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(verdict.warnings()).contains("nothing to compare with in the baseline: round trips");
    }

    @Test
    void anAbsentReadingIsSaidOnceForAllCountersItConcerns() {
        var verdict = judge(DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of()), new Counts(Arm.BASELINE,
                new TreeMap<>(), new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke", Counter.STATEMENTS,
                        "the relay broke", Counter.SERVER_MEMORY, "another host")))))));
        assertThat(verdict.warnings()).contains(
                "round trips, statements of the baseline arm could not be counted: the relay broke")
                .noneMatch(note -> note.contains("another host"));
    }

    @Test
    void whatCouldNotBeCountedOfTheCandidateAloneIsNoPass() {
        var unknown = new Counts(Arm.CANDIDATE, new TreeMap<>(),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke",
                        Counter.BUFFER_HITS, "another host")));
        var verdict = judge(
                DUEL.and(Untimed.counted(List.of(unknown, counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L))))));
        assertThat(verdict.verdict()).isEqualTo(new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.UNCHANGED,
                List.of("round trips of the candidate arm could not be counted: the relay broke"))));
        assertThat(VerdictWords.sentence(verdict)).isEqualTo(CELL + ": by its timing unchanged, but round trips of "
                + "the candidate arm could not be counted: the relay broke; more of that than before cannot be ruled out");
        assertThat(judge(
                DUEL.and(Untimed.counted(List.of(unknown, counts(Arm.BASELINE, Map.of(Counter.BUFFER_HITS, 100L))))))
                .verdict())
                .as("what decides nothing").isInstanceOf(Verdict.Unchanged.class);
        assertThat(judge(DUEL.and(Untimed.counted(List.of(unknown)))).verdict()).as("nothing to compare with")
                .isInstanceOf(Verdict.Unchanged.class);
        var slow = SimulatedCell.duel(5).cell(CELL).with(Arm.CANDIDATE, 0.1, 1, 6).after(128);
        assertThat(judge(
                slow.and(Untimed.counted(List.of(unknown, counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L))))))
                .verdict())
                .isInstanceOf(Verdict.Regressed.class);

        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256)
                .and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L))))));
        assertThat(Gate.judge(BOOK.and(Untimed.counted(List.of(unknown))), Books.HERE, stored, 90).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
    }

    /** The rest of the record was read: without this rule a run that counts nothing would pass. */
    @Test
    void aCandidateWithoutAnyCountsIsNoPassWhereTheBaselineOrTheBookHasSome() {
        var silent = new Doubt.Unread(VerdictKind.UNCHANGED,
                List.of("round trips of the candidate arm were not counted"));
        var alone = DUEL.and(Untimed.counted(List.of(counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L)))));
        assertThat(judge(alone).verdict()).isEqualTo(new Verdict.Inconclusive(silent));
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256)
                .and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L))))));
        assertThat(Gate.judge(BOOK, Books.HERE, stored, 90).verdict()).isEqualTo(
                new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.NOT_RACED, silent.missing())));
        assertThat(Gate.judge(DUEL, Books.HERE, stored, 90).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(DUEL).verdict()).as("nothing was ever counted").isInstanceOf(Verdict.Unchanged.class);
    }

    @Test
    void aBaselineArmWithoutAnyCountsIsNoPassWhereTheCandidateHasSome() {
        assertThat(judge(DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 900L))))))
                .verdict()).isEqualTo(new Verdict.Inconclusive(
                        new Doubt.Unread(VerdictKind.UNCHANGED,
                                List.of("round trips of the baseline arm were not counted"))));
    }

    /** The candidate sends two requests for each operation, and the book knows one. */
    @Test
    void whatCouldNotBeCountedOfTheBaselineArmIsNoPass() {
        var unknown = new Counts(Arm.BASELINE, new TreeMap<>(),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke", Counter.BUFFER_HITS, "another host")));
        var verdict = judge(
                DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 200L)), unknown))));
        assertThat(verdict.verdict()).isEqualTo(new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.UNCHANGED,
                List.of("round trips of the baseline arm could not be counted: the relay broke"))));
        assertThat(judge(
                DUEL.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.BUFFER_HITS, 200L)), unknown))))
                .verdict()).as("what decides nothing").isInstanceOf(Verdict.Unchanged.class);
    }

    /** That the book holds a number shows that it can be counted. */
    @Test
    void whatCouldBeCountedOfNeitherArmIsNoPassWhereTheBookHasIt() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(256)
                .and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L))))));
        var broken = new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke"));
        var neither = DUEL.and(Untimed.counted(List.of(new Counts(Arm.CANDIDATE, new TreeMap<>(), broken),
                new Counts(Arm.BASELINE, new TreeMap<>(), broken))));
        assertThat(Gate.judge(neither, Books.HERE, stored, 90).verdict())
                .isEqualTo(new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.UNCHANGED,
                        List.of("round trips of the candidate arm could not be counted: the relay broke",
                                "round trips of the baseline arm could not be counted: the relay broke"))));
        var silent = DUEL
                .and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of()), counts(Arm.BASELINE, Map.of()))));
        assertThat(Gate.judge(silent, Books.HERE, stored, 90).verdict())
                .isEqualTo(new Verdict.Inconclusive(new Doubt.Unread(VerdictKind.UNCHANGED,
                        List.of("round trips of the candidate arm were not counted",
                                "round trips of the baseline arm were not counted"))));
    }

    @Test
    void onAnotherMachineWithTheSameJdkAndServerWhatDecidesIsCompared() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).cell(CELL).after(160)
                .and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ALLOCATED_BYTES, 100_000L))))));
        var now = BOOK.and(Untimed.counted(List.of(counts(Arm.CANDIDATE, Map.of(Counter.ALLOCATED_BYTES, 110_000L)))));
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        assertThat(VerdictWords.sentence(Gate.judge(now, there, stored, 90)))
                .contains("1100 bytes allocated per operation, was 1000 (+10.0 %)");
    }

    @Test
    void ofTheWireNothingIsTold() {
        var absent = new Counts(Arm.REFERENCE, new TreeMap<>(),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke")));
        assertThat(judge(BOOK.and(Untimed.counted(List.of(absent)))).warnings())
                .noneMatch(note -> note.contains("round trips"));
    }

    @Test
    void whatIsAbsentForAReasonIsToldOnce() {
        var unknown = new Counts(Arm.CANDIDATE, new TreeMap<>(),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke")));
        assertThat(notes(unknown, counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.STATEMENTS, 100L))))
                .containsExactly("round trips of the candidate arm could not be counted: the relay broke",
                        "statements were not counted, the baseline has them");
    }

    @Test
    void onlyWhatTheBaselineLacksIsToldToHaveNothingToCompareWith() {
        assertThat(notes(counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.STATEMENTS, 100L)),
                counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L))))
                .containsExactly("nothing to compare with in the baseline: statements");
    }

    @Test
    void whatDecidesNothingIsNotMissed() {
        assertThat(notes(counts(Arm.CANDIDATE, Map.of(Counter.BUFFER_HITS, 100L)),
                counts(Arm.BASELINE, Map.of(Counter.BUFFER_READS, 100L)))).isEmpty();
    }

    private static List<String> notes(Counts... counts) {
        var cell = DUEL.and(Untimed.counted(List.of(counts)));
        return Counters.of(cell, new Duel(PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(),
                cell.cell(), 90, Optional.empty()), Books.HERE).notes();
    }

    @Test
    void armsOnServersOfTwoVersionsAreNotComparedByWhatTheServersSend() {
        var cell = DUEL.and(Untimed.counted(List.of(
                counts(Arm.CANDIDATE, Map.of(Counter.ROUND_TRIPS, 200L, Counter.BYTES_RECEIVED, 11_000L,
                        Counter.ALLOCATED_BYTES, 110_000L, Counter.BUFFER_HITS, 900L)),
                counts(Arm.BASELINE, Map.of(Counter.ROUND_TRIPS, 100L, Counter.BYTES_RECEIVED, 10_000L,
                        Counter.ALLOCATED_BYTES, 100_000L, Counter.BUFFER_HITS, 100L)))));
        var duel = new Duel(PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(),
                cell.cell(), 90, Optional.empty());
        assertThat(Counters.of(cell, duel, Books.HERE).causes()).hasSize(3);
        var apart = Counters.of(cell, duel, Books.HERE, false);
        assertThat(apart.causes()).containsExactly(new Cause.Counted(apart.readings().get(Counter.ROUND_TRIPS)));
        assertThat(apart.notes()).contains("nothing to compare with in the baseline: bytes received, bytes allocated");
        assertThat(apart.readings().get(Counter.BUFFER_HITS).before()).as("explains the times").contains(1.0);
    }

    @Test
    void theForksTellWhetherTheArmsRacedOnOneServer() {
        var more = both(Counter.BYTES_RECEIVED, 11_000, 10_000);
        assertThat(judge(on("PostgreSQL 18.6", "PostgreSQL 18.6").and(Untimed.counted(more))).verdict())
                .isInstanceOf(Verdict.Regressed.class);
        assertThat(judge(on("PostgreSQL 17.5", "PostgreSQL 18.6").and(Untimed.counted(more))).verdict())
                .isInstanceOf(Verdict.Unchanged.class);
    }

    private static CellMeasurement on(String older, String newer) {
        return Measured.of(DUEL.cell(), DUEL.candidate(), DUEL.baseline(), DUEL.setup().connections(),
                DUEL.timed().sliceMillis(), List.of(fork(Arm.BASELINE, older), fork(Arm.CANDIDATE, newer)),
                DUEL.pairs(),
                DUEL.failure(), DUEL.timed().outOfBudget());
    }

    private static ForkStart fork(Arm arm, String server) {
        return new ForkStart(arm, 1, 1, "25.0.1+8", "", List.of(), 20, true)
                .on(ServerName.of(server));
    }

    private static CellVerdict duel(Counter counter, long now, long before) {
        return judge(DUEL.and(Untimed.counted(both(counter, now, before))));
    }

    private static List<Counts> both(Counter counter, long now, long before) {
        return List.of(counts(Arm.CANDIDATE, Map.of(counter, now)), counts(Arm.BASELINE, Map.of(counter, before)));
    }

    private static Counts counts(Arm arm, Map<Counter, Long> totals) {
        var values = new TreeMap<Counter, Count>();
        totals.forEach((counter, total) -> values.put(counter, new Count(total, 100)));
        return new Counts(arm, values, new TreeMap<>());
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), 90);
    }
}
