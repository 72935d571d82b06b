package dev.regatta.cli;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Harness;
import dev.regatta.gate.NarrowingRule;
import dev.regatta.inputs.ArmServer;
import dev.regatta.inputs.Checkout;
import dev.regatta.race.Experiment;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.race.Race;
import dev.regatta.recipe.BuiltJar;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Races on this machine. The first race fixes the database, the number of connections and the seed of all that follow
 * until this is closed. What was measured is in {@value dev.regatta.results.ResultsFile#NAME} of the command's folder
 * of results, which {@code regatta judge} reads.
 */
final class RealDuels implements Duels {

    /** How long a cell may take before it is left undecided; enough for all sets of most cells. */
    private static final Duration BUDGET_PER_CELL = Duration.ofMinutes(4);

    private final Settings users;
    private final Consumer<String> progress;
    private final RecipeResolver resolver;
    private Optional<Experiment> experiment = Optional.empty();

    RealDuels(Settings settings, Consumer<String> progress) {
        this.users = settings;
        this.progress = progress;
        this.resolver = new RecipeResolver(Candidates.load(), settings.maven());
    }

    @Override
    public Raced race(DuelRequest request) {
        Settings settings = settings(request);
        Dialect dialect = request.cells().getFirst().database();
        // Versions that do not exist and jars that are broken are told before a server starts.
        ArmSetup candidate = setup(request, request.candidate(), settings);
        ArmSetup baseline = setup(request, request.baseline(), settings);
        Map<Dialect, Baseline> stored = Baselines.find(settings.baselines(), dialect)
                .map(found -> Map.of(dialect, found)).orElse(Map.of());
        DuelServers servers = servers(request, settings, dialect);
        Experiment measuring = experiment(settings, candidate.jdk());
        servers.candidate().ifPresent(measuring::serve);
        RaceSession session = new RaceSession(measuring, settings, RacePlan.of(request.cells().stream()
                .map(cell -> new Race(cell, candidate, Optional.of(baseline), false, servers.baseline())).toList())
                .said(request.said()), stored);
        Duration budget = settings.budget()
                .orElse(BUDGET_PER_CELL.multipliedBy(request.cells().size()));
        return Raced.of(session, budget,
                race -> request.within()
                        .<StoppingRule>map(width -> new NarrowingRule(session.untilDecided(race), width))
                        .orElseGet(() -> session.untilDecided(race)),
                stored, progress);
    }

    /** The user's settings; what the command line says more directly wins. */
    private Settings settings(DuelRequest request) {
        Settings settings = MeasuringOptions.over(users, request.database(), request.connections(),
                request.latency(), request.seed(), request.budget());
        return request.profiled() ? settings.with("regatta.jfr", "true") : settings;
    }

    private Experiment experiment(Settings settings, Jdk jdk) {
        if (experiment.isEmpty()) {
            progress.accept("seed " + settings.seed() + ", results in " + settings.results());
            experiment = Optional.of(new ExperimentRunner(settings, jdk, settings.seed(), progress));
        }
        return experiment.get();
    }

    /** The servers of the two arms; empty where it is the one the settings name. */
    private record DuelServers(Optional<ArmServer> baseline, Optional<ArmServer> candidate) {}

    /** Where one arm names a server, the other one's is found as well: both must be told apart. */
    private DuelServers servers(DuelRequest request, Settings settings, Dialect dialect) {
        Optional<ServerForm> older = request.baseline().server();
        Optional<ServerForm> newer = request.candidate().server();
        if (older.isEmpty() && newer.isEmpty()) {
            return new DuelServers(Optional.empty(), Optional.empty());
        }
        Supplier<ServerForm> today = () -> Databases.today(dialect, request.database(), settings::get, progress)
                .orElseThrow(() -> new IllegalStateException("the " + dialect + " of this race is a server of your own,"
                        + " beside which no other can be raced; leave out the option that names one"));
        return new DuelServers(Optional.of(server(older.orElseGet(today), settings)),
                Optional.of(server(newer.orElseGet(today), settings)));
    }

    private ArmServer server(ServerForm form, Settings settings) {
        return ArmServer.find(form, Optional.empty(), settings::get, resolver, progress);
    }

    private ArmSetup setup(DuelRequest request, ArmRequest arm, Settings settings) {
        ResolvedRecipe recipe = resolver.resolve(
                arm.client().orElse(request.cells().getFirst().client()).stack(), arm.roots(), arm.options());
        for (Path jar : arm.jars()) {
            recipe = new BuiltJar(jar).in(recipe);
        }
        ResolvedRecipe complete = recipe;
        Jdk jdk = arm.jdk().orElseGet(Jdk::running);
        ArmSetup setup = arm.classes()
                .map(classes -> new ArmSetup(complete, jdk,
                        Harness.of(List.of(classes), List.of(), Checkout.name(classes),
                                settings.results().resolve("logs"))))
                .orElseGet(() -> ArmSetup.of(complete, jdk));
        return arm.client().map(setup::as).orElse(setup);
    }

    @Override
    public void close() {
        try {
            experiment.ifPresent(Experiment::close);
        } finally {
            resolver.close();
        }
    }
}
