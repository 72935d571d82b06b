package dev.regatta.cli;

import dev.regatta.analysis.FamilyError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.MeasuredCell;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.VerdictsJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class ShardsTest {

    private static final CellId ONE = SimulatedCell.CELL;
    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");
    private static final CellMeasurement SAME = SimulatedCell.duel(1).after(512);
    private static final CellMeasurement LOST = SimulatedCell.duel(2).cell(OTHER).with(Arm.CANDIDATE, 0.1, 12, 6)
            .after(128);
    private static final List<CellId> BOTH = List.of(ONE, OTHER);

    @Test
    void onePartIsJudgedAsItIs() {
        MeasuredRun whole = results(42, BOTH, SAME, LOST);
        assertThat(shards(whole).judge(baselines())).isEqualTo(Gate.judge(whole, baselines()));
        assertThat(shards(whole).merged()).isEqualTo(whole);
    }

    @Test
    void partsOfOneSeedAreTheWholeRun() {
        MeasuredRun whole = results(42, BOTH, SAME, LOST);
        var parts = shards(results(42, BOTH, SAME), results(42, BOTH, LOST));
        assertThat(parts.judge(baselines())).isEqualTo(Gate.judge(whole, baselines()));
        assertThat(parts.merged()).isEqualTo(whole);
    }

    @Test
    void everyPartKeepsItsSeedAndSharesTheErrorOfTheWhole() {
        var report = shards(results(1, List.of(ONE), SAME), results(2, List.of(OTHER), LOST)).judge(baselines());
        assertThat(report.cells()).containsExactly(
                Gate.judge(SAME, Books.HERE, Books.baseline(), FamilyError.hypotheses(2)),
                Gate.judge(LOST, Books.HERE, Books.baseline(), FamilyError.hypotheses(2)));
        assertThat(report.cells()).extracting(CellVerdict::verdict).hasExactlyElementsOfTypes(Verdict.Unchanged.class,
                Verdict.Regressed.class);
    }

    /** Jobs look with errors of their own: one of few cells decides what the whole run would look at longer. */
    @ParameterizedTest
    @ValueSource(doubles = {0.9, 1.1})
    void whatAJobDecidedStandsAlthoughTheWholeRunWouldHaveGoneOn(double throughput) {
        var alone = stoppedEarly(throughput).soFar();
        var report = shards(results(1, List.of(ONE), alone), results(2, others(), LOST)).judge(baselines());
        assertThat(report.cells().getFirst()).isEqualTo(alone(alone));
        assertThat(report.cells().getFirst().verdict())
                .isInstanceOf(throughput < 1 ? Verdict.Regressed.class : Verdict.Improved.class);
    }

    @Test
    void aPartThatWasInterruptedDecidedNothing() {
        var part = results(1, List.of(ONE), stoppedEarly(0.9).soFar());
        var interrupted = new MeasuredRun(new RunFacts(part.facts().schema(), part.facts().tool(),
                part.facts().started(), part.facts().commit(), part.facts().seed(), false,
                part.facts().manifest(), part.facts().environments(), part.facts().settings()), part.cells());
        var report = shards(interrupted, results(2, others(), LOST)).judge(baselines());
        assertThat(report.cells().getFirst().verdict()).isInstanceOf(Verdict.Inconclusive.class);
    }

    @Test
    void whatWasMeasuredOnAfterItsOwnDecisionIsJudgedWithTheWhole() {
        var early = stoppedEarly(0.9);
        var longer = early.cell().after(early.soFar().pairs().size() + 1);
        var report = shards(results(1, List.of(ONE), longer), results(2, others(), LOST)).judge(baselines());
        assertThat(report.cells().getFirst().verdict()).isInstanceOf(Verdict.Inconclusive.class);
    }

    @Test
    void aCellNoPartMeasuredIsNotAPass() {
        var report = shards(results(1, BOTH, SAME), results(2, BOTH)).judge(baselines());
        assertThat(report.passed()).isFalse();
        assertThat(VerdictWords.sentence(report.cells().getLast())).contains("was not judged");
    }

    @Test
    void anInterruptedPartIsNotAPass() {
        MeasuredRun interrupted = results(2, List.of(OTHER), LOST);
        var report = shards(results(1, List.of(ONE), SAME),
                new MeasuredRun(new RunFacts(interrupted.facts().schema(), interrupted.facts().tool(),
                        interrupted.facts().started(), interrupted.facts().commit(), 2,
                        false, interrupted.facts().manifest(), interrupted.facts().environments(),
                        interrupted.facts().settings()), interrupted.cells()))
                .judge(baselines());
        assertThat(report.complete()).isFalse();
    }

    @Test
    void aCellOfTheBaselinesIsExpectedOnAnyJdkOfTheRun() {
        CellId on21 = ONE.on(21);
        var part = shards(results(42, List.of(on21), SimulatedCell.duel(1).cell(on21).after(16)));
        var held = Books.baseline().environments().getFirst().cells().keySet();
        assertThat(held).contains(ONE);
        assertThat(part.expecting(List.of(Books.baseline())).manifest()).contains(on21).doesNotContain(ONE)
                .hasSize(held.size());
    }

    @Test
    void aCellMeasuredTwiceIsAnError() {
        assertThatThrownBy(() -> shards(results(1, BOTH, SAME), results(2, BOTH, SAME)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(ONE + " was measured in part1 and in part2: parts of one run share no cell");
        assertThatThrownBy(() -> shards(results(1, BOTH, SAME, SAME)))
                .hasMessageStartingWith(ONE + " was measured in part1 twice");
    }

    @Test
    void anotherEnvironmentIsAnErrorThatNamesTheDifference() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        assertThatThrownBy(() -> shards(results(1, BOTH, SAME), results(there, "abc1234", 2, BOTH, LOST)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("part2: postgresql ran in another environment than in the files before it "
                        + "(cpu.model Simulated 3000 -> Simulated 9000)");
    }

    @Test
    void anotherCommitIsAnError() {
        assertThatThrownBy(() -> shards(results(1, BOTH, SAME), results(Books.HERE, "fff", 2, BOTH, LOST)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("part2 is of commit fff, but part1 of abc1234: judge them apart");
    }

    @Test
    void theSameFilesGiveTheSameBytes() {
        MeasuredRun one = results(1, List.of(ONE), SAME);
        MeasuredRun other = results(2, List.of(OTHER), LOST);
        assertThat(VerdictsJson.of(shards(one, other).judge(baselines())))
                .isEqualTo(VerdictsJson.of(shards(one, other).judge(baselines()))).contains("\"regressed\"");
    }

    /** A cell, and what was measured of it until the gate decided. */
    private record Early(SimulatedCell cell, CellMeasurement soFar) {}

    /** Looking for one takes seconds. */
    private static final Map<Double, Early> EARLY = new ConcurrentHashMap<>();

    private static Early stoppedEarly(double throughput) {
        return EARLY.computeIfAbsent(throughput, ShardsTest::firstStoppedEarly);
    }

    /** The first cell that was decided for it alone, and would not have been in a run of {@link #others()} as well. */
    private static Early firstStoppedEarly(double throughput) {
        // Of the losses the fifth is such a cell, of the gains the first: looking at those before takes seconds.
        return LongStream.range(throughput < 1 ? 4 : 0, 200).mapToObj(seed -> {
            var cell = SimulatedCell.duel(seed).with(Arm.CANDIDATE, throughput, 1, 1).noise(0.35, 0.2, 0.1);
            return new Early(cell, cell.untilDecided(ShardsTest::alone));
        }).filter(early -> alone(early.soFar()).decided() && !Gate.judge(early.soFar(), Books.HERE, Books.baseline(),
                FamilyError.hypotheses(1 + others().size())).decided()).findFirst().orElseThrow();
    }

    /** The verdict of a run that knows of this cell only. */
    private static CellVerdict alone(CellMeasurement measured) {
        return Gate.judge(measured, Books.HERE, Books.baseline(), FamilyError.hypotheses(1));
    }

    /** The manifest of the other job, whose cells share the error. */
    private static List<CellId> others() {
        return Stream.concat(Stream.of(OTHER), IntStream.range(0, 60)
                .mapToObj(i -> CellId.of("postgresql/pgjdbc+hikari/virtual/workload-" + i))).toList();
    }

    private static Map<Dialect, dev.regatta.baseline.Baseline> baselines() {
        return Map.of(Dialect.POSTGRESQL, Books.baseline());
    }

    private static Shards shards(MeasuredRun... parts) {
        var byName = new LinkedHashMap<String, MeasuredRun>();
        Arrays.stream(parts).forEach(part -> byName.put("part" + (byName.size() + 1), part));
        return Shards.of(byName);
    }

    static MeasuredRun results(long seed, List<CellId> manifest, CellMeasurement... cells) {
        return results(Books.HERE, "abc1234", seed, manifest, cells);
    }

    private static MeasuredRun results(Fingerprint where, String commit, long seed, List<CellId> manifest,
            CellMeasurement... cells) {
        return new MeasuredRun(
                new RunFacts(RunFacts.SCHEMA, "0.1.0", "2026-11-20T10:00:00Z", commit, seed, true, manifest,
                        new TreeMap<>(Map.of(Dialect.POSTGRESQL, where)), new TreeMap<>(),
                        Optional.of(new TreeMap<>())),
                Arrays.stream(cells).map(MeasuredCell::of).toList());
    }
}
