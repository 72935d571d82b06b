package dev.regatta.baseline;

import static java.util.function.Predicate.not;

import dev.regatta.analysis.LogRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Rival;
import dev.regatta.analysis.Soundness;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.results.MeasuredRun;
import dev.regatta.stats.BetweenGroups;
import dev.regatta.stats.TrimmedMean;
import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Computes the noise section of a baseline from runs in which clients raced against themselves. Such a race shows
 * nothing but noise: how pairs scatter, how forks of one recipe differ, and, where the runs repeat each other, how two
 * runs differ.
 */
public final class Calibration {

    /** Degrees of freedom, pooled over a client's cells, below which runs say next to nothing about how runs differ. */
    static final int FEWEST_RUN_FREEDOM = 3;

    private Calibration() {
    }

    /**
     * {@code old} with the noise of every client that raced against itself in {@code runs}, in the environments they
     * ran in. Other clients and environments keep theirs.
     *
     * @param reason why it was measured, for those who review the file
     * @throws IllegalArgumentException in one sentence, when a measurement cannot be used, none is of this database, or
     *                                  an environment of the runs is not one of the baseline's
     */
    public static Baseline apply(Baseline old, List<MeasuredRun> runs, String reason) {
        Dialect database = old.database();
        var measured = runs.stream().map(run -> run.facts().environments().get(database)).filter(Objects::nonNull)
                .distinct().toList();
        if (measured.isEmpty()) {
            throw refusal("no run has cells of " + database);
        }
        repeated(runs).ifPresent(twice -> {
            throw refusal(twice);
        });
        measured.forEach(here -> {
            check(old, here);
            measurements(database, here, runs).forEach(Calibration::checkQuiet);
        });
        var environments = old.environments().stream().map(environment -> {
            var noise = new TreeMap<>(environment.noise());
            if (measured.contains(environment.fingerprint())) {
                noise(database, environment.fingerprint(), runs)
                        .forEach((client, now) -> noise.merge(client, now, Calibration::withRunsOf));
            }
            return new Environment(environment.fingerprint(), noise, environment.cells(),
                    measured.contains(environment.fingerprint())
                            ? Optional.of(reason)
                            : environment.noiseReason());
        }).toList();
        return new Baseline(old.schema(), old.tool(), database, old.recipes(), environments);
    }

    /** What was measured now; what runs differ by stays where it takes more runs to tell. */
    private static SortedMap<Metric, Noise> withRunsOf(SortedMap<Metric, Noise> before, SortedMap<Metric, Noise> now) {
        var all = new TreeMap<>(now);
        all.replaceAll((metric, noise) -> noise.betweenRuns().isPresent() || !before.containsKey(metric)
                ? noise
                : new Noise(noise.pairSigma(), noise.betweenForks(), before.get(metric).betweenRuns()));
        return all;
    }

    /** Says which of these runs is there twice, as a file and its copy are: runs would seem to differ less than they do. */
    public static Optional<String> repeated(List<MeasuredRun> runs) {
        var seen = new HashSet<List<Object>>();
        return runs.stream().map(MeasuredRun::facts)
                .filter(facts -> !seen.add(List.of(facts.started(), facts.seed(), facts.commit()))).findFirst()
                .map(facts -> "the run of " + facts.started() + " is given twice");
    }

    /** Why a cell's two arms were not the same; empty if they were. */
    public static Optional<String> otherArm(CellMeasurement cell) {
        if (cell.baseline().isEmpty()) {
            return Optional.of(cell.cell() + " did not race against itself");
        }
        Recipe older = cell.baseline().get();
        if (!older.artifacts().equals(cell.candidate().artifacts())
                || !older.options().equals(cell.candidate().options())) {
            return Optional.of(cell.cell() + " raced against another recipe: "
                    + Change.words(cell.candidate().changesFrom(older)));
        }
        return Rival.of(cell).filter(rival -> !rival.equals(cell.cell().client()))
                .map(rival -> cell.cell() + " raced against another client: " + rival)
                .or(() -> cell.inputs(Arm.CANDIDATE).flatMap(now -> cell.inputs(Arm.BASELINE)
                        .map(now::changesFrom).filter(not(List::isEmpty)))
                        .map(changes -> cell.cell() + " raced against something else: " + Change.words(changes)));
    }

    /**
     * Checks that {@code old} has an environment whose noise can be measured here.
     *
     * @throws IllegalArgumentException in one sentence, when it has none
     */
    public static void check(Baseline old, Fingerprint here) {
        var known = old.environments().stream().map(Environment::fingerprint).toList();
        if (!known.contains(here)) {
            throw refusal("the baseline has no environment like the one calibrated ("
                    + nearestDifferences(here, known) + "): " + Baselines.HOW_TO_MEASURE);
        }
    }

    /**
     * The noise of each client that raced against itself on {@code database} in the environment {@code where}. Sets
     * that were disturbed do not count, as their pairs scatter too much; a client that has no others has no noise here.
     *
     * @return per client and metric; {@link Noise#betweenForks()} is that of one fork, so that two arms differ by
     *         {@code sqrt(2)} of it; {@link Noise#betweenRuns()} is empty unless several of the runs measured the same
     *         cells
     * @throws IllegalArgumentException in one sentence, naming the first cell that cannot be used
     */
    public static SortedMap<ClientId, SortedMap<Metric, Noise>> noise(Dialect database, Fingerprint where,
            List<MeasuredRun> runs) {
        var byClient = measurements(database, where, runs)
                .collect(Collectors.groupingBy(cell -> cell.cell().client(), TreeMap::new, Collectors.toList()));
        var noise = new TreeMap<ClientId, SortedMap<Metric, Noise>>();
        byClient.forEach((client, cells) -> {
            var metrics = new TreeMap<Metric, Noise>();
            for (Metric metric : Metric.values()) {
                NoiseEstimate.ofEqualArms(cells.stream()
                        .map(cell -> undisturbed(PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE), metric))
                        .toList())
                        .ifPresent(estimate -> metrics.put(metric, new Noise(estimate.pairSigma(),
                                estimate.betweenForks(), betweenRuns(cells, metric))));
            }
            if (!metrics.isEmpty()) {
                noise.put(client, metrics);
            }
        });
        return Collections.unmodifiableSortedMap(noise);
    }

    private static Stream<CellMeasurement> measurements(Dialect database, Fingerprint where, List<MeasuredRun> runs) {
        return runs.stream().filter(run -> where.equals(run.facts().environments().get(database)))
                .flatMap(run -> run.cells().stream()).filter(cell -> cell.cell().database() == database)
                .map(Calibration::checked);
    }

    private static CellMeasurement checked(CellMeasurement cell) {
        otherArm(cell).ifPresent(other -> {
            throw refusal(other);
        });
        Soundness.problem(cell, List.of(Arm.CANDIDATE, Arm.BASELINE)).ifPresent(problem -> {
            throw refusal(cell.cell() + ": " + problem.words());
        });
        return cell;
    }

    /** Checks that a set remains of which most was undisturbed. */
    private static void checkQuiet(CellMeasurement cell) {
        var ratios = PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE);
        if (ratios.allSetsDisturbed()) {
            throw refusal(cell.cell() + ": machine too noisy: " + ratios.disturbance(cell.pairs().size()).words());
        }
    }

    /** What the sets tell that were not disturbed; nothing where all of them were. */
    private static LogRatios undisturbed(PairedRatios ratios, Metric metric) {
        return ratios.all(metric).without(ratios.disturbedSets());
    }

    /** The standard deviation of the difference of two runs' ratios to the wire, beyond what their pairs explain. */
    private static OptionalDouble betweenRuns(List<CellMeasurement> measurements, Metric metric) {
        var byCell = measurements.stream().filter(cell -> PairedRatios.everyPairHolds(Arm.REFERENCE, cell.pairs()))
                .collect(Collectors.groupingBy(CellMeasurement::cell, TreeMap::new, Collectors.toList()));
        var cells = byCell.values().stream().map(runs -> means(runs, metric)).filter(means -> means.size() >= 2)
                .map(BetweenGroups::of).toList();
        int freedom = cells.stream().mapToInt(BetweenGroups::degreesOfFreedom).sum();
        return freedom < FEWEST_RUN_FREEDOM
                ? OptionalDouble.empty()
                : OptionalDouble.of(SixDecimals.rounded(Math.sqrt(2) * BetweenGroups.deviation(cells)));
    }

    private static List<TrimmedMean> means(List<CellMeasurement> runs, Metric metric) {
        double percentile = PairedRatios.of(runs.getFirst().pairs(), Arm.CANDIDATE, Arm.REFERENCE).tail().percentile();
        return runs.stream()
                .map(run -> undisturbed(PairedRatios.of(run.pairs(), Arm.CANDIDATE, Arm.REFERENCE, percentile),
                        metric)
                        .summary())
                .flatMap(Optional::stream).toList();
    }

    private static String nearestDifferences(Fingerprint here, List<Fingerprint> known) {
        return known.stream().map(here::changesFrom).min(Comparator.comparing(List::size))
                .map(Change::words).orElse("it has none at all");
    }

    private static IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException("the noise was not calibrated: " + why);
    }
}
