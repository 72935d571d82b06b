package dev.regatta.doctor;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.fork.ArmSetup;
import dev.regatta.host.Folders;
import dev.regatta.load.Clock;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Timed;
import dev.regatta.race.Experiment;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.race.Race;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A race of today's client against itself, as a duel between two versions would be run. */
final class EqualRace {

    private static final Map<Dialect, CellId> CELLS = Map.of(
            Dialect.POSTGRESQL, CellId.of("postgresql/pgjdbc+hikari/platform/point-select"),
            Dialect.MARIADB, CellId.of("mariadb/mariadb+hikari/platform/point-select"));
    /** The budget, which ends the race only if its stopping rule does not. */
    private static final Duration AMPLE = Duration.ofMinutes(10);

    private EqualRace() {
    }

    /** Starts this database, races, and removes all of it; only the file that a failure names stays. */
    static Probe run(Settings users, Dialect database, Consumer<String> notice) {
        try {
            Path folder = Files.createTempDirectory("regatta-doctor-");
            Settings settings = users.with("regatta.results", folder.toString());
            Set<Path> named = new HashSet<>();
            try {
                return raced(settings, database, notice, named);
            } finally {
                if (named.isEmpty()) {
                    Folders.remove(folder);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for a worker's log cannot be made or removed", e);
        }
    }

    private static Probe raced(Settings settings, Dialect database, Consumer<String> notice, Set<Path> named) {
        CellId cell = CELLS.get(database);
        long seed = settings.seed();
        Baseline stored = Baselines.find(settings.baselines(), database).orElseGet(() -> Baseline.empty(database));
        try (RecipeResolver resolver = new RecipeResolver(Candidates.load(), settings.maven())) {
            ArmSetup today = ArmSetup.of(resolver.today(cell.client().stack()), Jdk.running());
            RacePlan plan = RacePlan.of(List.of(new Race(cell, today, Optional.of(today), false)));
            try (Experiment experiment = new ExperimentRunner(settings, Jdk.running(), seed, notice)) {
                try {
                    RaceSession session = new RaceSession(experiment, settings, plan, Map.of(database, stored));
                    session.prepare(database);
                    notice.accept(cell + " against itself for " + Probe.SECONDS + " s, seed " + seed);
                    session.allow(AMPLE);
                    CellMeasurement measured = timeIsUp(session.measure(cell, race -> new FixedTime(
                            Clock.nanos() + TimeUnit.SECONDS.toNanos(Probe.SECONDS), Clock::nanos)));
                    return Probe.of(measured, session.judge(measured));
                } finally {
                    named.addAll(experiment.namedFiles());
                }
            }
        } catch (RecipeException | IllegalStateException | IllegalArgumentException e) {
            return Probe.failed(e.getMessage());
        }
    }

    /**
     * The measurement marked as out of budget: the stopping rule ended it, and the gate must know that no pair will
     * follow.
     */
    private static CellMeasurement timeIsUp(CellMeasurement measured) {
        Timed timed = measured.timed();
        return new CellMeasurement(measured.cell(), measured.setup(), new Timed(timed.sliceMillis(), timed.forks(),
                timed.pairs(), timed.standstills(), timed.failure(), true), measured.untimed());
    }
}
