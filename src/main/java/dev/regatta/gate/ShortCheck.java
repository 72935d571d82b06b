package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The candidate's ratio to the raw wire against the stored one, each set by itself: {@code SE^2 = SE_w^2 + SE_stored^2}.
 * Where the wire does not run the workload, nothing is stored that times could be compared with, and only counts are. The
 * limit allows for the difference between two runs: where several runs of the environment were recorded, it is
 * {@value #RUNS} times the standard deviation between them, and elsewhere a collapse.
 *
 * <p>Where the inputs are the baseline's, nothing in the build can have become slower. The stored ratio comes from another
 * hour or another machine, so it can only show a collapse or rule one out:
 *
 * <ul>
 * <li>A collapse is ruled out: in the set that is on, for every metric, a loss beyond {@link #COLLAPSE} is
 * ruled out with an error of {@value #PASS_ERROR}, and the loss as it is estimated is within the limit of the
 * environment. At the end it is enough that none is shown beyond that limit.
 * <li>Worse: two sets, each taken alone and each steady before it was timed, show a loss beyond the limit of
 * the environment, with the error that a hypothesis of the run may have.
 * </ul>
 *
 * @param measurement candidate and reference; sound
 * @param environment where the entry was measured
 * @param now         where the candidate was measured
 * @param entry       what is stored of the cell
 * @param ratios      both arms
 * @param hypotheses  how many hypotheses the run judges
 */
record ShortCheck(CellMeasurement measurement, Environment environment, Fingerprint now, BookEntry entry,
        PairedRatios ratios, int hypotheses) implements Comparison {

    /** Half of the throughput, twice the tail, twice the CPU per operation: no change of machine or hour makes that. */
    static final Map<Metric, Double> COLLAPSE = Map.of(Metric.THROUGHPUT, 0.5, Metric.TAIL_LATENCY, 2.0,
            Metric.CLIENT_CPU, 2.0);

    /** One-sided error of ruling a collapse out that is there. */
    static final double PASS_ERROR = 0.01;

    /** The smallest limits where runs were recorded: what one environment was seen to move by within half an hour. */
    static final Map<Metric, Double> SMALLEST = Map.of(Metric.THROUGHPUT, 0.85, Metric.TAIL_LATENCY, 1.30,
            Metric.CLIENT_CPU, 1.25);

    /** The limit in standard deviations between two runs: one in 4000 unchanged readings exceeds it. */
    private static final double RUNS = 3.5;

    /** How many pairs at the end of a set are judged; if it has more than twice as many, the later half. */
    private static final int WINDOW = 64;

    /** So many sets must show a loss. */
    private static final int SETS = 2;

    /** A check of a cell against its entry in an environment. */
    static ShortCheck of(CellMeasurement measurement, Environment environment, Fingerprint now, int hypotheses) {
        BookEntry entry = environment.entry(measurement.cell()).orElseThrow();
        return new ShortCheck(measurement, environment, now, entry, PairedRatios.ofCheck(measurement.pairs(),
                Arm.CANDIDATE, arms(entry).getLast(), entry.figures().tailPercentile()), hypotheses);
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

    @Override
    public ComparisonKind how() {
        return ComparisonKind.SHORT_CHECK;
    }

    @Override
    public Optional<BookEntry> stored() {
        return Optional.of(entry);
    }

    @Override
    public List<Integer> looks() {
        return timed() ? Looks.SHORT : Looks.UNTIMED;
    }

    @Override
    public double error(int pairs) {
        return FamilyError.each(hypotheses);
    }

    /** In one set: it must lie beyond the limit for certain. */
    @Override
    public double detectable(Estimate metric, int pairs) {
        return metric.limit() + metric.throughout().detectable(error(pairs));
    }

    /** The estimate from the set that ran the last pair of this look, disturbed or not. */
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

    /** What seems to lie beyond the limit must be looked at for longer: few pairs show nothing. */
    @Override
    public Optional<Verdict> at(Look look) {
        var worse = Arrays.stream(Metric.values()).filter(metric -> setsThatShow(metric, look) >= SETS)
                .toList();
        return worse.isEmpty()
                ? passed(look, metric -> metric.theta() <= metric.limit())
                : Optional.of(new Verdict.Regressed(worse));
    }

    @Override
    public Optional<Verdict> atTheEnd(Look last) {
        return passed(last, metric -> !shows(metric));
    }

    /** Noise from outside hits the client and the wire alike: it can hide a loss and rarely makes one. */
    private Optional<Verdict> passed(Look look, Predicate<Estimate> within) {
        if (timed() && !look.all(metric -> within.test(metric)
                && metric.throughout().upper(PASS_ERROR) < collapse(metric.metric()))) {
            return Optional.empty();
        }
        var changed = environment.changedInputs(measurement, now);
        return Optional.of(timed() || changed.isEmpty()
                ? new Verdict.NotRaced(changed, Optional.empty())
                : new Verdict.Inconclusive(new Doubt.NoYardstick(changed)));
    }

    /** How many steady sets show a loss, each taken alone. */
    private long setsThatShow(Metric metric, Look look) {
        return steadySets(look).stream()
                .filter(set -> estimate(metric, look.pairs(), set).filter(this::shows).isPresent()).count();
    }

    private boolean shows(Estimate metric) {
        return metric.throughout().lower(FamilyError.each(hypotheses)) > metric.limit();
    }

    /** The sets that were not disturbed, and whose forks were steady before they were timed. */
    private List<Integer> steadySets(Look look) {
        var steady = measurement.forks().stream().collect(Collectors.groupingBy(ForkStart::set,
                Collectors.mapping(ForkStart::steady, Collectors.reducing(true, Boolean::logicalAnd))));
        return measurement.pairs().stream().limit(look.pairs()).map(Pair::set).distinct()
                .filter(set -> steady.getOrDefault(set, false)
                        && !ratios.disturbanceOfSet(set, look.pairs()).excessive())
                .toList();
    }

    private double limit(Metric metric) {
        var runs = Optional.of(environment).filter(there -> there.fingerprint().equals(now))
                .flatMap(here -> here.noise(measurement.cell().client(), metric)).map(Noise::betweenRuns)
                .orElse(OptionalDouble.empty());
        double smallest = metric.lossOfRatio(SMALLEST.get(metric));
        return runs.isPresent()
                ? Math.min(collapse(metric), Math.max(smallest, RUNS * runs.getAsDouble()))
                : collapse(metric);
    }
}
