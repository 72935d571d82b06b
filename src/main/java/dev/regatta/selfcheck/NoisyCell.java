package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.Noise;
import dev.regatta.gate.Tolerance;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.stats.TrimmedMean;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell that raced against itself, ready to be raced again and again.
 *
 * @param recorded what was measured
 * @param where    the environment
 * @param sets    its forks in all roles they can play
 */
record NoisyCell(CellMeasurement recorded, Fingerprint where, List<RecordedSet> sets) {

    /**
     * Who plays whom.
     *
     * @param recorded  the pairs in the recorded order
     * @param resampled the blocks that a {@link ResampledRace} draws of each fork, each once
     */
    private record Cast(Map<Arm, Arm> roles, PairedRatios recorded, PairedRatios resampled) {

        static Cast of(CellMeasurement cell, Map<Arm, Arm> roles, Arm yardstick) {
            var pairs = cell.pairs().stream().map(pair -> new Pair(pair.set(), pair.slices().stream()
                    .filter(slice -> roles.containsKey(slice.arm()))
                    .map(slice -> new ArmSlice(roles.get(slice.arm()), slice.slice(), slice.surroundings())).toList()))
                    .toList();
            var blocks = pairs.stream().collect(Collectors.groupingBy(Pair::set, TreeMap::new, Collectors.toList()))
                    .values().stream().flatMap(ResampledRace::blocks).toList();
            return new Cast(roles, PairedRatios.of(pairs, Arm.CANDIDATE, yardstick),
                    PairedRatios.of(blocks, Arm.CANDIDATE, yardstick));
        }

        /**
         * The position of each fork: the trimmed mean over all blocks that can be drawn of it. Tails are merged over
         * the neighbours in a block, so their values are not those of the pairs in the recorded order.
         */
        SortedMap<Integer, TrimmedMean> means(Metric metric) {
            var means = new TreeMap<Integer, TrimmedMean>();
            resampled.all(metric).bySet().forEach((fork, values) -> {
                if (values.length >= TrimmedMean.FEWEST) {
                    means.put(fork, TrimmedMean.of(values));
                }
            });
            return means;
        }
    }

    /**
     * For duels. Every fork appears twice, with its arms either way round: they ran the same recipe, so that in the
     * mean over both nothing changed, exactly.
     *
     * @param noise of the client
     */
    static NoisyCell duel(CellMeasurement cell, Fingerprint where, SortedMap<Metric, Noise> noise) {
        var casts = Stream.of(Map.of(Arm.CANDIDATE, Arm.CANDIDATE, Arm.BASELINE, Arm.BASELINE),
                Map.of(Arm.CANDIDATE, Arm.BASELINE, Arm.BASELINE, Arm.CANDIDATE))
                .map(roles -> Cast.of(cell, roles, Arm.BASELINE)).toList();
        return new NoisyCell(cell, where,
                sets(cell, casts, metric -> 2 * variance(noise, metric), metric -> 0.0, true));
    }

    /** For comparisons with the book: every fork appears twice, with either arm as the candidate. */
    static NoisyCell book(CellMeasurement cell, Fingerprint where, SortedMap<Metric, Noise> noise) {
        var casts = Stream.of(Map.of(Arm.CANDIDATE, Arm.CANDIDATE, Arm.REFERENCE, Arm.REFERENCE),
                Map.of(Arm.BASELINE, Arm.CANDIDATE, Arm.REFERENCE, Arm.REFERENCE))
                .map(roles -> Cast.of(cell, roles, Arm.REFERENCE)).toList();
        var centres = new EnumMap<Metric, Double>(Metric.class);
        for (Metric metric : Metric.values()) {
            centres.put(metric, casts.stream().flatMap(cast -> cast.means(metric).values().stream())
                    .mapToDouble(TrimmedMean::estimate).average().orElse(0));
        }
        return new NoisyCell(cell, where, sets(cell, casts, metric -> variance(noise, metric), centres::get, false));
    }

    /**
     * The variance between one arm's forks: the calibrated one of the client, but no less than the gate takes for
     * granted. A smaller calibrated value is not believed here either: the gate would be checked on its own assumption.
     */
    private static double variance(SortedMap<Metric, Noise> noise, Metric metric) {
        double known = noise.containsKey(metric) ? Math.pow(noise.get(metric).betweenForks(), 2) : 0;
        return Math.max(known, Math.pow(Tolerance.DUEL.fluctuation(metric), 2) / 2);
    }

    private static List<RecordedSet> sets(CellMeasurement cell, List<Cast> casts,
            Function<Metric, Double> variances, Function<Metric, Double> centres, boolean mirrored) {
        var rounds = cell.pairs().stream().collect(Collectors.groupingBy(Pair::set, TreeMap::new, Collectors.mapping(
                pair -> pair.slices().stream().map(RecordedSlice::new).toList(), Collectors.toList())));
        var sets = new ArrayList<RecordedSet>();
        for (Cast cast : casts) {
            var factors = new TreeMap<Integer, Map<Metric, Double>>();
            var opposite = new TreeMap<Integer, Map<Metric, Double>>();
            var disturbed = cast.recorded().disturbedSets();
            var others = rounds.keySet().stream().filter(fork -> !disturbed.contains(fork))
                    .collect(Collectors.toUnmodifiableSet());
            for (Metric metric : Metric.values()) {
                var values = cast.recorded().all(metric);
                double calm = squaredError(values.without(disturbed).bySet().values());
                double loud = disturbed.isEmpty() ? calm : squaredError(values.without(others).bySet().values());
                cast.means(metric).forEach((fork, mean) -> {
                    double kept = kept(disturbed.contains(fork) ? loud : calm, variances.apply(metric));
                    double distance = mean.estimate() - centres.apply(metric);
                    put(factors, fork, metric, Math.exp((kept - 1) * distance));
                    put(opposite, fork, metric, Math.exp((kept + 1) * distance));
                });
            }
            rounds.forEach((fork, slices) -> {
                var starts = starts(cell, fork, cast.roles());
                Optional<RecordedSet> other = mirrored
                        ? Optional.of(new RecordedSet(fork, casts.get(1 - casts.indexOf(cast)).roles(), slices, starts,
                                change(opposite, fork), Optional.empty()))
                        : Optional.empty();
                sets.add(new RecordedSet(fork, cast.roles(), slices, starts, change(factors, fork), other));
            });
        }
        return List.copyOf(sets);
    }

    /**
     * The squared standard error of a fork's mean, as it was recorded: that of all forks of the cell, disturbed ones
     * apart, because the few tails of a single one do not tell it. Without any value nothing is known of where a fork lies.
     */
    private static double squaredError(Collection<double[]> forks) {
        return forks.stream().filter(values -> values.length >= TrimmedMean.FEWEST)
                .mapToDouble(values -> Math.pow(TrimmedMean.of(values).standardError(), 2)).average()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static void put(Map<Integer, Map<Metric, Double>> factors, int fork, Metric metric, double factor) {
        factors.computeIfAbsent(fork, none -> new EnumMap<>(Factors.NONE.byMetric())).put(metric, factor);
    }

    private static Factors change(Map<Integer, Map<Metric, Double>> factors, int fork) {
        return new Factors(factors.getOrDefault(fork, Factors.NONE.byMetric()));
    }

    /**
     * The share of its distance from the centre that a fork keeps. The remaining distances have the variance of forks,
     * without the variance of a mean of few pairs.
     *
     * @param error the squared standard error of a fork's mean
     */
    private static double kept(double error, double variance) {
        return variance + error == 0 ? 1 : Math.sqrt(variance / (variance + error));
    }

    private static List<ForkStart> starts(CellMeasurement cell, int fork, Map<Arm, Arm> roles) {
        return cell.forks().stream().filter(start -> start.set() == fork && roles.containsKey(start.arm()))
                .map(start -> new ForkStart(roles.get(start.arm()), fork, start.pid(), start.jdk(), start.code(),
                        start.jars(),
                        start.warmUpSlices(), start.steady()))
                .toList();
    }
}
