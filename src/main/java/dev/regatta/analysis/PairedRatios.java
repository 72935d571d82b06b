package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.stats.Median;
import dev.regatta.stats.TrimmedMean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Two arms of one measurement, pair by pair: the readings every comparison starts from. Both arms of a pair ran within
 * the same second on the same machine, so that their ratio keeps what the machine did to both out of it.
 */
public final class PairedRatios {

    /**
     * How many pairs decide which percentile is the tail: those of the first look that may pass. Before, it may change.
     */
    public static final int PAIRS_CHOOSING_THE_TAIL = 16;

    /**
     * In a short check, one value of the tail is merged over at most this many slices, so that few pairs yield values
     * too.
     */
    public static final int SLICES_OF_A_CHECK = 8;

    /** So many latencies of one operation are those of callers within it. */
    private static final int SEVERAL = 2;

    private final List<ArmSlice> arm;
    private final List<ArmSlice> yardstick;
    private final Tail tail;
    private final int[] sets;
    /**
     * How many slices of both arms were disturbed before the pair with this index: every look asks for the sum up to
     * it.
     */
    private final int[] disturbed;
    private final int[] unread;
    private final List<int[]> blocks;
    /** Log ratios per pair, computed once: every look asks again for those of all earlier looks. */
    private final double[] throughputs;
    private final double[] cpuTimes;
    /** Log ratios of the tail per block; NaN where it was not asked for yet: merging latencies is the costly part. */
    private final double[] tailRatios;

    /** Whether {@code arm} took part in every pair. */
    public static boolean everyPairHolds(Arm arm, List<Pair> pairs) {
        return pairs.stream().allMatch(pair -> pair.slices().stream().anyMatch(slice -> slice.arm() == arm));
    }

    /**
     * The arms that a stored measurement rests on: the candidate, and the raw wire where it ran at all. A workload or
     * database that the wire does not run has no ratio to it.
     */
    public static Set<Arm> besideTheWire(List<Pair> pairs) {
        return pairs.stream().flatMap(pair -> pair.slices().stream()).anyMatch(slice -> slice.arm() == Arm.REFERENCE)
                ? EnumSet.of(Arm.CANDIDATE, Arm.REFERENCE)
                : EnumSet.of(Arm.CANDIDATE);
    }

    private PairedRatios(List<Pair> pairs, Arm arm, Arm yardstick, Tail tail) {
        this.arm = slices(pairs, arm);
        this.yardstick = slices(pairs, yardstick);
        this.tail = tail;
        sets = pairs.stream().mapToInt(Pair::set).toArray();
        disturbed = sums(Disturbance::disturbed);
        unread = sums(Disturbance::unread);
        throughputs = each(this.arm, this.yardstick, Slice::throughput);
        cpuTimes = each(this.arm, this.yardstick, Slice::cpuNanosPerOperation);
        blocks = blocks(sets, tail.slicesPerBlock());
        tailRatios = new double[blocks.size()];
        Arrays.fill(tailRatios, Double.NaN);
    }

    /**
     * Compares {@code arm} with {@code yardstick}. The arm whose slices hold fewer operations decides which percentile
     * is the tail.
     *
     * @param pairs each holds both arms, and the measurement is sound ({@link Soundness}); without any, there is nothing
     *              to ask for
     */
    public static PairedRatios of(List<Pair> pairs, Arm arm, Arm yardstick) {
        return new PairedRatios(pairs, arm, yardstick, Tail.forOperations(operations(pairs, arm, yardstick)));
    }

    /** The same with a given percentile as the tail, for a comparison with a stored ratio. */
    public static PairedRatios of(List<Pair> pairs, Arm arm, Arm yardstick, double percentile) {
        return new PairedRatios(pairs, arm, yardstick, Tail.of(percentile, operations(pairs, arm, yardstick)));
    }

    /**
     * The same for a short check, with one value of the tail merged over at most {@value #SLICES_OF_A_CHECK} slices,
     * even where they hold too few operations.
     */
    public static PairedRatios ofCheck(List<Pair> pairs, Arm arm, Arm yardstick, double percentile) {
        Tail wanted = Tail.of(percentile, operations(pairs, arm, yardstick));
        return new PairedRatios(pairs, arm, yardstick,
                new Tail(percentile, Math.min(SLICES_OF_A_CHECK, wanted.slicesPerBlock())));
    }

    /** The throughput of {@code arm} relative to {@code yardstick}: e to the trimmed mean of the pairs' log ratios. */
    public static double shareOfThroughput(List<Pair> pairs, Arm arm, Arm yardstick) {
        return Math.exp(TrimmedMean.estimateOf(each(slices(pairs, arm), slices(pairs, yardstick), Slice::throughput)));
    }

    /**
     * Takes over the tail ratios that {@code fewer} knows, so that they are not computed again.
     *
     * @param fewer the ratios of the first of these pairs, with the same arms and the same tail
     */
    public void remember(PairedRatios fewer) {
        System.arraycopy(fewer.tailRatios, 0, tailRatios, 0, fewer.tailRatios.length);
    }

    /** The percentile that stands for the tail. */
    public Tail tail() {
        return tail;
    }

    /** The pairs, by their index, over which each value of the tail is merged. */
    public List<int[]> blocks() {
        return blocks;
    }

    /** The sets of which too much was disturbed. */
    public Set<Integer> disturbedSets() {
        return IntStream.of(sets).distinct().filter(set -> disturbanceOfSet(set).excessive()).boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether these are all sets. */
    public boolean allSetsDisturbed() {
        return disturbedSets().size() == IntStream.of(sets).distinct().count();
    }

    /** The number of the last set. */
    public int lastSet() {
        return sets[sets.length - 1];
    }

    /** How long the slices of one set took, in nanoseconds. */
    public long nanosOfSet(int set) {
        return IntStream.range(0, sets.length).filter(i -> sets[i] == set)
                .mapToLong(i -> arm.get(i).surroundings().elapsedNanos()
                        + yardstick.get(i).surroundings().elapsedNanos())
                .sum();
    }

    /** How much of the first {@code count} pairs was disturbed. */
    public Disturbance disturbance(int count) {
        return new Disturbance(2 * count, disturbed[count], unread[count]);
    }

    /** How much of one set was disturbed. */
    public Disturbance disturbanceOfSet(int set) {
        return disturbanceOfSet(set, sets.length);
    }

    /** How much of one set was disturbed, among the first {@code count} pairs of all: what a look knows of it. */
    public Disturbance disturbanceOfSet(int set, int count) {
        int[] pairs = IntStream.range(0, count).filter(i -> sets[i] == set).toArray();
        return new Disturbance(2 * pairs.length,
                IntStream.of(pairs).map(i -> disturbed[i + 1] - disturbed[i]).sum(),
                IntStream.of(pairs).map(i -> unread[i + 1] - unread[i]).sum());
    }

    /**
     * The log ratios of the first {@code count} pairs; for the tail those of the blocks that lie within them.
     */
    public LogRatios first(int count, Metric metric) {
        return between(0, count, metric);
    }

    /**
     * The log ratios of the pairs from index {@code from} to before index {@code to}; for the tail those of the blocks
     * that lie within them.
     */
    public LogRatios between(int from, int to, Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> each(throughputs, from, to);
            case CLIENT_CPU -> each(cpuTimes, from, to);
            case TAIL_LATENCY -> tails(from, to);
        };
    }

    /** The log ratios of all pairs, or of all blocks. */
    public LogRatios all(Metric metric) {
        return first(sets.length, metric);
    }

    private LogRatios tails(int from, int to) {
        int[] within = IntStream.range(0, blocks.size())
                .filter(i -> blocks.get(i)[0] >= from && blocks.get(i)[blocks.get(i).length - 1] < to).toArray();
        return new LogRatios(IntStream.of(within).mapToDouble(this::tailRatio).toArray(),
                IntStream.of(within).map(i -> sets[blocks.get(i)[0]]).toArray());
    }

    private double tailRatio(int index) {
        if (Double.isNaN(tailRatios[index])) {
            int[] block = blocks.get(index);
            tailRatios[index] = Math.log((double) tailNanos(block, arm) / tailNanos(block, yardstick));
        }
        return tailRatios[index];
    }

    private LogRatios each(double[] ratios, int from, int to) {
        return new LogRatios(Arrays.copyOfRange(ratios, from, to), Arrays.copyOfRange(sets, from, to));
    }

    private static List<ArmSlice> slices(List<Pair> pairs, Arm arm) {
        return pairs.stream().map(pair -> pair.of(arm)).toList();
    }

    private int[] sums(Predicate<Surroundings> sign) {
        int[] sums = new int[sets.length + 1];
        for (int i = 0; i < sets.length; i++) {
            sums[i + 1] = sums[i] + (sign.test(arm.get(i).surroundings()) ? 1 : 0)
                    + (sign.test(yardstick.get(i).surroundings()) ? 1 : 0);
        }
        return sums;
    }

    private static double[] each(List<ArmSlice> arm, List<ArmSlice> yardstick, ToDoubleFunction<Slice> reading) {
        return IntStream.range(0, arm.size()).mapToDouble(i -> Math.log(reading.applyAsDouble(arm.get(i).slice())
                / reading.applyAsDouble(yardstick.get(i).slice()))).toArray();
    }

    /** Consecutive pairs of one set, {@code size} at a time; what is left of a set is not used. */
    private static List<int[]> blocks(int[] sets, int size) {
        var blocks = new ArrayList<int[]>();
        int start = 0;
        for (int i = 0; i < sets.length; i++) {
            if (sets[i] != sets[start]) {
                start = i;
            }
            if (i - start + 1 == size) {
                blocks.add(IntStream.rangeClosed(start, i).toArray());
                start = i + 1;
            }
            if (start >= sets.length) {
                break;
            }
        }
        return blocks;
    }

    private long tailNanos(int[] block, List<ArmSlice> slices) {
        return Tail.nanos(IntStream.of(block).mapToObj(i -> slices.get(i).slice()).toList(),
                tail.percentile());
    }

    private static double operations(List<Pair> pairs, Arm arm, Arm yardstick) {
        return pairs.isEmpty() ? 0 : Math.min(medianLatencies(pairs, arm), medianLatencies(pairs, yardstick));
    }

    private static double medianLatencies(List<Pair> pairs, Arm arm) {
        return Median.of(pairs.stream().limit(PAIRS_CHOOSING_THE_TAIL)
                .mapToDouble(pair -> latencies(pair.of(arm).slice())).toArray());
    }

    /**
     * How many latencies a slice has: one of each operation, which counts with its share, or where several callers are in
     * one, as many as there are: those of an operation that is only partly inside are whole.
     */
    private static double latencies(Slice slice) {
        int latencies = slice.latencies().count();
        return latencies >= SEVERAL * Math.max(1, slice.allOperations()) ? latencies : slice.operations();
    }
}
