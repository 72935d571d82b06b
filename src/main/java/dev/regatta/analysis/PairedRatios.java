package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.stats.Median;
import dev.regatta.stats.TrimmedMean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Two arms of one measurement, pair by pair: the readings every comparison starts from. Both arms of a pair ran within
 * the same second on the same machine, so that their ratio keeps what the machine did to both out of it.
 */
public final class PairedRatios {

    /** How many pairs decide which percentile is the tail: those of the first look, so that no later look changes it. */
    public static final int PAIRS_CHOOSING_THE_TAIL = 16;

    /** One value of the tail of a short check is merged over at most so many slices: few pairs then hold some. */
    public static final int SLICES_OF_A_CHECK = 8;

    private final List<Pair> pairs;
    private final Arm arm;
    private final Arm yardstick;
    private final Tail tail;
    private final int[] forks;
    private final List<int[]> blocks;
    /** Log ratios per pair: every look asks for those of all looks before it. */
    private final double[] throughputs;
    private final double[] cpuTimes;
    /** Log ratios of the tail per block; NaN where it was not asked for yet: decoding histograms is the costly part. */
    private final double[] tailRatios;

    private PairedRatios(List<Pair> pairs, Arm arm, Arm yardstick, Tail tail) {
        this.pairs = List.copyOf(pairs);
        this.arm = arm;
        this.yardstick = yardstick;
        this.tail = tail;
        forks = pairs.stream().mapToInt(Pair::stage).toArray();
        throughputs = each(pairs, arm, yardstick, Slice::throughput);
        cpuTimes = each(pairs, arm, yardstick, Slice::cpuNanosPerOperation);
        blocks = blocks(forks, tail.slicesPerBlock());
        tailRatios = new double[blocks.size()];
        Arrays.fill(tailRatios, Double.NaN);
    }

    /**
     * The contrast of {@code arm} to {@code yardstick}, with the tail that their shorter slices allow.
     *
     * @param pairs at least one; each holds both arms, and the measurement is sound ({@link Soundness})
     */
    public static PairedRatios of(List<Pair> pairs, Arm arm, Arm yardstick) {
        return new PairedRatios(pairs, arm, yardstick, Tail.forOperations(operations(pairs, arm, yardstick)));
    }

    /** The contrast at a percentile chosen earlier, to be compared with a stored one. */
    public static PairedRatios of(List<Pair> pairs, Arm arm, Arm yardstick, double percentile) {
        return new PairedRatios(pairs, arm, yardstick, Tail.of(percentile, operations(pairs, arm, yardstick)));
    }

    /**
     * The same for a short check, with one value of the tail merged over at most {@value #SLICES_OF_A_CHECK} slices, even where
     * they hold too few operations.
     */
    public static PairedRatios ofCheck(List<Pair> pairs, Arm arm, Arm yardstick, double percentile) {
        Tail wanted = Tail.of(percentile, operations(pairs, arm, yardstick));
        return new PairedRatios(pairs, arm, yardstick,
                new Tail(percentile, Math.min(SLICES_OF_A_CHECK, wanted.slicesPerBlock())));
    }

    /** The throughput of {@code arm} relative to {@code yardstick}: e to the trimmed mean of the pairs' log ratios. */
    public static double shareOfThroughput(List<Pair> pairs, Arm arm, Arm yardstick) {
        return Math.exp(TrimmedMean.estimateOf(each(pairs, arm, yardstick, Slice::throughput)));
    }

    /**
     * Takes over what was read of the tails of fewer pairs, so that it is not read again.
     *
     * @param fewer the first of these pairs, with the same arms and the same tail
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

    /**
     * The forks that a race does better without: where more than a quarter of all slices of the first {@code count} pairs were
     * disturbed, those in which more than a quarter were. Which arm ran first in a pair was a coin toss, and both arms of these
     * forks are left out, so that this favours neither. Empty where nothing would be left.
     */
    public Set<Integer> disturbedForks(int count) {
        List<Pair> first = pairs.subList(0, count);
        if (!disturbance(first).excessive()) {
            return Set.of();
        }
        var byFork = first.stream().collect(Collectors.groupingBy(Pair::stage));
        var disturbed = byFork.entrySet().stream().filter(fork -> disturbance(fork.getValue()).excessive())
                .map(Map.Entry::getKey).collect(Collectors.toUnmodifiableSet());
        return disturbed.size() == byFork.size() ? Set.of() : disturbed;
    }

    private Disturbance disturbance(List<Pair> some) {
        return Disturbance.of(some, List.of(arm, yardstick));
    }

    /**
     * The log ratios of the first {@code count} pairs; for the tail those of the blocks that lie within them.
     *
     * @throws UnreadableLatencies if a slice's latencies cannot be read
     */
    public LogRatios first(int count, Metric metric) {
        return between(0, count, metric);
    }

    /**
     * The log ratios of the pairs from index {@code from} to before index {@code to}; for the tail those of the blocks that lie
     * within them.
     *
     * @throws UnreadableLatencies if a slice's latencies cannot be read
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
        return first(pairs.size(), metric);
    }

    private LogRatios tails(int from, int to) {
        int[] within = IntStream.range(0, blocks.size())
                .filter(i -> blocks.get(i)[0] >= from && blocks.get(i)[blocks.get(i).length - 1] < to).toArray();
        return new LogRatios(IntStream.of(within).mapToDouble(this::tailRatio).toArray(),
                IntStream.of(within).map(i -> forks[blocks.get(i)[0]]).toArray());
    }

    private double tailRatio(int index) {
        if (Double.isNaN(tailRatios[index])) {
            int[] block = blocks.get(index);
            tailRatios[index] = Math.log((double) tailNanos(block, arm) / tailNanos(block, yardstick));
        }
        return tailRatios[index];
    }

    private LogRatios each(double[] ratios, int from, int to) {
        return new LogRatios(Arrays.copyOfRange(ratios, from, to), Arrays.copyOfRange(forks, from, to));
    }

    private static double[] each(List<Pair> pairs, Arm arm, Arm yardstick, ToDoubleFunction<Slice> reading) {
        return pairs.stream().mapToDouble(pair -> Math.log(reading.applyAsDouble(pair.of(arm).slice())
                / reading.applyAsDouble(pair.of(yardstick).slice()))).toArray();
    }

    /** Consecutive pairs of one fork, {@code size} at a time; what is left of a fork is not used. */
    private static List<int[]> blocks(int[] forks, int size) {
        var blocks = new ArrayList<int[]>();
        int start = 0;
        for (int i = 0; i < forks.length; i++) {
            if (forks[i] != forks[start]) {
                start = i;
            }
            if (i - start + 1 == size) {
                blocks.add(IntStream.rangeClosed(start, i).toArray());
                start = i + 1;
            }
            if (start >= forks.length) {
                break;
            }
        }
        return blocks;
    }

    private long tailNanos(int[] block, Arm side) {
        return Latencies.percentileNanos(IntStream.of(block).mapToObj(i -> pairs.get(i).of(side).slice()).toList(),
                tail.percentile());
    }

    private static double operations(List<Pair> pairs, Arm arm, Arm yardstick) {
        return Math.min(medianOperations(pairs, arm), medianOperations(pairs, yardstick));
    }

    private static double medianOperations(List<Pair> pairs, Arm arm) {
        return Median.of(pairs.stream().limit(PAIRS_CHOOSING_THE_TAIL)
                .mapToDouble(pair -> pair.of(arm).slice().operations()).toArray());
    }
}
