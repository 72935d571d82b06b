package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Baselines;
import dev.regatta.baseline.Calibration;
import dev.regatta.fork.ArmSetup;
import dev.regatta.gate.Looks;
import dev.regatta.gate.SetsToPass;
import dev.regatta.protocol.CellId;
import dev.regatta.race.Race;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.Words;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.run.FixedStoppingRule;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.selfcheck.Recording;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** {@code regatta calibrate}: how much equal clients differ on this machine. */
@Command(name = "calibrate", header = "Measures how much equal clients differ on this machine.", description = {
        "Races every client of the baselines against itself and beside the raw wire, and writes what differs into the noise"
                + " section of the baselines for this environment: how pairs scatter, how forks of one recipe differ and, from"
                + " several calibrations, how runs differ. About 50 seconds per cell. Baselines must have been measured here before.",
        "",
        "With result files of earlier calibrations nothing is measured: their noise is pooled.",
        "",
        "With --record the results are kept for `regatta selfcheck --recording`, and no baseline is changed.", ""})
final class CalibrateCommand implements Callable<Integer> {

    /** About as long as the sets of a race, so that what is recorded is what a race would meet. */
    private static final int PAIRS_PER_SET = Looks.USUAL_SET;
    private static final int SETS = 3;
    private static final Duration LONGEST = Duration.ofHours(4);

    /** Cells of one client together, and its quickest workloads first: with them its code is compiled soonest. */
    private static final Comparator<CellId> SUITE_ORDER = Comparator.comparing(CellId::database)
            .thenComparing(cell -> cell.client().toString())
            .thenComparing(cell -> Workloads.all().indexOf(Workloads.of(cell.workload())));

    private final Regatta regatta;
    private final BiFunction<Settings, Consumer<String>, CalibrationBench> benches;

    @Spec
    private CommandSpec spec;

    @Mixin
    private BaselineFolder folder;

    @Parameters(paramLabel = "<file>", arity = "0..*", description = "results of earlier calibrations")
    private final List<Path> earlier = new ArrayList<>();

    @Option(names = "--record", description = "keep the results for `regatta selfcheck --recording`, on any machine, and leave the baselines as they are")
    private boolean record;

    @Option(names = "--reason", paramLabel = "<text>", defaultValue = BaselineUpdate.NO_REASON, description = "why, stored with the noise")
    private String reason;

    /** What was measured, and the baselines as they were when nobody else could measure any more. */
    private record Measured(MeasuredRun run, Map<Dialect, Baseline> baselines) {}

    /**
     * The command.
     *
     * @param benches opens what is measured with, for the settings of the user and a receiver of progress
     */
    CalibrateCommand(BiFunction<Settings, Consumer<String>, CalibrationBench> benches, Regatta regatta) {
        this.benches = benches;
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        if (record && !earlier.isEmpty()) {
            throw new ParameterException(spec.commandLine(),
                    "--record measures, so it takes no results of earlier runs:"
                            + " leave out " + earlier.getFirst() + ", or --record");
        }
        if (earlier.isEmpty()) {
            Measured measured = measured();
            return record ? recorded(measured.run()) : write(measured.baselines(), List.of(measured.run()));
        }
        return write(folder.read(), earlier.stream().map(ResultsFile::read).toList());
    }

    /** Checks that the run can be played again; its results are in their file. */
    private int recorded(MeasuredRun run) {
        var recording = new Recording(List.of(run));
        regatta.out().println("recorded " + Words.cells(recording.runs().getFirst().cells().size()) + ": "
                + regatta.settings("calibrate").results().resolve(ResultsFile.NAME));
        return Exits.GOOD;
    }

    private int write(Map<Dialect, Baseline> baselines, List<MeasuredRun> runs) {
        List<Dialect> databases = runs.stream().flatMap(run -> run.facts().environments().keySet().stream()).distinct()
                .sorted().toList();
        if (databases.isEmpty()) {
            throw new IllegalArgumentException("the noise was not calibrated: no database was measured");
        }
        List<Baseline> calibrated = databases.stream()
                .map(database -> Optional.ofNullable(baselines.get(database))
                        .orElseGet(() -> Baselines.read(folder.path(), database)))
                .map(baseline -> checked(Calibration.apply(baseline, runs, reason), runs)).toList();
        Baselines.replace(folder.path(), baselines, calibrated).forEach(file -> regatta.out().println("wrote " + file));
        return Exits.GOOD;
    }

    /** The calibrated baseline, unless some of its new noise would never let its client pass. */
    private static Baseline checked(Baseline calibrated, List<MeasuredRun> runs) {
        List<String> problems = calibrated.environments().stream().flatMap(environment -> runs.stream()
                .filter(run -> environment.fingerprint().equals(run.facts().environments().get(calibrated.database())))
                .flatMap(run -> run.ids().stream()).map(CellId::client).distinct()
                .filter(environment.noise()::containsKey)
                .flatMap(client -> SetsToPass.tooMany(environment.noise().get(client)).stream()
                        .map(sets -> VerdictWords.passesTooLate(client, sets))))
                .toList();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("the noise was not calibrated: " + String.join("; ", problems));
        }
        return calibrated;
    }

    private Measured measured() {
        Settings settings = regatta.settings("calibrate");
        // A file that cannot be used is told before anybody waits for the host.
        cells(settings, folder.read());
        try (CalibrationBench bench = benches.apply(settings, regatta::progress)) {
            // Another run may have updated them meanwhile.
            Map<Dialect, Baseline> baselines = folder.read();
            List<CellId> cells = cells(settings, baselines);
            RacePlan plan = RacePlan.of(cells.stream().map(cell -> besideTheWire(cell, bench)).toList());
            RaceSession session = new RaceSession(bench.experiment(), settings, plan, baselines);
            session.allow(settings.budget().orElse(LONGEST));
            regatta.progress(
                    Words.cells(cells.size()) + ", seed " + settings.seed() + ", results in " + settings.results());
            session.measureAll(dialect -> {
                // A recording is worth its time on any machine; what cannot be written into the baselines is not.
                if (!record) {
                    Calibration.check(baselines.get(dialect), session.environment(dialect));
                }
            }, race -> new FixedStoppingRule(PAIRS_PER_SET, SETS),
                    measured -> regatta.progress(measured.cell() + ": "
                            + measured.failure().orElseGet(() -> Words.counted(measured.pairs().size(), "pair"))));
            MeasuredRun measured = session.complete();
            session.unwritten().ifPresent(why -> {
                if (record) {
                    throw new IllegalStateException(why);
                }
                regatta.progress(why);
            });
            return new Measured(measured, baselines);
        }
    }

    private static List<CellId> cells(Settings settings, Map<Dialect, Baseline> baselines) {
        return settings.selection()
                .of(baselines.values().stream().flatMap(Baseline::cells).sorted(SUITE_ORDER).toList());
    }

    /** Today's client against itself. */
    private static Race besideTheWire(CellId cell, CalibrationBench bench) {
        ArmSetup today = bench.today().apply(cell.client().stack());
        return new Race(cell, today, Optional.of(today), true);
    }
}
