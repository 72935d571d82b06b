package dev.regatta.baseline;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.Soundness;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.ArmCounts;
import dev.regatta.analysis.PairedRatios;
import static java.util.function.Predicate.not;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.stats.Detectable;
import dev.regatta.stats.TrimmedMean;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes a new baseline from an old one and a run. It takes all of the run or nothing, and never looks at a verdict:
 * that something became slower on purpose is a good reason for an update.
 */
public final class BaselineUpdate {

    /** The book holds no shorter measurement. */
    public static final int FEWEST_PAIRS = 128;

    /** The book holds no measurement from fewer sets. */
    public static final int FEWEST_SETS = 2;

    /** How many pairs a set is measured for, so that the fewest sets give enough. */
    public static final int PAIRS_PER_SET = 80;

    /** What stands for a reason where none was given. */
    public static final String NO_REASON = "measured";

    private BaselineUpdate() {
    }

    /**
     * The baseline of {@code database} after {@code run}. The environment with the run's fingerprint is replaced cell
     * by cell, or added; there is one for each JDK if clients name their JDK. Cells that were not measured stay. The
     * candidates' recipes become the baseline's. If a stack's recipe changed, its entries that were measured with
     * another recipe are removed from every environment, because they describe something else.
     *
     * @param old    the baseline so far
     * @param reason why, for the reader of the file's history
     * @throws IllegalArgumentException in one sentence, when a measurement is missing, invalid, disturbed or short
     */
    public static Baseline apply(Dialect database, Optional<Baseline> old, MeasuredRun run, String reason) {
        var measured = measured(database, run);
        Fingerprint here = Optional.ofNullable(run.facts().environments().get(database))
                .orElseThrow(() -> refusal("the results do not say where " + database + " ran"));
        measured.forEach(measurement -> check(measurement, here));

        var recipes = old.map(Baseline::recipes).map(TreeMap::new).orElseGet(TreeMap::new);
        var outdated = new ArrayList<String>();
        for (var measurement : measured) {
            Recipe candidate = measurement.candidate();
            String stack = measurement.cell().client().stack();
            Recipe before = recipes.put(stack, candidate);
            if (before != null && !before.equals(candidate)) {
                outdated.add(stack);
            }
        }
        var environments = new LinkedHashMap<Fingerprint, Environment>();
        old.map(Baseline::environments).orElse(List.of())
                .forEach(known -> environments.put(known.fingerprint(), without(known, outdated)));
        int hypotheses = FamilyError.hypotheses(run.facts().manifest().size());
        measured.stream().collect(Collectors.groupingBy(measurement -> here.of(measurement.cell().client()),
                LinkedHashMap::new, Collectors.toList())).forEach((where, there) -> {
                    var cells = new TreeMap<CellId, BookEntry>();
                    there.forEach(measurement -> cells.put(measurement.cell().onAnyJdk(),
                            entry(measurement, hypotheses, run.facts(), reason)));
                    environments.merge(where, new Environment(where, noise(there, where, old), cells),
                            BaselineUpdate::merged);
                });
        return new Baseline(Baseline.SCHEMA, run.facts().tool(), database, recipes,
                environments.values().stream().filter(environment -> !environment.cells().isEmpty()).toList());
    }

    /**
     * What an update took out of baselines because the recipes changed, one sentence for each stack; for the reader of
     * the console.
     *
     * @param old     the baselines so far, by database
     * @param updated what became of them
     */
    public static List<String> removed(Map<Dialect, Baseline> old, List<Baseline> updated) {
        return updated.stream().flatMap(baseline -> Optional.ofNullable(old.get(baseline.database())).stream()
                .flatMap(before -> before.environments().stream())
                .flatMap(there -> there.cells().keySet().stream().filter(cell -> baseline.in(there.fingerprint())
                        .flatMap(now -> now.entry(cell)).isEmpty()))
                .collect(Collectors.groupingBy(cell -> cell.client().stack(), TreeMap::new, Collectors.counting()))
                .entrySet().stream()
                .map(gone -> "removed " + gone.getValue() + " of the entries of " + baseline.database() + "/"
                        + gone.getKey() + ", which were measured with its former recipe: measure these cells again"))
                .toList();
    }

    /** The baselines of {@code databases} after {@code run}, each as of {@link #apply}. */
    public static List<Baseline> all(Collection<Dialect> databases, Map<Dialect, Baseline> old, MeasuredRun run,
            String reason) {
        return databases.stream()
                .map(database -> apply(database, Optional.ofNullable(old.get(database)), run, reason)).toList();
    }

    /**
     * Why a {@linkplain BaselineReview review} would refuse new entries of these cells, whatever they hold, for the
     * reason that is given; empty if it would not. A file without entries is a new one, which nobody reviews.
     *
     * @param here   where the cells are to be measured
     * @param reason {@link #NO_REASON} if none was given
     */
    public static Optional<String> refusal(Optional<Baseline> old, Fingerprint here, Collection<CellId> cells,
            String reason) {
        if (old.stream().flatMap(Baseline::cells).findAny().isEmpty()) {
            return Optional.empty();
        }
        return cells.stream().flatMap(cell -> refusal(cell, old.flatMap(book -> book.in(here.of(cell.client())))
                .flatMap(there -> there.entry(cell.onAnyJdk())), reason).stream()).findFirst();
    }

    /** The same of one cell and the entry that it would replace. */
    public static Optional<String> refusal(CellId cell, Optional<BookEntry> replaced, String reason) {
        Optional<String> before = replaced.map(BookEntry::reason);
        return BaselineReview.says(reason, before)
                ? Optional.empty()
                : Optional.of("the reason '" + reason + "' "
                        + (before.filter(reason.strip()::equals).isPresent() && !reason.strip().equals(NO_REASON)
                                ? "is that of the entry of " + cell + " already"
                                : "says nothing")
                        + ", and each change needs one of its own");
    }

    /** The sentence of a run that does not measure what would be {@linkplain #refusal refused}. */
    public static String unmeasured(String refusal) {
        return "no baseline was measured: " + refusal + ": give it with -Dregatta.baseline.reason=…";
    }

    private static List<CellMeasurement> measured(Dialect database, MeasuredRun run) {
        if (!run.facts().complete()) {
            throw refusal("the run was interrupted");
        }
        var measured = run.cells().stream().filter(cell -> cell.cell().database() == database).toList();
        measured.stream().filter(cell -> cell.baseline().isPresent()).findFirst().ifPresent(raced -> {
            throw refusal(raced.cell() + " raced against another version; measure it alone, with"
                    + " -Dregatta.baseline=update");
        });
        var names = measured.stream().map(CellMeasurement::cell).collect(Collectors.toSet());
        run.facts().manifest().stream().filter(cell -> cell.database() == database).filter(not(names::contains))
                .findFirst()
                .ifPresent(cell -> {
                    throw refusal(cell + " was not measured");
                });
        if (measured.isEmpty()) {
            throw refusal("no cell of " + database + " was measured");
        }
        if (names.size() != measured.size()) {
            throw refusal("a cell was measured twice");
        }
        var recipes = measured.stream().collect(Collectors.groupingBy(cell -> cell.cell().client().stack(),
                TreeMap::new, Collectors.mapping(CellMeasurement::candidate, Collectors.toSet())));
        recipes.forEach((stack, different) -> {
            if (different.size() > 1) {
                throw refusal("the client stack " + stack + " was measured with " + different.size() + " recipes");
            }
        });
        return measured;
    }

    private static void check(CellMeasurement measurement, Fingerprint here) {
        var needed = PairedRatios.besideTheWire(measurement.pairs());
        Soundness.problem(measurement, needed).ifPresent(problem -> {
            throw refusal(measurement.cell() + ": " + problem.words());
        });
        long sets = measurement.pairs().stream().map(Pair::set).distinct().count();
        if (measurement.pairs().size() < FEWEST_PAIRS || sets < FEWEST_SETS) {
            throw refusal(measurement.cell() + " has " + measurement.pairs().size() + " pairs from " + sets
                    + " sets, fewer than " + FEWEST_PAIRS + " or " + FEWEST_SETS + ": raise the time budget");
        }
        var disturbance = Disturbance.of(measurement.pairs(), needed);
        if (disturbance.excessive()) {
            throw refusal(measurement.cell() + ": machine too noisy: " + disturbance.words());
        }
        measurement.untimed().counts(Arm.CANDIDATE).stream().flatMap(read -> read.absences().entrySet().stream()
                .filter(absence -> absence.getKey().weight() == Counter.Weight.EXACT
                        && !encrypted(absence.getKey(), read, here)))
                .findFirst().ifPresent(absence -> {
                    throw refusal(measurement.cell() + ": " + absence.getKey().words() + " could not be counted: "
                            + absence.getValue());
                });
    }

    /** Whether this cannot be counted here, because clients speak TLS: a relay then sees only how much goes through. */
    private static boolean encrypted(Counter counter, Counts read, Fingerprint here) {
        return here.facts().containsKey(Fingerprint.TLS) && switch (counter) {
            case STATEMENTS, PREPARATIONS -> true;
            // A handshake is cut differently in each connection.
            case ROUND_TRIPS, WRITES -> read.of(Counter.CONNECTIONS).filter(count -> count.total() > 0).isPresent();
            default -> false;
        };
    }

    /**
     * The entry of a cell that races without the raw wire, and of which numbers are for people: however disturbed they
     * are, nothing is compared with them. Of the inputs it has those that people read.
     *
     * @throws IllegalArgumentException in one sentence, when the measurement failed or is invalid
     */
    public static BookEntry forPeople(CellMeasurement measurement, RunFacts facts, String reason) {
        Soundness.problem(measurement, PairedRatios.besideTheWire(measurement.pairs())).ifPresent(problem -> {
            throw refusal(measurement.cell() + ": " + problem.words());
        });
        if (measurement.pairs().isEmpty()) {
            throw refusal(measurement.cell() + " was not measured: "
                    + measurement.failure().orElse("the time budget was spent"));
        }
        BookEntry whole = entry(measurement, FamilyError.hypotheses(facts.manifest().size()), facts, reason);
        return new BookEntry(whole.ratios(), whole.pairs(), whole.sets(), whole.figures(), whole.commit(),
                whole.date(), whole.reason(), whole.pinnedParks(), whole.counts(),
                whole.inputs().map(inputs -> inputs.only(List.of(Inputs.JDK, Inputs.JVM, Inputs.SERVER))));
    }

    private static BookEntry entry(CellMeasurement measurement, int hypotheses, RunFacts facts, String reason) {
        var pairs = measurement.pairs();
        boolean wire = PairedRatios.besideTheWire(pairs).contains(Arm.REFERENCE);
        // Alone, the candidate has no ratio to be stored, and a tail like any other.
        var paired = PairedRatios.of(pairs, Arm.CANDIDATE, wire ? Arm.REFERENCE : Arm.CANDIDATE);
        var ratios = new TreeMap<Metric, StoredRatio>();
        for (Metric metric : wire ? Metric.values() : new Metric[0]) {
            TrimmedMean mean = paired.all(metric).summary()
                    .orElseThrow(() -> refusal(measurement.cell() + ": the slices hold too few operations for a "
                            + metric.words() + " reading: lengthen them"));
            ratios.put(metric, new StoredRatio(mean.estimate(), mean.standardError(),
                    Detectable.shift(FamilyError.each(hypotheses), mean.standardError())));
        }
        return new BookEntry(ratios, pairs.size(), (int) pairs.stream().map(Pair::set).distinct().count(),
                Figures.of(pairs, Arm.CANDIDATE, paired.tail().percentile()), facts.commit(), facts.started(),
                reason, measurement.untimed().pinning(Arm.CANDIDATE).flatMap(Pinning::pins).map(Pins::perOperation),
                counts(measurement), measurement.inputs(Arm.CANDIDATE));
    }

    private static SortedMap<Counter, Double> counts(CellMeasurement measurement) {
        var counts = new TreeMap<Counter, Double>();
        ArmCounts.of(measurement, Arm.CANDIDATE).ifPresent(
                read -> read.values().forEach((counter, count) -> counts.put(counter, count.perOperation())));
        // What decides nothing would only make the files differ.
        counts.keySet().removeIf(counter -> counter.slack().isEmpty());
        return counts;
    }

    /**
     * The noise of the measured clients: that of the nearest environment in which a calibration measured it, because two
     * forks tell less of how forks differ; of a client that was never calibrated, the estimate.
     */
    private static SortedMap<ClientId, SortedMap<Metric, Noise>> noise(List<CellMeasurement> measured,
            Fingerprint where,
            Optional<Baseline> old) {
        var noise = estimated(measured);
        noise.replaceAll((client, estimate) -> old.flatMap(book -> book.nearest(where,
                there -> there.noiseReason().isPresent() && there.noise().containsKey(client)))
                .map(there -> there.noiseForOthers(client)).orElse(estimate));
        return noise;
    }

    private static SortedMap<ClientId, SortedMap<Metric, Noise>> estimated(List<CellMeasurement> measured) {
        var noise = new TreeMap<ClientId, SortedMap<Metric, Noise>>();
        var byClient = measured.stream()
                .collect(Collectors.groupingBy(cell -> cell.cell().client().onAnyJdk(), TreeMap::new,
                        Collectors.toList()));
        byClient.forEach((client, cells) -> {
            var all = cells.stream().map(CellMeasurement::pairs)
                    .filter(pairs -> PairedRatios.everyPairHolds(Arm.REFERENCE, pairs))
                    .map(pairs -> PairedRatios.of(pairs, Arm.CANDIDATE, Arm.REFERENCE))
                    .toList();
            var metrics = new TreeMap<Metric, Noise>();
            for (Metric metric : Metric.values()) {
                NoiseEstimate.of(all.stream().map(ratios -> ratios.all(metric)).toList())
                        .ifPresent(estimate -> metrics.put(metric, estimate));
            }
            if (!metrics.isEmpty()) {
                noise.put(client, metrics);
            }
        });
        return noise;
    }

    private static Environment without(Environment environment, List<String> outdated) {
        var kept = new TreeMap<>(environment.cells());
        kept.keySet().removeIf(cell -> outdated.contains(cell.client().stack()));
        return new Environment(environment.fingerprint(), environment.noise(), kept, environment.noiseReason());
    }

    private static Environment merged(Environment environment, Environment update) {
        var allCells = new TreeMap<>(environment.cells());
        allCells.putAll(update.cells());
        var allNoise = new TreeMap<>(environment.noise());
        update.noise().forEach(allNoise::putIfAbsent);
        return new Environment(environment.fingerprint(), allNoise, allCells, environment.noiseReason());
    }

    private static IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException("the baseline was not updated: " + Objects.requireNonNull(why));
    }
}
