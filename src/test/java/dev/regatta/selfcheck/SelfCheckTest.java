package dev.regatta.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.baseline.Baseline;
import dev.regatta.gate.CellJudge;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.Judgement;
import dev.regatta.gate.Measured;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.CellMeasurement;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Whether it sees what a gate does, on little noise. Whether the gate keeps its promises, on real noise, is what
 * {@code .ci/run} asks it.
 */
@Tag("simulation")
@Execution(ExecutionMode.CONCURRENT)
class SelfCheckTest {

    private static final Recording RECORDING = Recordings.simulated(1, 4);
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @Test
    void theSameSeedGivesTheSameOutcome() {
        var options = new Options(2, 5, List.of(new PlantedLoss(Metric.CLIENT_CPU, 0.08)), List.of(), 2, 7, 10, 0.95);
        assertThat(SelfCheck.run(RECORDING, options, NOWHERE).text())
                .isEqualTo(SelfCheck.run(RECORDING, options, NOWHERE).text()).contains("| Regatta |", "benchstat");
    }

    /** The old way: every judgement looks at all earlier looks again. */
    @Test
    void aJudgeThatRemembersGivesTheSameVerdicts() {
        var options = new Options(1, 6, List.of(new PlantedLoss(Metric.THROUGHPUT, 0.05)),
                List.of(new PlantedLoss(Metric.THROUGHPUT, 0.65)), 3, 3, 10, 0.95);
        Recording recording = Recordings.simulated(2, 4);
        assertThat(SelfCheck.run(recording, options, NOWHERE).text()).isEqualTo(SelfCheck.run(recording, options,
                (now, baseline, hypotheses) -> soFar -> new CellJudge(now, baseline, hypotheses).look(soFar),
                NOWHERE).text());
    }

    /** At every look and between them, as a race is judged that goes on. */
    @Test
    void aJudgeThatRemembersGivesTheSameVerdictAtEveryLook() {
        for (var run : RECORDING.runs()) {
            for (var cell : run.cells().stream().toList()) {
                var where = run.facts().environments().get(cell.cell().database());
                for (long seed = 1; seed <= 2; seed++) {
                    var loss = seed == 1
                            ? Optional.<PlantedLoss>empty()
                            : Optional.of(new PlantedLoss(Metric.CLIENT_CPU, 0.05));
                    var race = new ResampledRace(NoisyCell.duel(cell, where, new TreeMap<>()), cell.baseline(), loss,
                            seed);
                    var judge = new CellJudge(where, Baseline.empty(cell.cell().database()), 9);
                    long judged = seed;
                    race.until(new Watched(Set.of(4, 8, 12, 16, 32, 48, 100, 128, 256, 512, 1024, 1030, 2048),
                            soFar -> assertThat(judge.judge(soFar))
                                    .as("%s after %d", cell.cell(), soFar.pairs().size()).isEqualTo(Gate.judge(soFar,
                                            where, Baseline.empty(cell.cell().database()), 9))));
                }
            }
        }
    }

    /** Looks, and never stops a race. */
    private record Watched(Set<Integer> looks, Consumer<CellMeasurement> watcher) implements StoppingRule {

        @Override
        public List<Integer> sets() {
            return Collections.nCopies(24, 128);
        }

        @Override
        public Ruling rule(CellMeasurement soFar) {
            watcher.accept(soFar);
            return new Ruling(false, "");
        }
    }

    /** A gate that is as it should be misses none of the targets that the next two miss. */
    @Test
    void theGateKeepsItsPromisesOnAMachineOfPureNoise() {
        assertThat(missed(SelfCheck.run(RECORDING,
                new Options(2, 12, Options.brief(1, 10, 0.95).losses(), List.of(), 6, 1, 10, 0.95), NOWHERE)))
                .isEmpty();
    }

    @Test
    void aGateThatIsTooEagerIsCaught() {
        // It fails whatever is below 0.99 of the throughput at the look that decides.
        var outcome = SelfCheck.run(RECORDING, new Options(2, 12, List.of(), List.of(), 1, 1, 10, 0.95),
                (now, baseline, hypotheses) -> measurement -> {
                    CellVerdict verdict = Gate.judge(measurement, now, baseline, hypotheses);
                    var throughput = verdict.readings().get(Metric.THROUGHPUT);
                    return new Judgement.OfCell(verdict.decided() && throughput != null && throughput.ratio() < 0.99
                            ? failed(verdict)
                            : verdict);
                }, NOWHERE);
        assertThat(outcome.passed()).isFalse();
        assertThat(missed(outcome)).anyMatch(words -> words.startsWith("duels: at most 1 % of unchanged suites fail"));
    }

    private static CellVerdict failed(CellVerdict verdict) {
        return with(verdict, new Verdict.Regressed(List.of(Metric.THROUGHPUT)));
    }

    private static CellVerdict with(CellVerdict verdict, Verdict other) {
        return new CellVerdict(verdict.cell(), other, verdict.decided(), verdict.compared(), verdict.candidate(),
                verdict.baseline(),
                verdict.pairs(), verdict.sets(), verdict.readings(), verdict.counts(), verdict.figures(),
                verdict.warnings(), verdict.frames());
    }

    @Test
    void aGateThatGivesUpEarlyIsCaught() {
        var loss = new PlantedLoss(Metric.THROUGHPUT, 0.05);
        var outcome = SelfCheck.run(RECORDING, new Options(1, 1, List.of(loss), List.of(), 24, 1, 10, 0.95),
                (now, baseline,
                        hypotheses) -> cell -> new Judgement.OfCell(Gate.judge(Measured.of(cell.cell(),
                                cell.candidate(),
                                cell.baseline(), cell.setup().connections(), cell.timed().sliceMillis(), cell.forks(),
                                cell.pairs().subList(0, Math.min(64, cell.pairs().size())), cell.failure(),
                                cell.pairs().size() >= 64), now, baseline, hypotheses)),
                NOWHERE);
        assertThat(missed(outcome)).anyMatch(words -> words.startsWith("throughput -5 %: at least 95 % are caught"));
    }

    /** A check that never fails raises no false alarm either. */
    @Test
    void shortChecksThatFindNoCollapseAreCaught() {
        var collapse = new PlantedLoss(Metric.THROUGHPUT, 0.75);
        var options = new Options(2, 4, List.of(), List.of(collapse), 8, 1, 10, 0.95);
        String promise = "short checks, throughput -75 %: at least 95 % are caught";
        assertThat(missed(SelfCheck.run(RECORDING, options, NOWHERE))).noneMatch(words -> words.startsWith(promise));
        assertThat(missed(SelfCheck.run(RECORDING, options, neverFailing(), NOWHERE)))
                .anyMatch(words -> words.startsWith(promise));
    }

    /** They pass where only the trimmed mean is looked at. */
    @Test
    void aGateThatFindsNoIntermittentLossIsCaught() {
        var atTimes = new PlantedLoss(Metric.THROUGHPUT, 0.65, PlantedLoss.Pattern.TENTH_OF_SLICES);
        var options = new Options(1, 1, List.of(atTimes), List.of(), 12, 1, 10, 0.95);
        String promise = "throughput -65 % in a tenth of the slices: at least 67 % are caught";
        assertThat(missed(SelfCheck.run(RECORDING, options, NOWHERE))).noneMatch(words -> words.startsWith(promise));
        assertThat(missed(SelfCheck.run(RECORDING, options, neverFailing(), NOWHERE)))
                .anyMatch(words -> words.startsWith(promise));
    }

    private static SelfCheck.Judges neverFailing() {
        return (now, baseline, hypotheses) -> measurement -> {
            CellVerdict verdict = Gate.judge(measurement, now, baseline, hypotheses);
            return new Judgement.OfCell(verdict.verdict() instanceof Verdict.Regressed
                    ? with(verdict, new Verdict.Unchanged(false))
                    : verdict);
        };
    }

    @Test
    void shortChecksFindACollapseOnly() {
        var outcome = SelfCheck.run(Recordings.simulated(2, 4), new Options(6, 4, List.of(),
                List.of(new PlantedLoss(Metric.THROUGHPUT, 0.25), new PlantedLoss(Metric.THROUGHPUT, 0.65)), 8, 1, 10,
                0.95),
                NOWHERE);
        assertThat(outcome.text()).contains("Short checks, nothing changed: 6 suites, 24 cells: 0.00 % regressed",
                "Short checks, throughput -25 %: 0.0 % caught, 0.0 % inconclusive",
                "Short checks, throughput -65 %: 100.0 % caught");
    }

    /**
     * Nobody could store a baseline of it: an update refuses a disturbed machine. What is promised of short checks is not
     * kept then, as nobody looked.
     */
    @Test
    void aCellWithoutAnUndisturbedSetHasNoShortChecks() {
        var options = new Options(1, 1, List.of(), List.of(new PlantedLoss(Metric.THROUGHPUT, 0.75)), 1, 1, 10, 0.95);
        var noisy = new Recording(List.of(Recordings.run(1, 1, cell -> cell.disturbed(0.9))));
        var outcome = SelfCheck.run(noisy, options, NOWHERE);
        assertThat(outcome.text()).contains("Duels, nothing changed").doesNotContain("Short checks");
        assertThat(missed(outcome)).contains("short checks: nothing was checked, as the recording has no cell that ran"
                + " beside the raw wire in a set that others left undisturbed; record one");
        assertThat(SelfCheck.run(Recordings.simulated(1, 1), options, NOWHERE).text()).contains("Short checks");
    }

    private static List<String> missed(SelfCheckResult outcome) {
        return outcome.targets().stream().filter(target -> !target.met()).map(SelfCheckResult.Target::words).toList();
    }
}
