package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A judge that remembers earlier looks says what one says that looks at everything again. */
@Tag("simulation")
@Execution(ExecutionMode.CONCURRENT)
class CellJudgeTest {

    private static final int HYPOTHESES = 90;

    static Stream<SimulatedCell> cells() {
        return Stream.of(SimulatedCell.duel(1), SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.93, 1.1, 1),
                SimulatedCell.duel(3).with(Arm.CANDIDATE, 0.3, 4, 3),
                SimulatedCell.duel(4).with(Arm.BASELINE, 0.5, 2, 2),
                SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.02, 40, 1), SimulatedCell.duel(6).forks(0.05),
                SimulatedCell.duel(7).disturbed(0.5), SimulatedCell.duel(8).slowFork(Arm.CANDIDATE, 1, 0.7).started(),
                // So few operations that the tail is another one as long as few pairs choose it.
                SimulatedCell.duel(9).operations(110), SimulatedCell.duel(10).operations(126),
                SimulatedCell.duel(11).operations(12), SimulatedCell.duel(12).stalling(Arm.CANDIDATE, 0.1, 3),
                SimulatedCell.check(13), SimulatedCell.check(14).with(Arm.CANDIDATE, 0.3, 4, 3),
                SimulatedCell.check(15).operations(30), SimulatedCell.check(16).disturbed(0.4));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void itSaysTheSameAtEveryLook(SimulatedCell cell) {
        sameAsAfresh(cell::after, Stream.concat(Stream.of(4, 5), Stream.concat(Looks.PLANNED.stream(),
                Stream.of(100, 500)).filter(look -> look <= 640).sorted()).toList());
    }

    @ParameterizedTest
    @MethodSource("cells")
    void itSaysTheSameWhenItLooksRarely(SimulatedCell cell) {
        sameAsAfresh(cell::after, List.of(10, 90, 640));
    }

    @Test
    void theFirstLookThatDecidesGivesTheVerdictHoweverManyPairsFollow() {
        var cell = SimulatedCell.duel(1);
        var judge = judge();
        int decided = IntStream.iterate(16, pairs -> pairs + 16)
                .filter(pairs -> judge.judge(cell.after(pairs)).decided())
                .findFirst().orElseThrow();
        assertThat(judge.judge(cell.after(2048)).pairs()).isLessThanOrEqualTo(decided)
                .isEqualTo(judge().judge(cell.after(2048)).pairs());
    }

    @Test
    void whatDoesNotBeginWithTheSamePairsIsJudgedAfresh() {
        var judge = judge();
        judge.judge(SimulatedCell.duel(1).after(64));
        for (CellMeasurement other : List.of(SimulatedCell.duel(2).after(512), SimulatedCell.duel(1).after(32))) {
            assertThat(judge.judge(other)).isEqualTo(judge().judge(other));
        }
    }

    /** The first eight pairs alone choose p95 over some slices, sixteen of them p99 of each. */
    @Test
    void anotherTailIsReadAfresh() {
        var few = SimulatedCell.duel(1).operations(30).after(8).pairs();
        var many = SimulatedCell.duel(2).operations(2000).after(512);
        var pairs = Stream.concat(few.stream(), many.pairs().stream()).toList();
        var judge = judge();
        for (int count : new int[]{8, 16, 32, 64}) {
            var soFar = new CellMeasurement(many.cell(), many.candidate(), many.baseline(), many.connections(),
                    many.sliceMillis(), many.forks(), pairs.subList(0, count), Optional.empty(), false);
            CellVerdict verdict = judge.judge(soFar);
            assertThat(verdict).as("after %d", count).isEqualTo(judge().judge(soFar));
            assertThat(verdict.figures().orElseThrow().candidate().tailPercentile()).isEqualTo(count < 16 ? 95 : 99);
        }
    }

    private static void sameAsAfresh(IntFunction<CellMeasurement> cell, List<Integer> looks) {
        var judge = judge();
        for (int pairs : looks) {
            var soFar = cell.apply(pairs);
            assertThat(judge.judge(soFar)).as("after %d", pairs).isEqualTo(judge().judge(soFar));
        }
        var ended = SimulatedCell.outOfBudget(cell.apply(looks.getLast()));
        assertThat(judge.judge(ended)).as("at the end").isEqualTo(judge().judge(ended));
    }

    private static CellJudge judge() {
        return new CellJudge(Books.HERE, Books.baseline(), HYPOTHESES, 42);
    }
}
