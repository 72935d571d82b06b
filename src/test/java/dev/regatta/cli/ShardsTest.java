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
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.VerdictsJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    void theVerdictOfAJobStands() {
        var report = shards(results(1, List.of(ONE), SAME), results(2, List.of(OTHER), LOST)).judge(baselines());
        assertThat(report.cells()).containsExactly(judged(SAME, 1), judged(LOST, 1))
                .doesNotContain(judged(SAME, 2), judged(LOST, 2));
        assertThat(report.cells()).extracting(CellVerdict::verdict).hasExactlyElementsOfTypes(Verdict.Unchanged.class,
                Verdict.Regressed.class);
    }

    private static CellVerdict judged(CellMeasurement measured, int cells) {
        return Gate.judge(measured, Books.HERE, Books.baseline(), FamilyError.hypotheses(cells));
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
                        new TreeMap<>(Map.of(Dialect.POSTGRESQL, where)), new TreeMap<>()),
                List.of(cells));
    }
}
