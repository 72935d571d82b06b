package dev.regatta.gate;

import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.workload.Dialect;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A cell measured on a machine that does not exist: log-normal slices around a drifting state of the machine that all
 * arms share (first-order autoregressive), forks that differ, and planted effects. Fresh forks take over where a set
 * ends, and after eight pairs that show a loss but for the number of sets, as in a race.
 */
public final class SimulatedCell {

    /** The cell most tests judge. */
    public static final CellId CELL = new CellId(Dialect.POSTGRESQL,
            new ClientId("pgjdbc+hikari", Threading.PLATFORM), "select-1");

    /** The client under test today. */
    public static final Recipe TODAY = recipe("42.7.14");

    /** The client under test earlier. */
    public static final Recipe EARLIER = recipe("42.2.21");

    private static final int STEPS = 2500;
    /** Equal ones are made once for all cells. */
    private static final Map<List<Integer>, Latencies> HISTOGRAMS = new ConcurrentHashMap<>();

    /** How many latencies a slice has: as few where it has few operations. */
    private static final int FEW = 110;
    private static final int MANY = 20 * FEW;

    private static final int WINDOW_NANOS = 18_000_000;
    private static final double MACHINE = 0.05;
    private static final double MEMORY = 0.7;

    private final Random random;
    private final boolean duel;
    private final Map<Arm, double[]> effects = new EnumMap<>(Arm.class);
    private final Map<Arm, double[]> forkEffects = new EnumMap<>(Arm.class);
    private final List<Pair> pairs = new ArrayList<>();
    private double[] sliceNoise = {0.07, 0.10, 0.05};
    private double[] forkNoise = {0.004, 0.008, 0.004};
    private double operations = 1250;
    private double disturbed;
    private double louder = 1;
    private Set<Integer> loudSets = Set.of();
    /** The forks that are disturbed; empty for all. */
    private Set<Integer> disturbedSets = Set.of();
    private boolean readings = true;
    private double machine;
    private final Map<Arm, double[]> stalls = new EnumMap<>(Arm.class);
    private final Map<Arm, Map<Integer, Double>> slowForks = new EnumMap<>(Arm.class);
    private final List<ForkStart> starts = new ArrayList<>();
    private List<Integer> sets;
    private boolean starting;
    private boolean steady = true;
    private int set;
    private int setEnd;
    private CellId cell = CELL;
    private int budget = Looks.LAST;

    private SimulatedCell(long seed, boolean duel, List<Integer> sets) {
        random = new Random(seed);
        this.duel = duel;
        this.sets = sets;
    }

    /** Candidate against baseline. */
    public static SimulatedCell duel(long seed) {
        return new SimulatedCell(seed, true, Collections.nCopies(24, 128));
    }

    /** Candidate beside the reference, as a baseline is measured. */
    public static SimulatedCell book(long seed) {
        return new SimulatedCell(seed, false,
                Collections.nCopies(Looks.LAST / BaselineUpdate.PAIRS_PER_SET, BaselineUpdate.PAIRS_PER_SET));
    }

    /**
     * Candidate beside the reference, as a short check measures it, in forks of which it is known whether they are
     * steady.
     */
    public static SimulatedCell check(long seed) {
        return new SimulatedCell(seed, false, Looks.SHORT_SETS).started();
    }

    /** Of whose forks it is known how they came to their first slice. */
    public SimulatedCell started() {
        starting = true;
        return this;
    }

    /** Other sets than those of the plan. */
    public SimulatedCell sets(Integer... pairs) {
        sets = List.of(pairs);
        return this;
    }

    /** In a share of the slices of an arm, operations take {@code factor} times as long. */
    public SimulatedCell stalling(Arm arm, double share, double factor) {
        stalls.put(arm, new double[]{share, Math.log(factor)});
        return this;
    }

    /** One fork of an arm has {@code factor} times the throughput that it would have. */
    public SimulatedCell slowFork(Arm arm, int number, double factor) {
        slowForks.computeIfAbsent(arm, any -> new HashMap<>()).put(number, Math.log(factor));
        return this;
    }

    /** Forks that are timed while they still get faster. */
    public SimulatedCell restless() {
        starting = true;
        steady = false;
        return this;
    }

    /** Makes an arm's throughput, tail and CPU per operation this many times what they would be. */
    public SimulatedCell with(Arm arm, double throughput, double tail, double cpu) {
        effects.put(arm, new double[]{Math.log(throughput), Math.log(tail), Math.log(cpu)});
        return this;
    }

    /** Operations per slice. */
    public SimulatedCell operations(double perSlice) {
        operations = perSlice;
        return this;
    }

    /** Noise of a slice in throughput, tail and CPU. */
    public SimulatedCell noise(double throughput, double tail, double cpu) {
        sliceNoise = new double[]{throughput, tail, cpu};
        return this;
    }

    /** Standard deviation between the forks of an arm, in all metrics. */
    public SimulatedCell forks(double deviation) {
        forkNoise = new double[]{deviation, deviation, deviation};
        return this;
    }

    /** How many times more the slices of these sets scatter. */
    public SimulatedCell loud(double times, Integer... sets) {
        louder = times;
        loudSets = Set.of(sets);
        return this;
    }

    /** The share of disturbed slices in some forks; none in the others. */
    public SimulatedCell disturbed(double share, Integer... forks) {
        disturbedSets = Set.of(forks);
        return disturbed(share);
    }

    /** The share of disturbed slices. */
    public SimulatedCell disturbed(double share) {
        disturbed = share;
        return this;
    }

    /** Without readings of the surroundings. */
    public SimulatedCell blind() {
        readings = false;
        return this;
    }

    /** Another cell. */
    public SimulatedCell cell(CellId other) {
        cell = other;
        return this;
    }

    /** Measures at most so many pairs. */
    public SimulatedCell budget(int most) {
        budget = most;
        return this;
    }

    /** The measurement after {@code count} pairs. */
    public CellMeasurement after(int count) {
        while (pairs.size() < count) {
            if (pairs.size() == setEnd && set < sets.size()) {
                setEnd += sets.get(set);
                set++;
                fresh();
            }
            pairs.add(pair());
            if (duel && pairs.size() == Looks.FIRST && new CellJudge(Books.HERE, Books.baseline(), 90)
                    .look(measurement(false)).wantsFreshSet()) {
                setEnd = pairs.size();
            }
        }
        return measurement(false);
    }

    /** The measurement when the verdict is decided or the budget ends, looking where the experiment looks. */
    public CellMeasurement untilDecided(Function<CellMeasurement, CellVerdict> gate) {
        for (int look : Looks.PLANNED) {
            if (look > budget) {
                return measurement(true);
            }
            var measurement = after(look);
            if (gate.apply(measurement).decided()) {
                return measurement;
            }
        }
        return measurement(false);
    }

    /** A measurement with both arms' names exchanged. */
    public static CellMeasurement swapped(CellMeasurement measurement) {
        var swapped = measurement.pairs().stream().map(pair -> new Pair(pair.set(), pair.slices().stream()
                .map(slice -> new ArmSlice(switch (slice.arm()) {
                    case CANDIDATE -> Arm.BASELINE;
                    case BASELINE -> Arm.CANDIDATE;
                    case REFERENCE -> Arm.REFERENCE;
                }, slice.slice(), slice.surroundings())).toList())).toList();
        return Measured.paired(measurement, swapped);
    }

    /** The measurement as if the baseline's recipe were the candidate's. */
    public static CellMeasurement againstItself(CellMeasurement measurement) {
        return Measured.of(measurement.cell(), measurement.candidate(), Optional.of(measurement.candidate()),
                measurement.setup().connections(), measurement.timed().sliceMillis(), measurement.forks(),
                measurement.pairs(), measurement.failure(), measurement.timed().outOfBudget());
    }

    /** The measurement with another slice of the candidate in its last pair. */
    public static CellMeasurement withLast(CellMeasurement measurement, UnaryOperator<Slice> change) {
        return withEvery(measurement.pairs().size(), measurement, change);
    }

    /** The measurement with another slice of the candidate in every {@code nth} pair. */
    public static CellMeasurement withEvery(int nth, CellMeasurement measurement, UnaryOperator<Slice> change) {
        var changed = new ArrayList<>(measurement.pairs());
        for (int i = nth - 1; i < changed.size(); i += nth) {
            changed.set(i, new Pair(changed.get(i).set(), changed.get(i).slices().stream()
                    .map(slice -> slice.arm() == Arm.CANDIDATE
                            ? new ArmSlice(slice.arm(), change.apply(slice.slice()), slice.surroundings())
                            : slice)
                    .toList()));
        }
        return Measured.paired(measurement, changed);
    }

    private CellMeasurement measurement(boolean outOfBudget) {
        return Measured.of(cell, TODAY, duel ? Optional.of(EARLIER) : Optional.empty(), 4, 20, starts,
                pairs, Optional.empty(), outOfBudget);
    }

    private void fresh() {
        for (Arm arm : Arm.values()) {
            forkEffects.put(arm, Arrays.stream(forkNoise).map(sigma -> sigma * random.nextGaussian()).toArray());
            if (starting && (duel || arm != Arm.BASELINE)) {
                starts.add(new ForkStart(arm, set, set, "25.0.1+8-LTS", "", List.of(), 10, steady));
            }
        }
    }

    private Pair pair() {
        var arms = new ArrayList<>(duel ? List.of(Arm.values()) : List.of(Arm.CANDIDATE, Arm.REFERENCE));
        Collections.shuffle(arms, random);
        return new Pair(set, arms.stream().map(arm -> new ArmSlice(arm, slice(arm), surroundings())).toList());
    }

    private Slice slice(Arm arm) {
        machine = MEMORY * machine + Math.sqrt(1 - MEMORY * MEMORY) * MACHINE * random.nextGaussian();
        double[] effect = effects.getOrDefault(arm,
                arm == Arm.REFERENCE ? new double[]{Math.log(1.4), Math.log(0.7), Math.log(0.4)} : new double[3]);
        double[] fork = forkEffects.get(arm);
        // One slice in twenty-five is hit by something.
        double hit = random.nextInt(25) == 0 ? 0.3 * random.nextDouble() : 0;
        double[] stall = stalls.get(arm);
        double stalled = stall != null && random.nextDouble() < stall[0] ? stall[1] : 0;
        double slow = slowForks.getOrDefault(arm, Map.of()).getOrDefault(set, 0.0);
        double loud = loudSets.contains(set) ? louder : 1;
        double throughput = effect[0] + fork[0] + slow + machine + loud * sliceNoise[0] * random.nextGaussian() - hit
                - stalled;
        double tail = effect[1] + fork[1] - machine + loud * sliceNoise[1] * random.nextGaussian() + 2 * hit;
        double cpu = effect[2] + fork[2] - machine / 4 + loud * sliceNoise[2] * random.nextGaussian() + hit / 4;
        int done = (int) Math.max(1, Math.round(operations * Math.exp(throughput)));
        Latencies latencies = histogram(tail, operations * Math.exp(effect[0]) < MANY / 2 ? FEW : MANY);
        // Each latency is that of an operation: where the window holds very few, most lie outside of it.
        int all = operations < FEW ? Math.max(done, FEW) : done;
        return new Slice(done, WINDOW_NANOS, all, Math.round(8_500 * Math.exp(cpu) * all), 0, 0, "", 0, latencies);
    }

    private Surroundings surroundings() {
        boolean noisy = disturbedSets.isEmpty() || disturbedSets.contains(set);
        double foreign = random.nextDouble() < disturbed && noisy ? 0.4 : 0.02;
        return readings
                ? new Surroundings(20_000_000, OptionalLong.of(17_600_000), OptionalDouble.of(foreign),
                        OptionalDouble.of(0.01), OptionalDouble.of(0), 100_000)
                : new Surroundings(20_000_000, OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                        OptionalDouble.empty(), 100_000);
    }

    private static Latencies histogram(double tail, int count) {
        int step = (int) Math.clamp(Math.round(tail * 1000) + STEPS, 0, 2L * STEPS);
        return HISTOGRAMS.computeIfAbsent(List.of(step, count), key -> histogramOf(step, count));
    }

    /** A histogram of which every percentile is scaled by the tail's effect, in steps of 0.1 %. */
    private static Latencies histogramOf(int step, int count) {
        var histogram = new Histogram(3);
        for (int i = 0; i < 40; i++) {
            double micros = 100 * Math.exp((step - STEPS) / 1000.0 + i / 20.0);
            histogram.recordValueWithCount(Math.round(micros * 1000), count / FEW * (i < 35 ? 3 : 1));
        }
        return Latencies.of(histogram);
    }

    private static Recipe recipe(String version) {
        return new Recipe("pgjdbc+hikari", List.of(new Artifact("org.postgresql:postgresql:" + version, "0".repeat(64)),
                new Artifact("com.zaxxer:HikariCP:7.1.0", "1".repeat(64))), new TreeMap<>());
    }
}
