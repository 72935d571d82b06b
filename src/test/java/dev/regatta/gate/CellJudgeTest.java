package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.ServerName;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.report.VerdictWords;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a judge looks at; one that remembers earlier looks says what one says that looks at everything again. */
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

    @Tag("simulation")
    @ParameterizedTest
    @MethodSource("cells")
    void itSaysTheSameAtEveryLook(SimulatedCell cell) {
        sameAsAfresh(cell::after, Stream.concat(Stream.of(4, 5), Stream.concat(Looks.PLANNED.stream(),
                Stream.of(100, 500)).filter(look -> look <= 640).sorted()).toList());
    }

    @Tag("simulation")
    @ParameterizedTest
    @MethodSource("cells")
    void itSaysTheSameWhenItLooksRarely(SimulatedCell cell) {
        sameAsAfresh(cell::after, List.of(10, 90, 640));
    }

    @Tag("simulation")
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
        for (CellMeasurement other : List.of(SimulatedCell.duel(2).after(128), SimulatedCell.duel(1).after(32))) {
            assertThat(judge.judge(other)).isEqualTo(judge().judge(other));
        }
    }

    /** The first eight pairs alone choose p95 over some slices, sixteen of them p99 of each. */
    @Test
    void anotherTailIsReadAfresh() {
        var few = SimulatedCell.duel(1).operations(30).after(8).pairs();
        var many = SimulatedCell.duel(2).operations(2000).after(56);
        var pairs = Stream.concat(few.stream(), many.pairs().stream()).toList();
        var judge = judge();
        for (int count : new int[]{8, 16, 32, 64}) {
            var soFar = Measured.of(many.cell(), many.candidate(), many.baseline(), many.setup().connections(),
                    many.timed().sliceMillis(), many.forks(), pairs.subList(0, count), Optional.empty(), false);
            CellVerdict verdict = judge.judge(soFar);
            assertThat(verdict).as("after %d", count).isEqualTo(judge().judge(soFar));
            assertThat(verdict.figures().orElseThrow().candidate().tailPercentile()).isEqualTo(count < 16 ? 95 : 99);
        }
    }

    /**
     * Of the second set nine pairs are disturbed, the first ones: 18 of 32 slices at its first look, 18 of 64 at the
     * next, and then 18 of 96.
     */
    @Test
    void aLookKnowsNothingOfTheQuietThatFollows() {
        var collapsed = SimulatedCell.check(1).with(Arm.CANDIDATE, 0.2, 1, 1).after(576);
        var pairs = new ArrayList<>(collapsed.pairs());
        for (int i = 512; i < 521; i++) {
            Pair pair = pairs.get(i);
            assertThat(pair.set()).isEqualTo(2);
            pairs.set(i, new Pair(2, pair.slices().stream().map(slice -> new ArmSlice(slice.arm(), slice.slice(),
                    new Surroundings(20_000_000, OptionalLong.empty(), OptionalDouble.of(0.4), OptionalDouble.of(0.4),
                            OptionalDouble.of(0), 0)))
                    .toList()));
        }
        var judge = judge();
        int decided = IntStream.iterate(16, count -> count + 16).filter(count -> judge
                .judge(Measured.paired(collapsed, pairs.subList(0, count))).decided()).findFirst().orElseThrow();
        assertThat(decided).isEqualTo(560);
        assertThat(judge().judge(Measured.paired(collapsed, pairs)))
                .isEqualTo(judge.judge(Measured.paired(collapsed, pairs)))
                .satisfies(verdict -> assertThat(verdict.pairs()).isEqualTo(560))
                .satisfies(verdict -> assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class));
    }

    /** Merging latencies is the costly part of a look. */
    @Test
    void whatWasReadOfATailIsNotReadAgain() {
        var cell = SimulatedCell.duel(1);
        var judge = judge();
        judge.judge(cell.after(16));
        var pairs = new ArrayList<>(cell.after(32).pairs());
        pairs.set(0, new Pair(1, pairs.getFirst().slices().stream().map(CellJudgeTest::withLongerBaseline)
                .toList()));
        var lost = Measured.paired(cell.after(32), pairs);
        var before = judge().judge(cell.after(32)).readings();
        assertThat(judge().judge(lost).readings()).as("afresh").isNotEqualTo(before);
        assertThat(judge.judge(lost).readings()).isEqualTo(before);
    }

    private static ArmSlice withLongerBaseline(ArmSlice of) {
        Slice slice = of.slice();
        return of.arm() == Arm.BASELINE
                ? new ArmSlice(of.arm(), new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(),
                        slice.cpuNanos(), 0, 0, "", 0, slice.latencies().times(10)), of.surroundings())
                : of;
    }

    /** An operation that opens a pool takes half a second, and its tail is that of the callers. */
    @Test
    void aTailRestsOnTheCallersWithinAnOperation() {
        List<Pair> pairs = SimulatedCell.duel(1).after(16).pairs();
        List<Pair> cycles = pairs.stream().map(pair -> new Pair(pair.set(), pair.slices().stream()
                .map(CellJudgeTest::ofOneOperation).toList())).toList();
        assertThat(PairedRatios.of(pairs, Arm.CANDIDATE, Arm.BASELINE).tail().percentile()).isEqualTo(99);
        assertThat(PairedRatios.of(cycles, Arm.CANDIDATE, Arm.BASELINE).tail().slicesPerBlock())
                .isEqualTo((int) Math.ceil(1000.0 / pairs.getFirst().slices().getFirst().slice().latencies().count()));
    }

    private static ArmSlice ofOneOperation(ArmSlice of) {
        Slice slice = of.slice();
        return new ArmSlice(of.arm(), new Slice(1, slice.windowNanos(), 1, slice.cpuNanos(), 0, 0, "", 0,
                slice.latencies()), of.surroundings());
    }

    @Test
    void whereNothingHadToBeMeasuredTheDigestOfTheInputsIsTold() {
        var inputs = new Inputs(new TreeMap<>(Map.of(Inputs.JDK, "25")));
        var spared = Measured.depending(SimulatedCell.check(1).after(0),
                Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs));
        assertThat(judge().judge(spared)).isEqualTo(CellVerdict.without(SimulatedCell.CELL,
                new Verdict.NotRaced(List.of(), Optional.of(inputs.digest().substring(0, 12))), "postgresql 42.7.14",
                "postgresql 42.7.14"));
    }

    @Test
    void aCheckIsComparedWithTheStoredRecipe() {
        var check = SimulatedCell.check(1).after(0);
        assertThat(judge().judge(check).baseline()).isEqualTo("postgresql 42.7.14");
        assertThat(judge(book(SimulatedCell.EARLIER)).judge(check).baseline()).isEqualTo("postgresql 42.2.21");
        assertThat(judge(Baseline.empty(Dialect.POSTGRESQL)).judge(check).baseline()).isEqualTo("unknown");
    }

    /** What the baseline ran on is not known where it did not run. */
    @Test
    void anotherRecipeThanTheStoredOneIsNotCheckedAgainstTheBook() {
        var check = SimulatedCell.check(1).after(16);
        var served = Measured.of(check.cell(), check.candidate(), check.baseline(), check.setup().connections(),
                check.timed().sliceMillis(),
                check.forks().stream().map(fork -> fork.on(ServerName.of("PostgreSQL 18.1"))).toList(),
                check.pairs(), check.failure(), check.timed().outOfBudget());
        var verdict = judge(book(SimulatedCell.EARLIER)).judge(served);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("the baseline's recipe differs "
                + "(postgresql 42.2.21 -> 42.7.14) and its arm did not race: measure again");
    }

    /** Of the environment of the run the book holds the noise, but no entry of the cell. */
    @Test
    void aCheckIsComparedWithTheNearestEnvironmentThatHoldsTheCellAndADuelTakesTheNoiseOfTheNearest() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        var noise = new TreeMap<>(Map.of(Metric.THROUGHPUT, new Noise(0.1, 0.05, OptionalDouble.empty())));
        var book = book(SimulatedCell.TODAY,
                new Environment(Books.HERE, new TreeMap<>(Map.of(SimulatedCell.CELL.client(), noise)), new TreeMap<>()),
                new Environment(there, new TreeMap<>(), Books.baseline().environments().getFirst().cells()));
        assertThat(judge(book).judge(SimulatedCell.check(1).after(16)).compared().orElseThrow().differences())
                .containsExactly(new Change("cpu.model", "Simulated 9000", "Simulated 3000"));
        var duel = SimulatedCell.duel(1).after(64);
        assertThat(error(judge(book).judge(duel))).isGreaterThan(2 * error(judge().judge(duel)));
    }

    private static double error(CellVerdict verdict) {
        return verdict.readings().get(Metric.THROUGHPUT).standardError();
    }

    private static Baseline book(Recipe recipe) {
        return book(recipe, Books.baseline().environments().getFirst());
    }

    private static Baseline book(Recipe recipe, Environment... environments) {
        return new Baseline(Baseline.SCHEMA, "", Dialect.POSTGRESQL, new TreeMap<>(Map.of(recipe.stack(), recipe)),
                List.of(environments));
    }

    private static void sameAsAfresh(IntFunction<CellMeasurement> cell, List<Integer> looks) {
        var judge = judge();
        for (int pairs : looks) {
            var soFar = cell.apply(pairs);
            assertThat(judge.judge(soFar)).as("after %d", pairs).isEqualTo(judge().judge(soFar));
        }
        var ended = Measured.outOfBudget(cell.apply(looks.getLast()));
        assertThat(judge.judge(ended)).as("at the end").isEqualTo(judge().judge(ended));
    }

    private static CellJudge judge() {
        return judge(Books.baseline());
    }

    private static CellJudge judge(Baseline baseline) {
        return new CellJudge(Books.HERE, baseline, HYPOTHESES);
    }
}
