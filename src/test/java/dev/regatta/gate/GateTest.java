package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Standstill;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.VerdictsJson;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class GateTest {

    private static final Map<Dialect, Baseline> BASELINES = Map.of(Dialect.POSTGRESQL, Books.baseline());

    @Test
    void theSentenceOfARegressionNamesCellMetricsRatiosIntervalsAndVersions() {
        var verdict = judge(SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 1, 6).after(128));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).isEqualTo("postgresql/pgjdbc+hikari/platform/select-1: "
                + "throughput is 0.099 [0.088, 0.112] of the baseline's (postgresql 42.2.21 -> 42.7.14), "
                + "client CPU is 5.911 [5.676, 6.156]; 16 pairs from 2 sets; limits: throughput 0.950, client CPU 1.050");
    }

    @Test
    void onlyTheMetricsThatRegressedAreBlamed() {
        var verdict = judge(SimulatedCell.duel(6).with(Arm.CANDIDATE, 1, 1, 2).after(256));
        assertThat(VerdictWords.sentence(verdict)).contains("client CPU is ").doesNotContain("throughput");
        assertThat(verdict.readings()).containsOnlyKeys(Metric.values());
    }

    @Test
    void clientCpuIsHeldToWhatItsWorkloadTolerates() {
        var waiting = new CellId(SimulatedCell.CELL.database(), SimulatedCell.CELL.client(), "sleep-10");
        var dearer = SimulatedCell.duel(6).with(Arm.CANDIDATE, 1, 1, 1.12);
        assertThat(judge(dearer.after(1024)).verdict()).isInstanceOf(Verdict.Regressed.class);
        var unchanged = judge(dearer.cell(waiting).after(1024));
        assertThat(unchanged.verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(unchanged.readings().get(Metric.CLIENT_CPU).limit()).isCloseTo(1.25, within(1e-12));

        var spinning = judge(SimulatedCell.duel(6).cell(waiting).with(Arm.CANDIDATE, 1, 1, 1.4).after(256));
        assertThat(spinning.verdict()).isEqualTo(new Verdict.Regressed(List.of(Metric.CLIENT_CPU)));
        var slower = judge(SimulatedCell.duel(6).cell(waiting).with(Arm.CANDIDATE, 0.9, 1, 1).after(1024));
        assertThat(slower.verdict()).isEqualTo(new Verdict.Regressed(List.of(Metric.THROUGHPUT)));
    }

    @Test
    void armsSwappedMirrorTheVerdict() {
        for (int seed = 0; seed < 5; seed++) {
            var measurement = SimulatedCell.duel(seed).with(Arm.CANDIDATE, 0.8, 1, 1.3).after(1024);
            assertThat(judge(measurement).verdict()).isInstanceOf(Verdict.Regressed.class);
            assertThat(judge(SimulatedCell.swapped(measurement)).verdict()).isInstanceOf(Verdict.Improved.class);
        }
    }

    @Test
    void armsSwappedMirrorTheReadings() {
        var measurement = SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.8, 1, 1.3).after(96);
        var loss = judge(measurement).readings();
        var gain = judge(SimulatedCell.swapped(measurement)).readings();
        for (Metric metric : Metric.values()) {
            assertThat(gain.get(metric).theta()).isCloseTo(-loss.get(metric).theta(), within(1e-12));
            assertThat(gain.get(metric).lower()).isCloseTo(1 / loss.get(metric).upper(), within(1e-9));
            assertThat(gain.get(metric).standardError()).isCloseTo(loss.get(metric).standardError(), within(1e-12));
        }
    }

    @Test
    void aLossOfOneMetricIsNotMadeUpForByAnother() {
        var measurement = SimulatedCell.duel(1).with(Arm.CANDIDATE, 2, 1, 1.4).after(1024);
        assertThat(judge(measurement).verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(judge(SimulatedCell.swapped(measurement)).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void judgingAgainGivesTheSameBytes() {
        var results = Books.results(Books.HERE, SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.9, 1, 1).after(512));
        String first = VerdictsJson.of(Gate.judge(results, BASELINES));
        var reread = Json.read(Json.line(results), MeasuredRun.class, "results");
        assertThat(VerdictsJson.of(Gate.judge(reread, BASELINES))).isEqualTo(first)
                .contains("\"kind\" : \"regressed\"");
    }

    @Test
    void pairsAfterTheDecisionDoNotChangeIt() {
        var cell = SimulatedCell.duel(3);
        var early = cell.untilDecided(GateTest::judge);
        var verdict = judge(early);
        assertThat(verdict.pairs()).isEqualTo(early.pairs().size());
        assertThat(judge(cell.after(1024)).verdict()).isEqualTo(verdict.verdict());
    }

    @Test
    void aFailedMeasurementIsInvalid() {
        assertInvalid(Measured.failed(SimulatedCell.duel(1).after(256), "the worker exited with 0 unasked"),
                "measuring failed: the worker exited with 0 unasked");
    }

    @Test
    void oneErrorAfterTheDecisionIsInvalid() {
        assertInvalid(broken(slice -> new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(),
                slice.cpuNanos(), 1, 0, "connection reset", 0, slice.latencies())),
                "pair 256: the candidate arm had 1 failed operations and 0 wrong results, the first: connection reset");
    }

    @Test
    void aWrongResultIsInvalid() {
        assertInvalid(broken(slice -> new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(),
                slice.cpuNanos(), 0, 2, "digest 7, expected 8", 0, slice.latencies())), "digest 7, expected 8");
    }

    @Test
    void anArmThatEndsNothingInMoreThanATwentiethOfItsSlicesIsInvalid() {
        var hanging = SimulatedCell.withEvery(15, SimulatedCell.duel(1).after(256), GateTest::empty);
        assertInvalid(hanging,
                "the candidate arm ended no operation in 17 of 256 slices: it hangs, or needs longer slices");
    }

    @Test
    void aPauseThatFillsAFewSlicesDecidesNothingByItself() {
        var paused = SimulatedCell.withEvery(40, SimulatedCell.duel(1).after(1024), GateTest::empty);
        assertThat(judge(paused).verdict()).isInstanceOf(Verdict.Unchanged.class);
    }

    /** One set does not show that the client hangs. Nor does it show that nothing was lost. */
    @Test
    void aSetThatIsOftenEmptyWaitsForAnotherOne() {
        var once = SimulatedCell.withEvery(15, SimulatedCell.duel(1).after(128), GateTest::empty);
        assertThat(judge(once).verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(once).decided()).isFalse();
    }

    @Test
    void slicesInWhichOthersLeftNoTimeForAnOperationAreNoise() {
        var starved = SimulatedCell.withEvery(15, SimulatedCell.duel(1).disturbed(1).after(256), GateTest::empty);
        assertThat(judge(starved).verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(judge(starved)))
                .contains("machine too noisy: the candidate arm ended no operation in"
                        + " 17 of 256 slices, while others used its CPUs in 17 of them");
        assertInvalid(SimulatedCell.withLast(starved, slice -> new Slice(0, slice.windowNanos(), 0, slice.cpuNanos(), 1,
                0, "connection reset", 0, slice.latencies())), "connection reset");
    }

    private static Slice empty(Slice slice) {
        return new Slice(0, slice.windowNanos(), 0, slice.cpuNanos(), 0, 0, "", 0, slice.latencies());
    }

    @Test
    void aMissingCpuReadingIsInvalid() {
        assertInvalid(broken(slice -> new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), 0, 0, 0,
                "", 0, slice.latencies())), "no CPU reading");
    }

    @Test
    void noPairIsInvalid() {
        assertInvalid(SimulatedCell.duel(1).after(0), "no pair was measured");
    }

    @Test
    void aCellTheBudgetDidNotReachIsInconclusive() {
        var cell = SimulatedCell.book(2).after(12);
        var unreached = Measured.of(cell.cell(), cell.candidate(), cell.baseline(), 4, 0, List.of(), List.of(),
                Optional.empty(), true);
        assertThat(judge(unreached).verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(judge(unreached))).contains("budget ended before it was measured");
    }

    @Test
    void sevenPairsAreInvalidWithoutAnEndedBudgetAndInconclusiveWithOne() {
        assertInvalid(SimulatedCell.check(1).after(15), "15 pairs, at least 16 are needed");
        var measurement = SimulatedCell.duel(1).after(7);
        assertInvalid(measurement, "7 pairs, at least 8 are needed");
        assertThat(judge(measurement).decided()).isFalse();
        var verdict = judge(Measured.outOfBudget(measurement));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(verdict)).contains("7 pairs, at least 8 are needed and the time budget ended");
        assertThat(verdict.decided()).isTrue();
    }

    @Test
    void aCellTheBaselineDoesNotHoldIsInvalidAndToldHowToMeasureOne() {
        var other = new CellId(Dialect.POSTGRESQL, new ClientId("pgjdbc+hikari", Threading.VIRTUAL), "select-1");
        assertInvalid(SimulatedCell.book(1).cell(other).after(128), "mvn verify -Dregatta.baseline=update");
    }

    @Test
    void aCollapseThatTwoSetsShowIsToldAfterSixteenPairs() {
        var verdict = judge(inTwoForks(SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 10, 1).after(16),
                SimulatedCell.duel(6).with(Arm.CANDIDATE, 0.1, 10, 1).after(16)));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("16 pairs from 2 sets");
    }

    @Test
    void aCollapseOfOneSetIsNoVerdict() {
        var collapsed = SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.1, 10, 1).after(16);
        assertThat(judge(inOneFork(collapsed)).decided()).isFalse();
        assertThat(judge(inTwoForks(collapsed, SimulatedCell.duel(6).after(16))).decided()).isFalse();
    }

    @Test
    void aGainOfThatSizeIsToldAsSoon() {
        assertThat(judge(inTwoForks(SimulatedCell.duel(5).with(Arm.CANDIDATE, 10, 0.1, 1).after(16),
                SimulatedCell.duel(6).with(Arm.CANDIDATE, 10, 0.1, 1).after(16))).verdict())
                .isInstanceOf(Verdict.Improved.class);
    }

    @Test
    void aGainOfThatSizeNeedsNoTailWhereTheBaselineEndsTooFewOperations() {
        assertThat(judge(inTwoForks(SimulatedCell.duel(5).operations(3).with(Arm.CANDIDATE, 10, 0.1, 1).after(16),
                SimulatedCell.duel(6).operations(3).with(Arm.CANDIDATE, 10, 0.1, 1).after(16))).verdict())
                .isInstanceOf(Verdict.Improved.class);
    }

    /** A release that holds answers back to send more at once gains throughput, and its tail pays for it. */
    @Test
    void aLargeGainIsNoImprovementBeforeItsTailIsKnown() {
        var early = inTwoForks(SimulatedCell.duel(5).operations(200).with(Arm.CANDIDATE, 2.5, 4, 0.5).after(16),
                SimulatedCell.duel(6).operations(200).with(Arm.CANDIDATE, 2.5, 4, 0.5).after(16));
        assertThat(judge(early).verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(SimulatedCell.duel(5).operations(200).with(Arm.CANDIDATE, 2.5, 4, 0.5).after(512)).verdict())
                .isInstanceOfSatisfying(Verdict.Regressed.class,
                        lost -> assertThat(lost.metrics()).containsExactly(Metric.TAIL_LATENCY));
    }

    private static CellMeasurement inOneFork(CellMeasurement cell) {
        return withPairs(cell, cell.pairs().stream().map(pair -> new Pair(1, pair.slices())).toList());
    }

    /** Eight pairs of each. */
    private static CellMeasurement inTwoForks(CellMeasurement one, CellMeasurement other) {
        return withPairs(one, Stream.concat(one.pairs().stream().limit(8).map(pair -> new Pair(1, pair.slices())),
                other.pairs().stream().limit(8).map(pair -> new Pair(2, pair.slices()))).toList());
    }

    private static CellMeasurement withPairs(CellMeasurement one, List<Pair> pairs) {
        return Measured.of(one.cell(), one.candidate(), one.baseline(), one.setup().connections(),
                one.timed().sliceMillis(),
                one.forks(), pairs, one.failure(), one.timed().outOfBudget());
    }

    @Test
    void whatPassesIsWithinEveryLimitAtWorst() {
        var unchanged = IntStream.range(0, 20).boxed()
                .flatMap(seed -> Stream.of(judge(SimulatedCell.duel(seed).after(128)),
                        judge(SimulatedCell.check(seed).after(16))))
                .filter(verdict -> verdict.verdict() instanceof Verdict.Unchanged
                        || verdict.verdict().equals(Books.SAME_INPUTS))
                .toList();
        assertThat(unchanged).hasSizeGreaterThan(30).allSatisfy(verdict -> assertThat(verdict.readings().values())
                .allSatisfy(reading -> assertThat(reading.metric().lossOfRatio(reading.worst()))
                        .isLessThan(reading.metric().lossOfRatio(reading.limit()))));
    }

    @Test
    void aMissingBaselineIsNotAPass() {
        var report = Gate.judge(Books.results(Books.HERE, SimulatedCell.book(1).after(256)), Map.of());
        assertThat(report.passed()).isFalse();
        assertThat(report.cells().getFirst().verdict()).isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void twoRecipesThatRacedNeedNoBaseline() {
        var report = Gate.judge(Books.results(Books.HERE, SimulatedCell.duel(1).after(1024)), Map.of());
        assertThat(report.cells().getFirst().verdict()).isInstanceOf(Verdict.Unchanged.class);
    }

    @Test
    void aCellOfTheManifestWithoutMeasurementIsInvalid() {
        var results = Books.results(Books.HERE, SimulatedCell.duel(1).after(256));
        var missing = CellId.of("postgresql/pgjdbc/platform/select-1");
        var wanted = new MeasuredRun(new RunFacts(RunFacts.SCHEMA, results.facts().tool(), results.facts().started(),
                results.facts().commit(), results.facts().seed(),
                true,
                List.of(SimulatedCell.CELL, missing), results.facts().environments(), results.facts().settings()),
                results.cells());
        var verdict = Gate.judge(wanted, BASELINES).cells().get(1);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("was not judged");
    }

    @Test
    void anEmptyManifestIsNotAPass() {
        assertThat(Gate.judge(Books.results(Books.HERE), BASELINES).passed()).isFalse();
    }

    @Test
    void aNoisyMachineIsInconclusiveWithALossThatNoiseCouldCause() {
        var verdict = judge(
                SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.8, 1, 1).noise(2, 2, 2).disturbed(0.5).after(256));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(verdict)).contains("machine too noisy");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 256, 1024})
    void aCollapseToATenthThatTwoSetsShowIsToldOnANoisyMachineInEitherDirection(int pairs) {
        assertThat(judge(collapse(0.1, 10).sets(8, 1016).disturbed(1).after(pairs)).verdict())
                .isInstanceOf(Verdict.Regressed.class);
        assertThat(judge(collapse(10, 0.1).sets(8, 1016).disturbed(1).after(pairs)).verdict())
                .isInstanceOf(Verdict.Improved.class);
        assertThat(judge(inOneFork(collapse(0.1, 10).sets(8, 1016).disturbed(1).after(pairs))).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
    }

    private static SimulatedCell collapse(double throughput, double latency) {
        return SimulatedCell.duel(5).with(Arm.CANDIDATE, throughput, latency, 1);
    }

    @Test
    void anUndecidedCellSaysWhatEndedItAndWhatItCouldHaveSeen() {
        var cell = SimulatedCell.duel(1).noise(0.4, 0.5, 0.3);
        var undecided = judge(cell.after(96));
        assertThat(undecided.decided()).isFalse();
        var verdict = judge(Measured.outOfBudget(cell.after(96)));
        assertThat(verdict.decided()).isTrue();
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(verdict)).contains("undecided when the time budget ended")
                .containsPattern(
                        "smallest losses that it would have failed with 95 % probability: throughput \\d+\\.\\d %");
    }

    @Test
    void absentReadingsOfTheSurroundingsAreAWarning() {
        var verdict = judge(SimulatedCell.duel(1).blind().after(256));
        assertThat(verdict.warnings()).anyMatch(warning -> warning.contains("disturbance could not be fully read"));
        assertThat(verdict.figures().orElseThrow().bound()).isEmpty();
    }

    @Test
    void shortSlicesAreJudgedByTheirP95OverMergedBlocks() {
        var verdict = judge(SimulatedCell.duel(1).operations(60).after(1024));
        assertThat(verdict.figures().orElseThrow().candidate().tailPercentile()).isEqualTo(95);
        assertThat(verdict.warnings())
                .anyMatch(warning -> warning.equals("the tail is p95: slices hold too few operations for p99"));
    }

    @Test
    void aHangThatWasSeenOnceIsTold() {
        var once = Measured.standing(SimulatedCell.duel(1).after(1024),
                List.of(new Standstill(Arm.CANDIDATE, 1, 5_000_000_000L, 8_000_000)));
        assertThat(judge(once).verdict()).isInstanceOf(Verdict.Unchanged.class);
        assertThat(judge(once).warnings()).contains("the forks of set 1 were replaced: the candidate takes"
                + " 5 s and more for what takes the other arm 8 ms");
    }

    @Test
    void forksThatWereNotSteadyAreCountedInOneNote() {
        assertThat(judge(SimulatedCell.duel(1).restless().after(1024)).warnings())
                .filteredOn(warning -> warning.contains("warming up")).hasSize(1).first().asString()
                .matches("(\\d+) of \\1 forks were still warming up when timing began");
        assertThat(judge(SimulatedCell.duel(1).after(1024)).warnings())
                .noneMatch(warning -> warning.contains("warming up"));
    }

    @Test
    void theSameRecipeInTheSameEnvironmentIsCheckedAgainstTheBookAndIsNoRace() {
        var verdict = judge(SimulatedCell.check(2).after(16));
        assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(verdict.how()).contains(ComparisonKind.SHORT_CHECK);
        assertThat(VerdictWords.sentence(verdict)).isEqualTo("postgresql/pgjdbc+hikari/platform/select-1: "
                + "same inputs as the baseline's (postgresql 42.7.14 before and after, stored 2026-11-20T10:00:00Z at "
                + "commit abc1234); a short check rules out at least 3 % less throughput, 13 % more tail latency, "
                + "5 % more client CPU; 16 pairs from 1 set");
    }

    @Test
    void anotherMachineIsComparedWidelyAndItsDifferencesAreNamed() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        var verdict = Gate.judge(SimulatedCell.check(2).with(Arm.CANDIDATE, 0.85, 1, 1).after(640), there,
                Books.baseline(), 90);
        assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(VerdictWords.sentence(verdict)).contains("cpu.model Simulated 3000 -> Simulated 9000");
    }

    @Test
    void aBaselineOfAnotherLatencyIsIncomparable() {
        var far = Books.HERE.with(Map.of(Fingerprint.LATENCY, "1 ms"));
        var verdict = Gate.judge(SimulatedCell.check(2).after(640), far, Books.baseline(), 90);
        assertThat(verdict.verdict()).returns("inconclusive (nothing comparable)", Verdict::word);
        assertThat(VerdictWords.sentence(verdict))
                .contains("measured with database.mode container with network.latency 1 ms, "
                        + "the baseline holds container only");
    }

    @Test
    void soIsOneWithoutTls() {
        var tls = Books.HERE.with(Map.of(Fingerprint.TLS, "on"));
        var verdict = Gate.judge(SimulatedCell.check(2).after(640), tls, Books.baseline(), 90);
        assertThat(verdict.verdict()).returns("inconclusive (nothing comparable)", Verdict::word);
        assertThat(VerdictWords.sentence(verdict)).contains(
                "measured with database.mode container with network.tls on, the baseline holds container only");
    }

    @Test
    void anotherKindOfDatabaseIsIncomparable() {
        var there = Books.HERE.with(Map.of(Fingerprint.DATABASE_MODE, "embedded"));
        var verdict = Gate.judge(SimulatedCell.check(2).after(256), there, Books.baseline(), 90);
        assertThat(verdict.verdict()).returns("inconclusive (nothing comparable)", Verdict::word);
        assertThat(VerdictWords.sentence(verdict)).contains("embedded", "holds container only",
                "mvn verify -Dregatta.baseline=update");
    }

    @Test
    void theBoundIsTheFullerSide() {
        // 88 of 100 ms on one database CPU; the client needs 2500 x 17 us = 43 ms.
        assertThat(judge(SimulatedCell.duel(1).after(256)).figures().orElseThrow().bound()).contains(Bound.SERVER);
    }

    @Test
    void theShareOfTheWireIsMeasuredInTheSamePairs() {
        assertThat(judge(SimulatedCell.duel(1).after(256)).figures().orElseThrow().shareOfWire().orElseThrow())
                .isBetween(0.66, 0.77);
    }

    private static CellMeasurement broken(java.util.function.UnaryOperator<Slice> fault) {
        return SimulatedCell.withLast(SimulatedCell.duel(1).after(256), fault);
    }

    private static void assertInvalid(CellMeasurement measurement, String words) {
        var verdict = judge(measurement);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).startsWith(measurement.cell() + ": ").contains(words);
        assertThat(verdict.verdict().good()).isFalse();
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), 90);
    }
}
