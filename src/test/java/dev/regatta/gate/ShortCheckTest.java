package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A candidate beside the raw wire, with inputs that are the baseline's. */
@Execution(ExecutionMode.CONCURRENT)
class ShortCheckTest {

    private static final Fingerprint THERE = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
    private static final int ALL = Looks.SHORT.getLast();

    @Test
    void whatIsUnchangedPassesAndSaysWhatWasRuledOut() {
        for (int seed = 0; seed < 20; seed++) {
            var verdict = judge(SimulatedCell.check(seed).after(ALL));
            assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
            assertThat(VerdictWords.sentence(verdict))
                    .containsPattern("a short check rules out at least \\d+ % less throughput, \\d+ % more tail "
                            + "latency, \\d+ % more client CPU; \\d+ pairs from 1 set$");
            assertThat(verdict.pairs()).isLessThanOrEqualTo(32);
        }
    }

    @Test
    void aCollapseThatTwoSteadySetsShowFails() {
        var verdict = judge(SimulatedCell.check(1).with(Arm.CANDIDATE, 0.4, 1, 1).after(ALL));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("throughput is 0.393 [")
                .endsWith("; the inputs are the baseline's, so suspect the machine first");
        assertThat(verdict.sets()).isEqualTo(2);
    }

    /** The tired reader looks there, and not for a noisy neighbour. */
    @Test
    void aCollapseBesideAChangedInputNamesIt() {
        var verdict = Gate.judge(collapsed().after(ALL), Books.HERE.with(Map.of("jvm.options", "-Xint")),
                Books.baseline(), 90);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict))
                .endsWith(
                        "; could not race the old form of jvm.options unknown -> -Xint, so suspect that or the machine");
    }

    /** As after a merge that went wrong: no times would be compared, and the cell would pass. */
    @Test
    void anEntryThatLostItsRatiosIsNoPass() {
        Baseline stored = Books.baseline();
        var without = new Baseline(stored.schema(), stored.tool(), stored.database(), stored.recipes(),
                stored.environments().stream().map(there -> new Environment(there.fingerprint(), there.noise(),
                        new TreeMap<>(Map.of(SimulatedCell.CELL, lost(there.entry(SimulatedCell.CELL).orElseThrow())))))
                        .toList());
        var verdict = judge(SimulatedCell.check(1).after(ALL), without);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict))
                .contains("the raw wire ran beside it, and its entry has no ratios to compare: ");
    }

    private static BookEntry lost(BookEntry entry) {
        return new BookEntry(new TreeMap<>(), entry.pairs(), entry.sets(), entry.figures(), entry.commit(),
                entry.date(),
                entry.reason(), entry.pinnedParks(), entry.counts(), entry.inputs());
    }

    /** Half of the throughput is the limit itself, and what fails lies beyond it for certain. */
    @Test
    void theLossThatItWouldHaveFailedIsLargerThanItsLimit() {
        var reading = judge(SimulatedCell.check(1).after(ALL)).readings().get(Metric.THROUGHPUT);
        assertThat(reading.tolerated()).isEqualTo(0.5);
        assertThat(reading.smallestChange()).isBetween(0.505, 0.7);
        double planted = 1 - reading.smallestChange();
        long found = IntStream.range(0, 40)
                .filter(seed -> judge(SimulatedCell.check(seed).with(Arm.CANDIDATE, planted, 1, 1).after(ALL))
                        .verdict() instanceof Verdict.Regressed)
                .count();
        assertThat(found).isGreaterThan(30);
    }

    /** What disturbs the machine hits the client and the wire unlike: a disturbed set shows nothing. */
    @Test
    void disturbedSetsShowNoCollapseAndHideNone() {
        var shown = judge(collapsed().disturbed(0.9, 1, 3).after(ALL));
        assertThat(shown.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(shown.sets()).isEqualTo(4);
        assertThat(judge(collapsed().disturbed(0.9, 1, 2, 3, 4, 5, 6, 7).after(ALL)).verdict())
                .as("one set that counts").isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(collapsed().disturbed(0.9).after(ALL)).verdict().toString()).contains("Noisy");
    }

    private static SimulatedCell collapsed() {
        return SimulatedCell.check(1).with(Arm.CANDIDATE, 0.4, 1, 1);
    }

    @Test
    void oneSetShowsNoCollapse() {
        assertThat(judge(SimulatedCell.check(1).with(Arm.CANDIDATE, 0.4, 1, 1).after(256)).verdict())
                .isInstanceOf(Verdict.Inconclusive.class);
        assertThat(judge(SimulatedCell.check(1).slowFork(Arm.CANDIDATE, 1, 0.4).after(ALL)).verdict())
                .isEqualTo(Books.SAME_INPUTS);
    }

    @Test
    void forksThatWereNotSteadyShowNoCollapseAndPassNoneEither() {
        var restless = judge(SimulatedCell.check(1).restless().with(Arm.CANDIDATE, 0.4, 1, 1).after(ALL));
        assertThat(restless.verdict()).isInstanceOf(Verdict.Inconclusive.class);
        assertThat(restless.decided()).isTrue();
        assertThat(judge(SimulatedCell.check(1).restless().after(ALL)).verdict())
                .isEqualTo(Books.SAME_INPUTS);
    }

    @Test
    void anotherMachineIsNoLoss() {
        for (int seed = 0; seed < 10; seed++) {
            var dear = SimulatedCell.check(seed).with(Arm.CANDIDATE, 0.8, 1.2, 1.38).after(ALL);
            var verdict = Gate.judge(dear, THERE, runsThatDiffer(0.03), 90);
            assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
            assertThat(VerdictWords.sentence(verdict)).contains("stored in another environment: cpu.model");
        }
    }

    @Test
    void whereRunsWereRecordedTheLimitIsWhatTheyDifferBy() {
        var dear = SimulatedCell.check(1).with(Arm.CANDIDATE, 1, 1, 1.38).after(ALL);
        var verdict = judge(dear, runsThatDiffer(0.03));
        assertThat(verdict.verdict()).isEqualTo(new Verdict.Regressed(List.of(Metric.CLIENT_CPU)));
        assertThat(VerdictWords.sentence(verdict)).contains("client CPU is 1.363 [", "suspect the machine first");
        assertThat(judge(SimulatedCell.check(1).with(Arm.CANDIDATE, 1, 1, 1.15).after(ALL), runsThatDiffer(0.03))
                .verdict()).as("within a quarter").isEqualTo(Books.SAME_INPUTS);
        assertThat(judge(dear, runsThatDiffer(0.12)).verdict()).as("3.5 times 12 %")
                .isEqualTo(Books.SAME_INPUTS);
        assertThat(judge(dear).verdict()).as("nothing was recorded").isEqualTo(Books.SAME_INPUTS);
    }

    @Test
    void unchangedReadingsHardlyEverFailWhereTheLimitIsNarrow() {
        var verdicts = IntStream.range(0, 60)
                .mapToObj(seed -> judge(SimulatedCell.check(seed).forks(0.02).after(ALL), runsThatDiffer(0.03)))
                .map(verdict -> verdict.verdict().word())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(verdicts).isEqualTo(Map.of("not raced (same inputs)", 60L));
    }

    @Test
    void moreOfWhatIsCountedIsNoPass() {
        var stored = Books.of(Books.HERE, SimulatedCell.book(77).forks(0).after(256).and(Untimed.counted(trips(100))));
        assertThat(judge(SimulatedCell.check(1).after(ALL).and(Untimed.counted(trips(100))), stored).verdict())
                .isEqualTo(Books.SAME_INPUTS);
        var more = judge(SimulatedCell.check(1).after(ALL).and(Untimed.counted(trips(200))), stored);
        assertThat(more.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(more)).contains("2.0 round trips per operation, was 1.0",
                "by its timing alone no collapse");
    }

    @Test
    void aLargeGainIsNoImprovement() {
        var faster = judge(SimulatedCell.check(1).with(Arm.CANDIDATE, 3, 0.3, 0.3).after(ALL)).verdict();
        assertThat(faster).isEqualTo(Books.SAME_INPUTS);
    }

    @Test
    void itIsNoEvidenceForANewBaseline() {
        int pairs = judge(SimulatedCell.check(1).after(ALL)).pairs();
        var passed = SimulatedCell.check(1).after(pairs);
        assertThat(judge(passed).verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThatThrownBy(() -> Books.of(Books.HERE, passed)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 16 pairs from 1 sets, fewer than 128 or 2");
    }

    private static List<Counts> trips(long total) {
        return List.of(new Counts(Arm.CANDIDATE, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(total, 100))),
                new TreeMap<>()));
    }

    private static Baseline runsThatDiffer(double deviation) {
        var stored = Books.baseline();
        var noise = new TreeMap<>(Arrays.stream(Metric.values()).collect(Collectors.toMap(Function.identity(),
                metric -> new Noise(0.1, 0.01, OptionalDouble.of(deviation)))));
        return new Baseline(stored.schema(), stored.tool(), stored.database(), stored.recipes(),
                stored.environments().stream().map(there -> new Environment(there.fingerprint(),
                        new TreeMap<>(Map.of(SimulatedCell.CELL.client(), noise)), there.cells())).toList());
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return judge(measurement, Books.baseline());
    }

    private static CellVerdict judge(CellMeasurement measurement, Baseline baseline) {
        return Gate.judge(measurement, Books.HERE, baseline, 90);
    }
}
