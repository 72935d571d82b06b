package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.stats.Quantiles;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The candidate's ratio to the raw wire against the stored one, each set by itself. Where the wire does not run
 * the workload, nothing is stored that times could be compared with, and only counts are:
 * {@code SE^2 = SE_w^2 + SE_stored^2}. The limit allows for the difference between two runs: where several runs of the
 * environment were recorded, it is {@value #RUNS} times the standard deviation between them, and elsewhere a collapse.
 *
 * @param measurement candidate and reference; sound
 * @param environment where the entry was measured
 * @param now         where the candidate was measured
 * @param entry       what is stored of the cell
 * @param ratios      both arms
 */
record ShortCheck(CellMeasurement measurement, Environment environment, Fingerprint now, BookEntry entry,
        PairedRatios ratios) implements Comparison {

    /** Half of the throughput, twice the tail, twice the CPU per operation: no change of machine or hour makes that. */
    static final Map<Metric, Double> COLLAPSE = Map.of(Metric.THROUGHPUT, 0.5, Metric.TAIL_LATENCY, 2.0,
            Metric.CLIENT_CPU, 2.0);

    /** One-sided error of ruling a collapse out that is there. */
    static final double PASS_ERROR = 0.01;

    /** The smallest limits where runs were recorded: what one environment was seen to move by within half an hour. */
    private static final Map<Metric, Double> SMALLEST = Map.of(Metric.THROUGHPUT, 0.85, Metric.TAIL_LATENCY, 1.30,
            Metric.CLIENT_CPU, 1.25);

    /** The limit in standard deviations between two runs: one in 4000 unchanged readings exceeds it. */
    private static final double RUNS = 3.5;

    /** How many pairs at the end of a set are judged; if it has more than twice as many, the later half. */
    private static final int WINDOW = 128;

    /** The facts of an environment that a cell depends on wherever it runs. */
    private static final Set<String> INPUTS = Set.of(Fingerprint.DATABASE_VERSION, Fingerprint.JDK, "jvm.options",
            "database.image", "database.settings", "embedded.artifact");

    /** A check of a cell against its entry in an environment. */
    static ShortCheck of(CellMeasurement measurement, Environment environment, Fingerprint now) {
        BookEntry entry = environment.entry(measurement.cell()).orElseThrow();
        return new ShortCheck(measurement, environment, now, entry, PairedRatios.ofCheck(measurement.pairs(),
                Arm.CANDIDATE, arms(entry).getLast(), entry.figures().tailPercentile()));
    }

    /** The arms of which every pair must have a slice. */
    static List<Arm> arms(BookEntry entry) {
        return entry.ratios().isEmpty() ? List.of(Arm.CANDIDATE) : List.of(Arm.CANDIDATE, Arm.REFERENCE);
    }

    /** Whether times are compared. */
    boolean timed() {
        return !entry.ratios().isEmpty();
    }

    /** A loss of this size is a collapse, as a logarithm. */
    static double collapse(Metric metric) {
        return metric.lossOfRatio(COLLAPSE.get(metric));
    }

    /**
     * Whether the reading beats the stored value for certain, and by more than runs differ.
     *
     * @param here whether it was stored in the environment of this run
     */
    static boolean beaten(MetricReading reading, boolean here) {
        return beaten(reading, 0, here);
    }

    /**
     * Whether the reading of a race beats a claimed loss in the same way.
     *
     * @param claim the loss that an entry claims against that of the base, as a logarithm
     */
    static boolean beaten(MetricReading reading, double claim, boolean here) {
        Metric metric = reading.metric();
        double gain = claim - reading.theta() - Quantiles.normal(1 - PASS_ERROR) * reading.standardError();
        return gain > (here ? metric.lossOfRatio(SMALLEST.get(metric)) : collapse(metric));
    }

    @Override
    public ComparisonKind how() {
        return ComparisonKind.SHORT_CHECK;
    }

    @Override
    public List<Arm> arms() {
        return arms(entry);
    }

    @Override
    public Optional<BookEntry> entry(CellId cell) {
        return Optional.of(entry);
    }

    /** The estimate from the set that ran the last pair of this look. */
    @Override
    public Optional<Estimate> estimate(Metric metric, int pairs) {
        return estimate(metric, pairs, measurement.pairs().get(pairs - 1).set());
    }

    /**
     * The estimate from one set, among the first {@code pairs} pairs of the measurement; empty while it has
     * too few values. It rests on the later half of the set's pairs, at least {@value #WINDOW} of them, because the
     * first set is not quite warm when it begins.
     */
    Optional<Estimate> estimate(Metric metric, int pairs, int set) {
        int[] within = IntStream.range(0, pairs).filter(i -> measurement.pairs().get(i).set() == set).toArray();
        if (within.length == 0 || !timed()) {
            return Optional.empty();
        }
        int end = within[within.length - 1] + 1;
        int first = Math.max(within[0], end - Math.max(WINDOW, within.length / 2));
        var stored = entry.ratios().get(metric);
        var losses = ratios.between(first, end, metric).map(ratio -> metric.loss(ratio - stored.logRatio()));
        if (losses.count() < Looks.FEWEST_VALUES) {
            return Optional.empty();
        }
        var mean = losses.summary().orElseThrow();
        double error = Math.hypot(mean.standardError(), stored.standardError());
        return Optional.of(new Estimate(metric, losses,
                new MeanLoss(mean.estimate(), error, mean.degreesOfFreedom(), 0, 0), Optional.empty(), limit(metric),
                PASS_ERROR, Tolerance.DUEL.fluctuation(metric)));
    }

    /**
     * The sets among the first {@code pairs} pairs that count and in which both forks were steady before they were
     * timed.
     */
    List<Integer> steadySets(int pairs) {
        var disturbed = setAside(pairs);
        var steady = measurement.forks().stream().collect(Collectors.groupingBy(ForkStart::set,
                Collectors.mapping(ForkStart::steady, Collectors.reducing(true, Boolean::logicalAnd))));
        return measurement.pairs().stream().limit(pairs).map(Pair::set).distinct()
                .filter(set -> steady.getOrDefault(set, false) && !disturbed.contains(set)).toList();
    }

    /**
     * The inputs of the cell that are not those of the entry. An older entry holds no inputs; the facts of
     * its environment then stand for them.
     */
    List<Change> changedInputs() {
        var inputs = measurement.inputs(Arm.CANDIDATE);
        return inputs.isPresent() && entry.inputs().isPresent()
                ? inputs.get().changesFrom(entry.inputs().get())
                : now.changesFrom(environment.fingerprint()).stream()
                        .filter(change -> INPUTS.contains(change.what())).toList();
    }

    private double limit(Metric metric) {
        var runs = betweenRuns(metric);
        return runs.isPresent()
                ? Math.min(collapse(metric),
                        Math.max(metric.lossOfRatio(SMALLEST.get(metric)), RUNS * runs.getAsDouble()))
                : collapse(metric);
    }

    private OptionalDouble betweenRuns(Metric metric) {
        return environment.fingerprint().equals(now)
                ? environment.noise(measurement.cell().client(), metric).map(Noise::betweenRuns)
                        .orElse(OptionalDouble.empty())
                : OptionalDouble.empty();
    }
}
