package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A simulated measurement. Every stage is a recorded fork drawn at random, in a role drawn at random. Its pairs are
 * moving blocks of that fork's consecutive pairs (Künsch, "The jackknife and the bootstrap for general stationary
 * observations", 1989). The fork's end is joined to its beginning, so that every pair is equally likely (Politis and
 * Romano, "A circular block-resampling procedure for stationary data", 1992). The slices of a pair, neighbouring pairs
 * and the pairs of a fork thus stay together.
 */
final class ResampledRace {

    /**
     * Consecutive pairs that stay together: nearly a second. Recorded differences of neighbouring pairs hardly
     * correlate.
     */
    private static final int BLOCK = 16;

    private final NoisyCell cell;
    private final Optional<Recipe> baseline;
    private final List<Integer> stages;
    private final Optional<PlantedLoss> loss;
    private final SplittableRandom random;
    /**
     * Draws where a planted loss strikes. It is a generator of its own, so that the race is the same with and without
     * the loss.
     */
    private final SplittableRandom strikes;
    private final List<RecordedFork> drawn = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();

    /** One pair: the stage, the recorded slices that were played, and whether the planted loss strikes. */
    private record Round(int stage, List<RecordedSlice> slices, boolean hit) {}

    /**
     * A race to come.
     *
     * @param baseline the recipe of the baseline's arm, empty when the book decides
     * @param stages   how many pairs each stage has
     * @param loss     what is worse about the candidate
     */
    ResampledRace(NoisyCell cell, Optional<Recipe> baseline, List<Integer> stages, Optional<PlantedLoss> loss,
            long seed) {
        this.cell = cell;
        this.baseline = baseline;
        this.stages = stages;
        this.loss = loss;
        this.random = new SplittableRandom(seed);
        this.strikes = new SplittableRandom(~seed);
    }

    /** The measurement after {@code count} pairs, or after its last stage; a longer one begins with the same pairs. */
    CellMeasurement after(int count) {
        while (rounds.size() < count && drawn.size() < stages.size()) {
            stage();
        }
        var pairs = rounds.stream().limit(count).map(this::pair).toList();
        var starts = new ArrayList<ForkStart>();
        for (int stage = 1; stage <= pairs.getLast().stage(); stage++) {
            for (ForkStart start : drawn.get(stage - 1).starts()) {
                starts.add(new ForkStart(start.arm(), stage, start.pid(), start.jdk(), start.code(),
                        start.jars(),
                        start.warmUpSlices(), start.steady()));
            }
        }
        return new CellMeasurement(cell.recorded().cell(), cell.recorded().candidate(), baseline,
                cell.recorded().connections(), cell.recorded().sliceMillis(), starts, pairs, Optional.empty(), false);
    }

    /** How long the first {@code count} pairs took, warming up included. */
    long nanos(int count) {
        long slices = rounds.stream().limit(count).flatMap(round -> round.slices().stream())
                .mapToLong(slice -> slice.nanos(cell.recorded().connections())).sum();
        return slices + warmUpNanos(count);
    }

    /** How long warming up for the first {@code count} pairs took. */
    long warmUpNanos(int count) {
        return drawn.stream().limit(rounds.get(count - 1).stage()).mapToLong(RecordedFork::warmUpNanos).sum();
    }

    /** The readings of {@code arm} in the first {@code count} pairs, slice by slice. */
    double[] readings(Arm arm, Metric metric, double percentile, int count) {
        return rounds.stream().limit(count).mapToDouble(round -> {
            var roles = drawn.get(round.stage() - 1).roles();
            var slice = round.slices().stream().filter(one -> roles.get(one.arm()) == arm).findFirst().orElseThrow();
            return slice.reading(metric, percentile, change(arm, round));
        }).toArray();
    }

    /**
     * All blocks that may be drawn of one fork, each once: {@value #BLOCK} elements from every start. The fork's end is
     * joined to its beginning.
     */
    static <T> Stream<T> blocks(List<T> fork) {
        return IntStream.range(0, fork.size()).boxed().flatMap(start -> IntStream.range(0, BLOCK)
                .mapToObj(i -> fork.get((start + i) % fork.size())));
    }

    private void stage() {
        int stage = drawn.size();
        var fork = cell.forks().get(random.nextInt(cell.forks().size()));
        drawn.add(fork);
        boolean hitFork = strikes(PlantedLoss.Pattern.SIXTH_OF_FORKS);
        for (int pairs = 0; pairs < stages.get(stage);) {
            int start = random.nextInt(fork.rounds().size());
            for (int i = 0; i < BLOCK && pairs < stages.get(stage); i++, pairs++) {
                rounds.add(new Round(stage + 1,
                        fork.rounds().get((start + i) % fork.rounds().size()).stream()
                                .filter(slice -> fork.roles().containsKey(slice.arm())).toList(),
                        hitFork || strikes(PlantedLoss.Pattern.ALWAYS)
                                || strikes(PlantedLoss.Pattern.TENTH_OF_SLICES)));
            }
        }
    }

    private Pair pair(Round round) {
        var fork = drawn.get(round.stage() - 1);
        var slices = new ArrayList<ArmSlice>();
        for (RecordedSlice slice : round.slices()) {
            Arm role = fork.roles().get(slice.arm());
            slices.add(slice.as(role, change(role, round)));
        }
        return new Pair(round.stage(), slices);
    }

    private boolean strikes(PlantedLoss.Pattern pattern) {
        return loss.filter(planted -> planted.pattern() == pattern).isPresent()
                && strikes.nextDouble() < pattern.share();
    }

    private Change change(Arm role, Round round) {
        if (role != Arm.CANDIDATE) {
            return Change.NONE;
        }
        Change correction = drawn.get(round.stage() - 1).correction();
        return round.hit() ? correction.with(loss.orElseThrow()) : correction;
    }
}
