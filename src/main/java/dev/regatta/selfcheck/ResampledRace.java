package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.Progress;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A simulated measurement that a stopping rule ends. Every set is a recorded one drawn at random, in roles
 * drawn at random. The arms of each block are then drawn either way round: they ran the same recipe, and a set of a hundred pairs
 * whose slices were hit on one side by chance would else be raced again and again as forks that do not exist. Its pairs
 * are moving blocks of that set's consecutive pairs (Künsch, "The jackknife and the
 * bootstrap for general stationary observations", 1989). The set's end is joined to its beginning, so that every pair
 * is equally likely (Politis and Romano, "A circular block-resampling procedure for stationary data", 1992). The slices
 * of a pair, neighbouring pairs and the pairs of a set thus stay together.
 */
final class ResampledRace {

    /**
     * Consecutive pairs that stay together: nearly a second. Recorded differences of neighbouring pairs hardly
     * correlate.
     */
    private static final int BLOCK = 16;

    private final NoisyCell cell;
    private final Optional<Recipe> baseline;
    private final Optional<PlantedLoss> loss;
    private final SplittableRandom random;
    /**
     * Draws where a planted loss strikes. It is a generator of its own, so that the race is the same with and without
     * the loss.
     */
    private final SplittableRandom strikes;
    private final List<RecordedSet> drawn = new ArrayList<>();
    private final List<ForkStart> starts = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();
    /** Where the block begins that is being played, and the forks as it plays them. */
    private int start;
    private RecordedSet playing;

    /** One pair: the set it is of, the recorded slices that were played, and whether the planted loss strikes. */
    private record Round(RecordedSet set, List<RecordedSlice> slices, boolean hit) {}

    /**
     * A race to come.
     *
     * @param baseline the recipe of the baseline's arm, empty when the book decides
     * @param loss     what is worse about the candidate
     */
    ResampledRace(NoisyCell cell, Optional<Recipe> baseline, Optional<PlantedLoss> loss, long seed) {
        this.cell = cell;
        this.baseline = baseline;
        this.loss = loss;
        this.random = new SplittableRandom(seed);
        this.strikes = new SplittableRandom(~seed);
    }

    /** Races until {@code rule} has decided or its last set is over, as a real race does. */
    CellMeasurement until(StoppingRule rule) {
        var sets = new Progress(rule);
        while (sets.begin(pairs.size())) {
            begin(sets.number());
            boolean hit = strikes(PlantedLoss.Pattern.SIXTH_OF_SETS);
            for (int measured = 0; sets.goesOn(pairs.size()); measured++) {
                pair(measured, hit);
                if (rule.looks().contains(pairs.size())) {
                    StoppingRule.Ruling ruling = rule.rule(soFar());
                    if (ruling.decided()) {
                        return soFar();
                    }
                    sets.ruled(ruling);
                }
            }
        }
        return soFar();
    }

    /** How long it took so far, warming up included. */
    long nanos() {
        return rounds.stream().flatMap(round -> round.slices().stream()).mapToLong(RecordedSlice::nanos).sum()
                + warmUpNanos();
    }

    /** How long warming up took so far. */
    long warmUpNanos() {
        return drawn.stream().mapToLong(RecordedSet::warmUpNanos).sum();
    }

    /** How many pairs were measured so far. */
    int pairs() {
        return pairs.size();
    }

    /**
     * Readings of one metric, one per slice.
     *
     * @param candidate those of the candidate
     * @param other     those of the arm that it raced
     */
    record Readings(double[] candidate, double[] other) {}

    /** What was measured so far. */
    Readings sideBySide(Metric metric, double percentile) {
        return new Readings(readings(Arm.CANDIDATE, metric, percentile), readings(Arm.BASELINE, metric, percentile));
    }

    /**
     * What somebody measures who runs all of one version and then all of the other: one recorded fork of each, from two
     * different sets, so that a minute lies between them.
     */
    Readings oneAfterTheOther(Metric metric, double percentile, long seed) {
        var draw = new SplittableRandom(seed);
        var one = cell.sets().get(draw.nextInt(cell.sets().size()));
        var others = cell.sets().stream().filter(fork -> fork.set() != one.set()).toList();
        var other = others.get(draw.nextInt(others.size()));
        boolean hitSet = strikes(PlantedLoss.Pattern.SIXTH_OF_SETS, draw);
        return new Readings(one.playing(Arm.CANDIDATE).stream().mapToDouble(slice -> {
            boolean hit = hitSet || strikes(PlantedLoss.Pattern.ALWAYS, draw)
                    || strikes(PlantedLoss.Pattern.TENTH_OF_SLICES, draw);
            return slice.reading(metric, percentile, hit ? Factors.NONE.with(loss.orElseThrow()) : Factors.NONE);
        }).toArray(),
                other.playing(Arm.BASELINE).stream()
                        .mapToDouble(slice -> slice.reading(metric, percentile, Factors.NONE)).toArray());
    }

    private double[] readings(Arm arm, Metric metric, double percentile) {
        return rounds.stream().mapToDouble(round -> {
            var slice = round.slices().stream().filter(one -> round.set().roles().get(one.arm()) == arm).findFirst()
                    .orElseThrow();
            return slice.reading(metric, percentile, change(arm, round.set(), round.hit()));
        }).toArray();
    }

    /**
     * All blocks that may be drawn of one set, each once: {@value #BLOCK} elements from every start, in an order as random
     * as that of a race. A tail may be merged over the end of a block, and two blocks that are drawn one after the other
     * have little in common. The set's end is joined to its beginning.
     */
    static <T> Stream<T> blocks(List<T> set) {
        var starts = new ArrayList<>(IntStream.range(0, set.size()).boxed().toList());
        Collections.shuffle(starts, new Random(set.size()));
        return starts.stream().flatMap(start -> IntStream.range(0, BLOCK)
                .mapToObj(i -> set.get((start + i) % set.size())));
    }

    private CellMeasurement soFar() {
        CellMeasurement recorded = cell.recorded();
        return new CellMeasurement(recorded.cell(),
                new Setup(recorded.candidate(), baseline, recorded.setup().connections(),
                        Collections.emptySortedMap()),
                new Timed(recorded.timed().sliceMillis(), starts, pairs, List.of(), Optional.empty(), false),
                Untimed.NOTHING);
    }

    private void begin(int number) {
        var set = cell.sets().get(random.nextInt(cell.sets().size()));
        drawn.add(set);
        for (ForkStart start : set.starts()) {
            starts.add(new ForkStart(start.arm(), number, start.pid(), start.jdk(), start.code(), start.jars(),
                    start.warmUpSlices(), start.steady()));
        }
    }

    /** The next pair, after {@code measured} of its set: the first of a block that is drawn, or the one after it. */
    private void pair(int measured, boolean hitSet) {
        if (measured % BLOCK == 0) {
            playing = random.nextBoolean() ? drawn.getLast() : drawn.getLast().mirrored().orElse(drawn.getLast());
            start = random.nextInt(playing.rounds().size());
        }
        var set = playing;
        var slices = set.rounds().get((start + measured % BLOCK) % set.rounds().size()).stream()
                .filter(slice -> set.roles().containsKey(slice.arm())).toList();
        boolean hit = hitSet || strikes(PlantedLoss.Pattern.ALWAYS) || strikes(PlantedLoss.Pattern.TENTH_OF_SLICES);
        rounds.add(new Round(set, slices, hit));
        pairs.add(new Pair(drawn.size(), slices.stream().map(slice -> {
            Arm role = set.roles().get(slice.arm());
            return slice.as(role, change(role, set, hit));
        }).toList()));
    }

    private boolean strikes(PlantedLoss.Pattern pattern) {
        return strikes(pattern, strikes);
    }

    private boolean strikes(PlantedLoss.Pattern pattern, SplittableRandom draw) {
        return loss.filter(planted -> planted.pattern() == pattern).isPresent() && draw.nextDouble() < pattern.share();
    }

    private Factors change(Arm role, RecordedSet set, boolean hit) {
        if (role != Arm.CANDIDATE) {
            return Factors.NONE;
        }
        return hit ? set.correction().with(loss.orElseThrow()) : set.correction();
    }
}
