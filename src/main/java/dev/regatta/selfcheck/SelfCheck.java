package dev.regatta.selfcheck;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Calibration;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.UpdateStoppingRule;
import dev.regatta.gate.CellJudge;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Doubt;
import dev.regatta.gate.GateStoppingRule;
import dev.regatta.gate.Judge;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.report.VerdictWords;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Judges the gate: races recorded noise against itself, with and without planted losses, and counts what the gate says.
 */
public final class SelfCheck {

    /**
     * How often a baseline is measured before it is given up. Where one set of three is undisturbed, one
     * attempt in twenty draws enough of it.
     */
    private static final int MOST_ATTEMPTS = 1000;

    private final Options options;
    private final Judges judges;
    private final List<CheckedCell> duels = new ArrayList<>();
    private final List<CheckedCell> books = new ArrayList<>();

    /** What is being checked: {@link CellJudge}, or a gate with a planted fault. */
    @FunctionalInterface
    interface Judges {

        /** The judge of one cell: its verdict on what has been measured so far. */
        Judge of(Fingerprint where, Baseline baseline, int hypotheses);
    }

    /** A cell and the baseline it is judged with. */
    private record CheckedCell(NoisyCell cell, Baseline baseline) {}

    /** What races in one check: a position in its suite, and the suite's number. */
    private record Start(int suite, int position, CheckedCell checked) {}

    private SelfCheck(Recording recording, Options options, Judges judges) {
        this.options = options;
        this.judges = judges;
        for (MeasuredRun run : recording.runs()) {
            run.facts().environments().forEach((database, where) -> {
                var baseline = baseline(database, where, recording.runs());
                var noise = baseline.environments().getFirst().noise();
                run.cells().stream().filter(cell -> cell.cell().database() == database).forEach(cell -> {
                    var known = noise.getOrDefault(cell.cell().client(), Collections.emptySortedMap());
                    duels.add(new CheckedCell(NoisyCell.duel(cell, where, known), baseline));
                    if (PairedRatios.everyPairHolds(Arm.REFERENCE, cell.pairs()) && storable(cell)) {
                        books.add(new CheckedCell(NoisyCell.book(cell, where, known), baseline));
                    }
                });
            });
        }
    }

    /**
     * Checks {@link CellJudge} on {@code recording}. The same arguments give the same outcome.
     *
     * @param progress told what is being checked
     * @throws IllegalArgumentException in one sentence, when the recording cannot be used
     */
    public static SelfCheckResult run(Recording recording, Options options, PrintStream progress) {
        return run(recording, options, CellJudge::new, progress);
    }

    /** Checks another gate. */
    static SelfCheckResult run(Recording recording, Options options, Judges judges, PrintStream progress) {
        return new SelfCheck(recording, options, judges).run(progress);
    }

    /** Whether a user could store a baseline of it: from a set of which most was undisturbed. */
    private static boolean storable(CellMeasurement cell) {
        return !PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.REFERENCE).allSetsDisturbed();
    }

    private SelfCheckResult run(PrintStream progress) {
        var suites = suites(duels);
        progress.println("self-check: " + options.suites() + " suites of duels");
        var equal = duels(suites, Optional.empty(), 1);
        var found = new ArrayList<SelfCheckResult.Caught>();
        for (PlantedLoss loss : options.losses()) {
            progress.println("self-check: duels with " + loss.words());
            found.add(new SelfCheckResult.Caught(loss, duels(inTurn(duels), Optional.of(loss), 2)));
        }
        Optional<Score> book = Optional.empty();
        var bookFound = new ArrayList<SelfCheckResult.Caught>();
        if (!books.isEmpty() && !options.bookLosses().isEmpty()) {
            progress.println("self-check: " + options.suites() + " suites against the book");
            book = Optional.of(books(suites(books), Optional.empty(), 3));
            for (PlantedLoss loss : options.bookLosses()) {
                progress.println("self-check: against the book with " + loss.words());
                bookFound.add(new SelfCheckResult.Caught(loss, books(inTurn(books), Optional.of(loss), 4)));
            }
        }
        return new SelfCheckResult(options, equal, found, book, bookFound);
    }

    /** Every suite's cells: drawn without repetition, as long as there are enough. */
    private List<Start> suites(List<CheckedCell> cells) {
        var starts = new ArrayList<Start>();
        for (int suite = 0; suite < options.suites(); suite++) {
            var order = new ArrayList<>(cells);
            Collections.shuffle(order, new Random(options.seed() + suite));
            for (int i = 0; i < options.suiteCells(); i++) {
                starts.add(new Start(suite, i, order.get(i % order.size())));
            }
        }
        return starts;
    }

    private List<Start> inTurn(List<CheckedCell> cells) {
        return IntStream.range(0, options.lossCells()).mapToObj(i -> new Start(i, 0, cells.get(i % cells.size())))
                .toList();
    }

    private Score duels(List<Start> starts, Optional<PlantedLoss> loss, int scene) {
        return new Score(starts.parallelStream().map(start -> {
            var cell = start.checked().cell();
            long seed = seed(scene, start);
            var race = new ResampledRace(cell, cell.recorded().baseline(), loss, seed);
            return judged(start, race, start.checked().baseline(), loss, Arm.BASELINE, seed);
        }).toList());
    }

    private Score books(List<Start> starts, Optional<PlantedLoss> loss, int scene) {
        return new Score(starts.parallelStream().map(start -> {
            var cell = start.checked().cell();
            long seed = seed(scene, start);
            var earlier = earlier(cell, seed);
            var baseline = stored(start.checked().baseline(), earlier, seed);
            var race = new ResampledRace(cell, Optional.empty(), loss, seed);
            return judged(start, race, baseline, loss, Arm.REFERENCE, seed);
        }).toList());
    }

    private Score.Judged judged(Start start, ResampledRace race, Baseline baseline, Optional<PlantedLoss> loss,
            Arm other, long seed) {
        var cell = start.checked().cell();
        var judge = judges.of(cell.where(), baseline, FamilyError.hypotheses(options.suiteCells()));
        CellVerdict verdict = judge.look(race.until(new GateStoppingRule(judge, other == Arm.BASELINE))).verdict();
        if (verdict.verdict() instanceof Verdict.Inconclusive(Doubt.Incomparable far)) {
            throw new IllegalArgumentException("the recording cannot be judged: " + VerdictWords.sentence(verdict));
        }
        // The usual rules know nothing of a yardstick, so they only judge arms that raced each other.
        var alarms = other == Arm.REFERENCE || verdict.figures().isEmpty()
                ? List.<UsualRule>of()
                : alarms(race, verdict.figures().orElseThrow().candidate().tailPercentile(), loss, seed);
        return new Score.Judged(start.suite(), cell.recorded().cell().toString(), verdict, race.pairs(), race.nanos(),
                race.warmUpNanos(), alarms);
    }

    /** The usual rules that call the candidate worse in any metric, or in that of the planted loss. */
    private static List<UsualRule> alarms(ResampledRace race, double percentile, Optional<PlantedLoss> loss,
            long seed) {
        var metrics = loss.<Collection<Metric>>map(planted -> List.of(planted.metric()))
                .orElse(EnumSet.allOf(Metric.class));
        return Arrays.stream(UsualRule.values()).filter(rule -> metrics.stream().anyMatch(metric -> {
            var readings = rule.inTurns()
                    ? race.oneAfterTheOther(metric, percentile, seed)
                    : race.sideBySide(metric, percentile);
            return rule.alarms(metric, readings.candidate(), readings.other());
        })).toList();
    }

    /** The same cell in another run of the same environment, or in this one if it was recorded once only. */
    private NoisyCell earlier(NoisyCell now, long seed) {
        var others = books.stream().map(CheckedCell::cell)
                .filter(cell -> cell != now && cell.recorded().cell().equals(now.recorded().cell())
                        && cell.where().equals(now.where()))
                .toList();
        return others.isEmpty() ? now : others.get(Math.floorMod(seed, others.size()));
    }

    /** The baseline with an entry that is measured as a user would measure it: again, as long as the update refuses it. */
    private static Baseline stored(Baseline baseline, NoisyCell cell, long seed) {
        Dialect database = baseline.database();
        var facts = new RunFacts(RunFacts.SCHEMA, baseline.tool(), "recorded", "recorded", seed, true, List.of(),
                new TreeMap<>(Map.of(database, cell.where())), new TreeMap<>());
        for (int attempt = 1;; attempt++) {
            var measurement = new ResampledRace(cell, Optional.empty(), Optional.empty(), ~seed + attempt - 1)
                    .until(new UpdateStoppingRule());
            try {
                return BaselineUpdate.apply(database, Optional.of(baseline),
                        new MeasuredRun(facts, List.of(measurement)), "self-check");
            } catch (IllegalArgumentException refused) {
                if (attempt == MOST_ATTEMPTS) {
                    throw refused;
                }
            }
        }
    }

    private static Baseline baseline(Dialect database, Fingerprint where, List<MeasuredRun> runs) {
        var recipes = new TreeMap<String, Recipe>();
        runs.stream().flatMap(run -> run.cells().stream())
                .filter(cell -> cell.cell().database() == database)
                .forEach(cell -> recipes.put(cell.cell().client().stack(), cell.candidate()));
        return new Baseline(Baseline.SCHEMA, runs.getFirst().facts().tool(), database, recipes,
                List.of(new Environment(where, Calibration.noise(database, where, runs), new TreeMap<>())));
    }

    private long seed(int scene, Start start) {
        return ((options.seed() * 1_000_003 + scene) * 1_000_003 + start.suite()) * 1_000_003 + start.position();
    }
}
