package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange.Kind;
import dev.regatta.baseline.BaselineChange.Part;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.StoredRatio;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a branch that is a tenth slower than its base may say about it. */
@Execution(ExecutionMode.CONCURRENT)
class AcceptanceTest {

    private static final CellMeasurement SLOWER = SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.9, 1, 1).after(1024);
    /** The base: its book was measured with the version that races as the baseline. */
    private static final Baseline BASE = withRecipeOfBase(Books.baseline());
    private static final String DECLARED = "unchanged (but for a declared loss)";
    private static final Map<Metric, Double> LIMITS = Map.of(Metric.THROUGHPUT, 0.95, Metric.TAIL_LATENCY, 1.10,
            Metric.CLIENT_CPU, 1.05);

    @Test
    void withoutAWordOfTheBranchALossIsALoss() {
        assertThat(verdict(BASE, SLOWER).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aLossThatTheBranchMeasuredAndExplainsIsShownWithItsMeasuredSizeAndPasses() {
        CellVerdict verdict = verdict(claiming(0.9, "checks the certificate"), SLOWER);
        assertThat(verdict.verdict()).returns(DECLARED, Verdict::word);
        assertThat(verdict.verdict().good()).isTrue();
        assertThat(VerdictWords.sentence(verdict)).contains("throughput is 0.8", "of the baseline's",
                "claims a loss of ",
                "% in throughput", "its reason: checks the certificate")
                .endsWith(", and a loss larger than that plus the limit is ruled out");
    }

    @Test
    void moreThanTheEntryClaimsDoesNotPass() {
        CellVerdict verdict = verdict(claiming(0.9, "checks the certificate"),
                SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.8, 1, 1).after(1024));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("claims a loss of ",
                ", but a loss larger than that plus the limit is not ruled out");
    }

    /** The race measured a tenth. What two runs differ by, 15 % in one environment, is not held against the entry. */
    @Test
    void anEntryThatClaimsMoreThanTheRaceMeasuredIsRefused() {
        assertThat(report(BASE, claiming(0.5, "checks the certificate"), SLOWER).refusal())
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("the entry of " + SimulatedCell.CELL
                        + " claims a loss of 50.4 % in throughput against the base's",
                        ", and the race measured a ratio of 0.896"));
        assertThat(report(BASE, claiming(0.9, "checks the certificate"), SLOWER).refusal()).isEmpty();
        assertThat(report(BASE, claiming(0.85, "checks the certificate"), SLOWER).refusal()).isEmpty();
        assertThat(report(Books.baseline(), claiming(0.5, "checks the certificate"), SLOWER).refusal())
                .as("raced against another recipe than the base's").isEmpty();
    }

    /** 38 % slower, the ratio and the date of the entry edited. */
    @Test
    void anEditedEntryAcceptsNothingWhateverItsDate() {
        var slower = SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.62, 1, 1).after(1024);
        var report = report(BASE, losing(0.48), slower);
        assertThat(report.cells().getFirst().verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(report.refusal()).isPresent();
    }

    @Test
    void aClaimOfThroughputAcceptsNoLossOfAnythingElse() {
        assertThat(verdict(claiming(0.9, "checks the certificate"),
                SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.9, 1.5, 1.3).after(1024)).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    /** The entry explains the loss of throughput, and nothing can explain the pins. */
    @Test
    void pinnedThreadsAreNeverAccepted() {
        var slower = SLOWER
                .and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, new Pins(500, 1000, 0, List.of(), List.of())),
                        Pinning.of(Arm.BASELINE, new Pins(0, 1000, 0, List.of(), List.of())))));
        assertThat(verdict(claiming(0.9, "checks the certificate"), slower).verdict()).isInstanceOfSatisfying(
                Verdict.Regressed.class,
                lost -> assertThat(lost.causes()).singleElement().isInstanceOf(Cause.Pinned.class));
    }

    /** Nothing of it was timed, so that nothing of it is within what the entry claims. */
    @Test
    void aStandstillIsNeverAccepted() {
        var still = Measured.standing(SimulatedCell.duel(3).after(0), List.of(
                new Standstill(Arm.CANDIDATE, 1, 20_000_000_000L, 8_000_000L),
                new Standstill(Arm.CANDIDATE, 2, 20_000_000_000L, 8_000_000L)));
        assertThat(verdict(claiming(0.9, "checks the certificate"), still).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aReasonThatSaysNothingAcceptsNothing() {
        assertThat(verdict(claiming(0.9, BaselineUpdate.NO_REASON), SLOWER).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void aRaceAgainstAnythingButTheBaseIsAboutAnotherLoss() {
        assertThat(judged(Books.baseline(), claiming(0.9, "checks the certificate"), SLOWER).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void anEntryThatIsNoWorseAcceptsNothing() {
        assertThat(verdict(claiming(1, "nothing much"), SLOWER).verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    @Test
    void whatIsNoLossStaysAsItIs() {
        CellVerdict unchanged = verdict(new Verdict.Unchanged(true), List.of(), List.of());
        assertThat(accepting(BASE, losing(0.1)).of(unchanged, SLOWER, Books.HERE)).isSameAs(unchanged);
        CellVerdict lost = lost(reading(Metric.THROUGHPUT, 0.9, 0.88));
        assertThat(new Acceptance(Map.of(), Map.of(), List.of()).of(lost, SLOWER, Books.HERE)).as("no base")
                .isSameAs(lost);
    }

    @Test
    void aReportKeepsAllButItsLosses() {
        MeasuredRun run = Books.results(Books.HERE, SLOWER);
        CellVerdict lost = lost(reading(Metric.THROUGHPUT, 0.9, 0.88));
        CellVerdict unmeasured = CellVerdict.without(SimulatedCell.CELL.on(21),
                new Verdict.Invalid(new Flaw.Unmeasured()), "unknown",
                "unknown");
        var changes = List.of(change(Dialect.POSTGRESQL, Part.CELL, Kind.CHANGED, "a cell", Optional.empty()));
        var report = new GateReport("0.1.0", "2026-11-20T10:00:00Z", "abc1234", true,
                new TreeMap<>(Map.of(Dialect.POSTGRESQL, Books.HERE)), List.of(unmeasured, lost), changes);
        var acceptance = accepting(BASE, losing(0.1));
        assertThat(acceptance.of(report, run)).isEqualTo(new GateReport(report.tool(), report.started(),
                report.commit(), report.complete(), report.environments(),
                List.of(unmeasured, acceptance.of(lost, SLOWER, Books.HERE)), changes));
    }

    @Test
    void aLossOfTheClaimPlusTheLimitIsTooMuch() {
        Baseline head = losing(0.1);
        double least = 0.95 * Math.exp(-0.1);
        assertThat(accepted(BASE, head, lost(reading(Metric.THROUGHPUT, 0.9, least + 1e-5)))).isTrue();
        assertThat(accepted(BASE, head, lost(reading(Metric.THROUGHPUT, 0.9, least - 1e-5)))).isFalse();
        assertThat(accepted(BASE, head, lost(reading(Metric.TAIL_LATENCY, 1.05, 1.0999))))
                .as("the entry claims no loss of tail latency").isFalse();
    }

    @Test
    void aMetricThatWasNotLostMustBeRuledOutAsWell() {
        Baseline head = losing(0.1);
        var throughput = reading(Metric.THROUGHPUT, 0.9, 0.88);
        assertThat(besides(head, throughput, reading(Metric.CLIENT_CPU, 1.02, 1.0499)))
                .returns(DECLARED, Verdict::word);
        assertThat(besides(head, throughput, reading(Metric.CLIENT_CPU, 1.02, 1.05)))
                .isInstanceOfSatisfying(Verdict.Inconclusive.class,
                        undecided -> assertThat(undecided.doubt()).isInstanceOfSatisfying(Doubt.BesideClaim.class,
                                doubt -> assertThat(doubt.rest()).isInstanceOf(Doubt.Undecided.class)));
        assertThat(besides(head, throughput, reading(Metric.CLIENT_CPU, 1.06, 1.3)))
                .isInstanceOf(Verdict.Regressed.class);
        var cpu = reading(Metric.CLIENT_CPU, 1.02, 1.03);
        var hiding = new MetricReading(cpu.metric(), cpu.ratio(), cpu.lower(), cpu.upper(), cpu.worst(),
                cpu.smallestChange(), cpu.limit(), cpu.theta(), cpu.standardError(), cpu.count(),
                Optional.of(0.06));
        assertThat(besides(head, throughput, hiding)).isInstanceOf(Verdict.Inconclusive.class);
    }

    /** The tail has too few values in a race of few pairs. */
    @Test
    void aMetricWithoutAReadingIsNotRuledOut() {
        CellVerdict lost = verdict(new Verdict.Regressed(List.of(Metric.THROUGHPUT)),
                List.of(reading(Metric.THROUGHPUT, 0.9, 0.88), reading(Metric.CLIENT_CPU, 1, 1)), List.of());
        assertThat(accepting(BASE, losing(0.1)).of(lost, SLOWER, Books.HERE).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
    }

    /** Of a tenth of the slices two thirds are lost, 6.5 % in the mean. The entry was measured again and is as good. */
    @Test
    void aLossAtTimesIsNeverAccepted() {
        var atTimes = Measured.outOfBudget(SimulatedCell.duel(2).stalling(Arm.CANDIDATE, 0.12, 3).after(2048));
        for (Baseline head : List.of(claiming(1, "nothing much"), claiming(0.9, "checks the certificate"))) {
            assertThat(verdict(head, atTimes).verdict()).isInstanceOfSatisfying(Verdict.Regressed.class,
                    lost -> assertThat(lost.claim()).isPresent());
        }
    }

    /** Every third fork is 40 % slower, which the trimmed mean hardly shows. */
    @Test
    void slowForksAreNeverAccepted() {
        var slow = Measured.outOfBudget(SimulatedCell.duel(3).slowFork(Arm.CANDIDATE, 1, 0.6)
                .slowFork(Arm.CANDIDATE, 4, 0.6).slowFork(Arm.CANDIDATE, 7, 0.6).after(1152));
        for (Baseline head : List.of(claiming(1, "nothing much"), claiming(0.9, "checks the certificate"))) {
            assertThat(verdict(head, slow).verdict().good()).isFalse();
        }
    }

    /** The entry declares a tenth. Beside it, a tenth of the slices lose two thirds. */
    @Test
    void aLossAtTimesBesideADeclaredOneIsNotAccepted() {
        assertThat(verdict(claiming(0.9, "checks the certificate"), Measured.outOfBudget(SimulatedCell.duel(3)
                .with(Arm.CANDIDATE, 0.9, 1, 1).stalling(Arm.CANDIDATE, 0.12, 4).after(2048))).verdict().good())
                .isFalse();
    }

    private static Verdict besides(Baseline head, MetricReading throughput, MetricReading cpu) {
        return accepting(BASE, head).of(verdict(new Verdict.Regressed(List.of(Metric.THROUGHPUT)),
                List.of(throughput, cpu, reading(Metric.TAIL_LATENCY, 1, 1)), List.of()), SLOWER, Books.HERE)
                .verdict();
    }

    @Test
    void anEntryClaimsWhatItLostAndNothingElse() {
        CellVerdict verdict = accepting(BASE, losing(0.1))
                .of(lost(reading(Metric.THROUGHPUT, 0.9, 0.88)), SLOWER, Books.HERE);
        assertThat(verdict.verdict()).isInstanceOfSatisfying(Verdict.Unchanged.class, same -> {
            StatedLoss claim = same.declared().orElseThrow().claim().orElseThrow();
            assertThat(claim.losses()).containsOnlyKeys(Metric.THROUGHPUT);
            assertThat(claim.losses().get(Metric.THROUGHPUT)).isCloseTo(0.1, within(1e-5));
            assertThat(claim.reason()).isEqualTo("checks the certificate");
        });
    }

    @Test
    void moreOfACountPassesAsFarAsTheEntryCountsIt() {
        Baseline once = counting(Counter.ROUND_TRIPS, 1.0);
        Baseline twice = counting(Counter.ROUND_TRIPS, 2.0);
        assertThat(accepted(once, twice, counted(Counter.ROUND_TRIPS, 200, 1.0))).isTrue();
        assertThat(accepted(once, twice, counted(Counter.ROUND_TRIPS, 210, 1.0))).isFalse();
        assertThat(accepted(twice, twice, counted(Counter.ROUND_TRIPS, 200, 1.0))).as("the base counts as much")
                .isFalse();
        assertThat(accepted(once, BASE, counted(Counter.ROUND_TRIPS, 200, 1.0))).as("the branch counts nothing")
                .isFalse();
        assertThat(accepted(BASE, twice, counted(Counter.ROUND_TRIPS, 200, 1.0))).as("the base counts nothing")
                .isFalse();
        assertThat(accepted(BASE, losing(0.1), counted(Counter.ROUND_TRIPS, 100, 1.0))).as("as many")
                .isTrue();
    }

    /** An entry rounds to six decimals, and a pool tests a connection now and then. */
    @Test
    void aCountIsDeclaredWithTheToleranceThatItAlwaysHas() {
        Baseline none = counting(Counter.PREPARATIONS, 0.0);
        Baseline some = counting(Counter.PREPARATIONS, 0.083333);
        assertThat(accepted(none, some, counted(Counter.PREPARATIONS, new Count(5, 60), 0.0))).isTrue();
        assertThat(accepted(none, some, counted(Counter.PREPARATIONS, new Count(8, 60), 0.0))).isTrue();
        assertThat(accepted(none, some, counted(Counter.PREPARATIONS, new Count(10, 60), 0.0))).isFalse();
    }

    /** A race that lost by what the branch declares goes on until its times are decided. Any other is settled. */
    @Test
    void theBranchDeclaresACauseAsFarAsItsEntryCountsIt() {
        Baseline once = counting(Counter.ROUND_TRIPS, 1.0);
        Baseline twice = counting(Counter.ROUND_TRIPS, 2.0);
        Optional<Recipe> older = Optional.of(SimulatedCell.EARLIER);
        assertThat(declares(once, twice, older, more(200))).isTrue();
        assertThat(declares(once, twice, older, more(210))).as("more than the entry counts").isFalse();
        assertThat(declares(once, once, older, more(200))).as("an entry that counts no more").isFalse();
        assertThat(declares(once, twice, older, more(200), pinned())).as("pins are never declared").isFalse();
        assertThat(declares(once, twice, Optional.empty(), more(200))).as("nothing races as the baseline").isFalse();
        assertThat(declares(once, twice, Optional.of(SimulatedCell.TODAY), more(200)))
                .as("the base's recipe does not race").isFalse();
        assertThat(new Acceptance(Map.of(Dialect.POSTGRESQL, once), Map.of(Dialect.POSTGRESQL, twice), List.of())
                .declares(SimulatedCell.CELL, older, Books.HERE, List.of(more(200)))).as("nothing was measured again")
                .isFalse();
    }

    private static boolean declares(Baseline base, Baseline head, Optional<Recipe> older, Cause... causes) {
        return accepting(base, head).declares(SimulatedCell.CELL, older, Books.HERE, List.of(causes));
    }

    private static Cause more(long roundTrips) {
        return new Cause.Counted(
                new CountReading(Counter.ROUND_TRIPS, new Count(roundTrips, 100), Optional.of(1.0)));
    }

    private static Cause pinned() {
        return new Cause.Pinned(new Pins(500, 1000, 0, List.of(), List.of()), 0);
    }

    /** The entry declares the round trips. Nothing declares the time, of which too little is known. */
    @Test
    void moreOfACountThatTheEntryDeclaresLeavesAnUndecidedRaceUndecided() {
        Baseline once = counting(Counter.ROUND_TRIPS, 1.0);
        Baseline twice = counting(Counter.ROUND_TRIPS, 2.0);
        var few = counted(SimulatedCell.duel(3).after(32), 2, 1);
        CellVerdict before = Gate.judge(few, Books.HERE, once, 3);
        assertThat(before.verdict()).isInstanceOfSatisfying(Verdict.Regressed.class,
                lost -> assertThat(lost.timing()).isEqualTo(VerdictKind.INCONCLUSIVE));
        CellVerdict verdict = accepting(once, twice).of(before, few, Books.HERE);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(verdict.verdict().good()).isFalse();
        assertThat(VerdictWords.sentence(verdict)).contains("2.0 round trips per operation, was 1.0",
                "its reason: checks the certificate", "; that covers what is worse, but undecided when ",
                "smallest losses that it would have failed with 95 % probability: ");

        var enough = counted(SimulatedCell.duel(3).after(1024), 2, 1);
        assertThat(accepting(once, twice).of(Gate.judge(enough, Books.HERE, once, 3), enough, Books.HERE).verdict())
                .as("nothing is undecided").returns(DECLARED, Verdict::word);
    }

    /** The base's form hangs, so that nobody knows the times: what is declared is in doubt, and what is not fails. */
    @Test
    void aDeclaredCountBesideABaseThatStandsStillIsUndecided() {
        Baseline once = counting(Counter.ROUND_TRIPS, 1.0);
        var hang = new Standstill(Arm.BASELINE, 1, 20_000_000_000L, 8_000_000L);
        var hangs = counted(Measured.standing(SimulatedCell.duel(3).after(0), List.of(hang, hang)), 2, 1);
        CellVerdict before = Gate.judge(hangs, Books.HERE, once, 3);
        assertThat(before.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(accepting(once, counting(Counter.ROUND_TRIPS, 2.0)).of(before, hangs, Books.HERE).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
        assertThat(accepting(once, counting(Counter.ROUND_TRIPS, 1.5)).of(before, hangs, Books.HERE).verdict())
                .isInstanceOf(Verdict.Regressed.class);
    }

    /** Nobody knows whether it sends more statements. */
    @Test
    void aMissingCountIsNotAcceptedBesideADeclaredOne() {
        Baseline once = counting(Counter.ROUND_TRIPS, 1.0);
        var counted = counted(SimulatedCell.duel(3).after(1024), 2, 1);
        var lacking = counted.untimed().counts(Arm.CANDIDATE).orElseThrow();
        var measured = SimulatedCell.duel(3).after(1024).and(Untimed.counted(List.of(
                new Counts(Arm.CANDIDATE, lacking.values(),
                        new TreeMap<>(Map.of(Counter.STATEMENTS, "the relay lost its way"))),
                new Counts(Arm.BASELINE, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(100, 100),
                        Counter.STATEMENTS, new Count(100, 100))), new TreeMap<>()))));
        CellVerdict verdict = accepting(once, counting(Counter.ROUND_TRIPS, 2.0))
                .of(Gate.judge(measured, Books.HERE, once, 3), measured, Books.HERE);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(VerdictWords.sentence(verdict)).contains("was 1.0", "by its timing unchanged, but statements",
                "the relay lost its way");
    }

    @Test
    void aCountThatMayGrowMayGrowBeyondTheEntry() {
        Baseline less = counting(Counter.BYTES_SENT, 75.0);
        Baseline more = counting(Counter.BYTES_SENT, 90.0);
        assertThat(accepted(less, more, counted(Counter.BYTES_SENT, 10_700, 75.0))).isTrue();
        assertThat(accepted(less, more, counted(Counter.BYTES_SENT, 10_900, 75.0))).isFalse();
    }

    @Test
    void onlyAnAcceptedChangeOfTheCellItselfIsAClaim() {
        Baseline head = losing(0.1);
        String name = SimulatedCell.CELL.toString();
        CellVerdict lost = lost(reading(Metric.THROUGHPUT, 0.9, 0.88));
        for (var change : List.of(change(Dialect.MARIADB, Part.CELL, Kind.CHANGED, name, Optional.empty()),
                change(Dialect.POSTGRESQL, Part.NOISE, Kind.CHANGED, name, Optional.empty()),
                change(Dialect.POSTGRESQL, Part.CELL, Kind.ADDED, name, Optional.empty()),
                change(Dialect.POSTGRESQL, Part.CELL, Kind.CHANGED, name + "0", Optional.empty()),
                change(Dialect.POSTGRESQL, Part.CELL, Kind.CHANGED, name, Optional.of("it was edited")))) {
            assertThat(new Acceptance(Map.of(Dialect.POSTGRESQL, BASE), Map.of(Dialect.POSTGRESQL, head),
                    List.of(change)).of(lost, SLOWER, Books.HERE)).as(change.toString()).isSameAs(lost);
        }
    }

    @Test
    void theClaimIsThatOfTheEnvironmentThatTheBranchMeasuredAgain() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        Environment before = BASE.environments().getFirst();
        Environment after = losing(0.1).environments().getFirst();
        Baseline base = in(at(there, before), before);
        CellVerdict lost = lost(reading(Metric.THROUGHPUT, 0.9, 0.88));
        assertThat(accepted(base, in(at(there, before), after), lost)).isTrue();
    }

    private static boolean accepted(Baseline base, Baseline head, CellVerdict lost) {
        CellVerdict verdict = accepting(base, head).of(lost, SLOWER, Books.HERE);
        assertThat(verdict.verdict().word()).isIn(DECLARED, "regressed");
        return verdict.verdict().word().equals(DECLARED);
    }

    /** What a branch accepts that measured the cell again {@link Books#HERE}. */
    private static Acceptance accepting(Baseline base, Baseline head) {
        return new Acceptance(Map.of(Dialect.POSTGRESQL, base), Map.of(Dialect.POSTGRESQL, head),
                List.of(change(Dialect.POSTGRESQL, Part.CELL, Kind.CHANGED, SimulatedCell.CELL.toString(),
                        Optional.empty())));
    }

    private static BaselineChange change(Dialect database, Part part, Kind kind, String name,
            Optional<String> problem) {
        return new BaselineChange(database, Optional.of(Books.HERE), part, name, kind, List.of(),
                "checks the certificate", problem);
    }

    /** This metric lost, and the others stayed as they were. */
    private static CellVerdict lost(MetricReading reading) {
        return verdict(new Verdict.Regressed(List.of(reading.metric())), withTheRest(List.of(reading)), List.of());
    }

    private static List<MetricReading> withTheRest(List<MetricReading> readings) {
        return Stream.concat(readings.stream(), LIMITS.keySet().stream()
                .filter(metric -> readings.stream().noneMatch(reading -> reading.metric() == metric))
                .map(metric -> reading(metric, 1, 1))).toList();
    }

    private static CellVerdict counted(Counter counter, long now, double before) {
        return counted(counter, new Count(now, 100), before);
    }

    private static CellVerdict counted(Counter counter, Count now, double before) {
        return verdict(new Verdict.Regressed(List.of()), withTheRest(List.of()),
                List.of(new CountReading(counter, now, Optional.of(before))));
    }

    private static CellVerdict verdict(Verdict verdict, List<MetricReading> readings, List<CountReading> counts) {
        return new CellVerdict(SimulatedCell.CELL, verdict, true, Optional.empty(), "postgresql 42.7.14",
                "postgresql 42.2.21", 1024, 8,
                readings.stream().collect(Collectors.toMap(MetricReading::metric, Function.identity(),
                        (one, other) -> one, TreeMap::new)),
                counts.stream().collect(Collectors.toMap(CountReading::counter, Function.identity(),
                        (one, other) -> one, TreeMap::new)),
                Optional.empty(), List.of(), List.of());
    }

    /** A ratio and that of the largest loss that is not ruled out. */
    private static MetricReading reading(Metric metric, double ratio, double worst) {
        return new MetricReading(metric, ratio, ratio, ratio, worst, 0.01, LIMITS.get(metric),
                metric.lossOfRatio(ratio), 0.01, 8, Optional.empty());
    }

    /** The base's book with so much less throughput. */
    private static Baseline losing(double throughput) {
        return rewritten(throughput, Map.of());
    }

    private static Baseline counting(Counter counter, double perOperation) {
        return rewritten(0, Map.of(counter, perOperation));
    }

    private static CellMeasurement counted(CellMeasurement measured, long now, long before) {
        return measured.and(Untimed.counted(List.of(roundTrips(Arm.CANDIDATE, now), roundTrips(Arm.BASELINE, before))));
    }

    private static Counts roundTrips(Arm arm, long perOperation) {
        return new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(100 * perOperation, 100))),
                new TreeMap<>());
    }

    private static Baseline rewritten(double throughput, Map<Counter, Double> counts) {
        Environment here = BASE.environments().getFirst();
        BookEntry entry = here.entry(SimulatedCell.CELL).orElseThrow();
        var ratios = new TreeMap<>(entry.ratios());
        ratios.computeIfPresent(Metric.THROUGHPUT, (metric, stored) -> new StoredRatio(stored.logRatio() - throughput,
                stored.standardError(), stored.smallestChange()));
        var rewritten = new BookEntry(ratios, entry.pairs(), entry.sets(), entry.figures(), entry.commit(),
                "2027-01-01T00:00:00Z", "checks the certificate", entry.pinnedParks(), new TreeMap<>(counts),
                entry.inputs());
        return in(new Environment(here.fingerprint(), here.noise(),
                new TreeMap<>(Map.of(SimulatedCell.CELL, rewritten))));
    }

    private static Baseline in(Environment... environments) {
        return new Baseline(BASE.schema(), BASE.tool(), BASE.database(), BASE.recipes(), List.of(environments));
    }

    private static Environment at(Fingerprint where, Environment environment) {
        return new Environment(where, environment.noise(), environment.cells());
    }

    private static CellVerdict verdict(Baseline head, CellMeasurement measured) {
        return judged(BASE, head, measured);
    }

    private static CellVerdict judged(Baseline base, Baseline head, CellMeasurement measured) {
        return report(base, head, measured).cells().getFirst();
    }

    private static GateReport report(Baseline base, Baseline head, CellMeasurement measured) {
        MeasuredRun results = Books.results(Books.HERE, measured);
        var before = Map.of(Dialect.POSTGRESQL, base);
        var after = Map.of(Dialect.POSTGRESQL, head);
        var changes = BaselineReview.of(before, after, cell -> true);
        return new Acceptance(before, after, changes).of(Gate.judge(results, after).with(changes), results);
    }

    /** A branch whose entry was measured with so much of the throughput. */
    private static Baseline claiming(double throughput, String reason) {
        MeasuredRun measured = Books.results(Books.HERE,
                SimulatedCell.book(78).forks(0).with(Arm.CANDIDATE, throughput, 1, 1).after(512));
        return BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(BASE),
                new MeasuredRun(new RunFacts(measured.facts().schema(), measured.facts().tool(), "2027-01-01T00:00:00Z",
                        measured.facts().commit(),
                        measured.facts().seed(), true, measured.facts().manifest(), measured.facts().environments(),
                        measured.facts().settings()), measured.cells()),
                reason);
    }

    private static Baseline withRecipeOfBase(Baseline book) {
        return new Baseline(book.schema(), book.tool(), book.database(),
                new TreeMap<>(Map.of("pgjdbc+hikari", SimulatedCell.EARLIER)), book.environments());
    }
}
