package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Measured;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

class SoundnessTest {

    private static final Slice SOUND = new Slice(400, 18_000_000, 440, 8_000_000, 0, 0, "", 0, Measured.ONE);
    private static final Slice EMPTY = new Slice(0, 18_000_000, 0, 8_000_000, 0, 0, "", 0, Latencies.NONE);

    /** One stalled slice of sixteen would be more than a twentieth. */
    @ParameterizedTest
    @CsvSource({"16, 1", "16, 16", "32, 3", "63, 10"})
    void emptySlicesDecideNothingInFewPairs(int pairs, int empty) {
        assertThat(Soundness.problem(measurement(pairs, empty), List.of(Arm.CANDIDATE))).isEmpty();
    }

    /** What a pause of one set filled, up to a fifth of all slices, is judged as the loss that it is. */
    @ParameterizedTest
    @CsvSource({"64, 3", "100, 20", "128, 8", "1024, 204"})
    void emptySlicesOfOneSetAreTolerated(int pairs, int empty) {
        assertThat(Soundness.problem(measurement(pairs, empty), List.of(Arm.CANDIDATE))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"64, 13", "100, 21", "1024, 205"})
    void moreThanAFifthAreTooMany(int pairs, int empty) {
        assertThat(problem(measurement(pairs, empty))).hasValue(hangs(empty, pairs));
    }

    @Test
    void mostSetsOfAClientThatHangsAreOftenEmpty() {
        assertThat(problem(sets(4, 4, 0))).hasValue(hangs(8, 192));
        assertThat(problem(sets(4, 3, 3))).as("a twentieth is tolerated").isEmpty();
        assertThat(problem(sets(12, 0, 0))).as("one set met a pause").isEmpty();
        assertThat(problem(sets(12, 12, 0, 0))).as("two of four sets did").isEmpty();
    }

    private static Optional<String> problem(CellMeasurement measurement) {
        return Soundness.problem(measurement, List.of(Arm.CANDIDATE)).map(Soundness.Problem::words);
    }

    private static String hangs(int empty, int pairs) {
        return "the candidate arm ended no operation in " + empty + " of " + pairs
                + " slices: it hangs, or needs longer slices";
    }

    /** Sets of 64 pairs, of which this many have an empty slice. */
    private static CellMeasurement sets(int... empty) {
        return measurement(IntStream.range(0, 64 * empty.length)
                .mapToObj(i -> pair(1 + i / 64, i % 64 < empty[i / 64] ? EMPTY : SOUND)).toList());
    }

    @Test
    void anArmWhoseThreadsEndedWithATenthOfItsCpuTimeIsNotJudged() {
        assertThat(Soundness.problem(unseen(128, 1_000_000), List.of(Arm.CANDIDATE))).map(Soundness.Problem::words)
                .hasValue(
                        "11 % of the CPU time of the candidate arm was used by threads that ended within a slice, and is not"
                                + " in its client CPU: keep the threads of driver and pool for as long as the client");
    }

    @Test
    void aLittleIsTolerated() {
        assertThat(Soundness.problem(unseen(128, 400_000), List.of(Arm.CANDIDATE))).isEmpty();
    }

    /** 16 slices of 8 ms: a tick or two is more than a twentieth of that. */
    @Test
    void ticksAreNotHeldAgainstAnArm() {
        assertThat(Soundness.problem(unseen(16, 1_000_000), List.of(Arm.CANDIDATE))).isEmpty();
        assertThat(Soundness.problem(unseen(16, 3_000_000), List.of(Arm.CANDIDATE))).get().asString()
                .contains("of the CPU time of the candidate arm was used by threads that ended");
    }

    /** In ticks, as they are read: nothing in seven slices, and eight times as much in the eighth. */
    private static CellMeasurement unseen(int pairs, long nanosPerSlice) {
        return measurement(IntStream.range(0, pairs).mapToObj(i -> pair(1 + i / 64, new Slice(400, 18_000_000, 440,
                8_000_000, 0, 0, "", 0, Measured.ONE,
                Optional.of(
                        new Resources(0, 0, 0, 0, Optional.of(i % 8 == 7 ? 8 * nanosPerSlice : 0), Optional.empty())))))
                .toList());
    }

    private static CellMeasurement measurement(int pairs, int empty) {
        return measurement(IntStream.range(0, pairs).mapToObj(i -> pair(1, i < empty ? EMPTY : SOUND)).toList());
    }

    private static CellMeasurement measurement(List<Pair> pairs) {
        Recipe recipe = new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>());
        return Measured.of(
                new CellId(Dialect.POSTGRESQL, new ClientId("pgjdbc+hikari", Threading.PLATFORM), "select-1"), recipe,
                Optional.of(recipe), 8, 20, List.of(), pairs, Optional.empty(), false);
    }

    private static Pair pair(int fork, Slice candidate) {
        var quiet = new Surroundings(20_000_000, OptionalLong.empty(), OptionalDouble.of(0), OptionalDouble.of(0),
                OptionalDouble.of(0), 0);
        return new Pair(fork,
                List.of(new ArmSlice(Arm.CANDIDATE, candidate, quiet), new ArmSlice(Arm.BASELINE, SOUND, quiet)));
    }
}
