package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.explore.Advice;
import dev.regatta.explore.Ask;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.Contender;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.Explorer;
import dev.regatta.explore.Facts;
import dev.regatta.explore.ForkedLoadBench;
import dev.regatta.explore.LoadBench;
import dev.regatta.explore.OpenRatio;
import dev.regatta.explore.Plan;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.run.Origin;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explorations on this machine. */
final class RealExplorations implements Explorations {

    /** Connections beside those of the clients: for filling, resetting, and forks that end while others start. */
    private static final int BESIDE = 20;
    /** Added latency from which on client and database may share their CPUs: an operation waits for most of its time. */
    private static final long SHARED_FROM_MICROS = 1000;

    @Override
    public Exploration explore(ExploreRequest request, Settings users, Consumer<String> progress) {
        Optional<Exploration> known = request.plan().isPresent()
                ? Optional.empty()
                : Optional.of(ExplorationFile.read(request.file()));
        Plan plan = request.plan().orElseGet(() -> known.orElseThrow().facts().plan());
        if (known.isPresent() && known.get().facts().complete() && !OpenRatio.wantsSets(known.get().whole())) {
            progress.accept("there is nothing left to measure for what is in " + request.file());
            return known.get().whole();
        }
        Settings settings = accepting(connections(plan), request.dialect(),
                users.with("regatta.database", request.mode().id()));
        if (ServiceLoads.are(plan)) {
            return ServiceLoads.explore(Regatta.home().resolve("services"), request, known, plan, settings, progress);
        }
        try (RecipeResolver resolver = new RecipeResolver(Candidates.load(), settings.maven())) {
            List<Contender> contenders = new ArrayList<>();
            SortedMap<ClientId, Recipe> recipes = new TreeMap<>();
            for (ClientId client : plan.clients()) {
                ResolvedRecipe recipe = known.isPresent()
                        ? resolver.resolve(known.get().facts().recipes().get(client))
                        : resolver.resolve(client.stack(), roots(resolver, client.stack(), request.version()),
                                request.options());
                Jdk jdk = client.jdk().map(release -> Jdks.here().find(release)).orElseGet(Jdk::running);
                contenders.add(new Contender(client, ArmSetup.of(recipe, jdk)));
                recipes.put(client, recipe.recipe());
            }
            try (ExperimentRunner experiment = new ExperimentRunner(settings, Jdk.running(), plan.seed(),
                    farthest(plan), placement(request, known), progress)) {
                return measured(new ForkedLoadBench(experiment, request.dialect()), request, known, plan, contenders,
                        recipes,
                        inputs(request.dialect(), plan, contenders, experiment.inputs()), progress);
            }
        }
    }

    /**
     * The CPUs of both sides: as many for the client as were asked for, or as it had before. Those of a load to answer for that
     * this machine lacks are calculated. A client may have all of them where its operations wait: it shares them with the database.
     */
    static Placement placement(ExploreRequest request, Optional<Exploration> known) {
        if (known.isPresent()) {
            int had = Advice.clientCpus(known.get());
            return had == 0 ? Placement.NONE : Placement.detect(OptionalInt.of(had));
        }
        Placement here = Placement.detect(request.cores().isPresent()
                ? request.cores()
                : request.ask().map(Ask::cores).orElse(OptionalInt.empty()));
        if (request.cores().isPresent() && here.clientCpus().size() != request.cores().getAsInt()) {
            int all = here.all().size();
            if (request.cores().getAsInt() == all && request.plan().filter(RealExplorations::waits).isPresent()) {
                return Placement.NONE;
            }
            throw new IllegalArgumentException("--cores " + request.cores().getAsInt() + ": "
                    + (here.equals(Placement.NONE)
                            ? "CPUs are not told apart here, which needs two and taskset"
                            : "there are " + all + " CPUs, and the database needs one: give at most " + (all - 1)
                                    + ", or all of them where operations of a client wait, as with --latency 1ms"));
        }
        return here;
    }

    /** Whether all operations wait for most of their time, and the load comes from the client: that of a service takes CPU time. */
    private static boolean waits(Plan plan) {
        return !ServiceLoads.are(plan) && (Workloads.of(plan.workload()).waits() || plan.allConditions().stream()
                .allMatch(conditions -> conditions.latencyMicros() >= SHARED_FROM_MICROS));
    }

    static Exploration measured(LoadBench bench, ExploreRequest request, Optional<Exploration> known, Plan plan,
            List<Contender> contenders, SortedMap<ClientId, Recipe> recipes, String inputs, Consumer<String> progress) {
        Origin origin = Origin.now();
        Facts here;
        try {
            here = new Facts(Facts.SCHEMA, origin.tool(), origin.commit(), origin.started(), plan, request.ask(),
                    recipes, InputFacts.written(bench.fingerprint()), Optional.of(inputs), false);
        } catch (MeasurementFailure e) {
            // No file was begun, and there may be nothing to go on with.
            throw new IllegalStateException(e.getMessage(), e);
        }
        ExplorationFile file;
        Exploration begun;
        if (known.isPresent()) {
            known.get().facts().mixes(here).ifPresent(difference -> {
                throw new IllegalStateException("the exploration in " + request.file() + " was begun " + difference
                        + ": go on there, or begin anew without --resume, in another --file");
            });
            begun = known.get();
            file = ExplorationFile.resume(request.file());
        } else {
            unbegun(request.file());
            begun = new Exploration(here, List.of(), List.of());
            file = ExplorationFile.begin(request.file(), here);
        }
        try {
            return new Explorer(bench, begun, file, contenders, request.budget(), progress).run();
        } catch (MeasurementFailure e) {
            throw new IllegalStateException(e.getMessage() + "; what was measured is in " + request.file()
                    + ", and `" + request.resume() + "` goes on", e);
        }
    }

    /** Another exploration may have begun the file while this one waited for the host. */
    private static void unbegun(Path file) {
        if (Files.exists(file)) {
            Exploration there = ExplorationFile.read(file);
            if (!there.facts().complete() && !there.points().isEmpty()) {
                throw new IllegalStateException(file + " was begun by another exploration meanwhile: name another file"
                        + " with --file");
            }
        }
    }

    /** What a relay adds to a round trip at most. */
    static Duration farthest(Plan plan) {
        return plan.allConditions().stream().map(Conditions::latencyMicros).max(Comparator.naturalOrder())
                .map(micros -> Duration.of(micros, ChronoUnit.MICROS)).orElseThrow();
    }

    /** One digest of all that the clients' points depend on, as far as it is known before a server runs. */
    private static String inputs(Dialect dialect, Plan plan, List<Contender> contenders, InputFacts facts) {
        return Inputs.sha256(contenders.stream().map(contender -> contender.client() + " "
                + facts.of(new CellId(dialect, contender.client(), plan.workload()), contender.setup()).digest())
                .toList());
    }

    /** The settings with a server that accepts so many connections and some beside; as they are where it is the user's. */
    static Settings accepting(int opened, Dialect dialect, Settings settings) {
        if (settings.databaseMode() == DatabaseMode.EXTERNAL || settings.databaseMode() == DatabaseMode.AUTO
                && settings.get("regatta.url." + dialect).isPresent()) {
            return settings;
        }
        int connections = BESIDE + opened;
        Optional<Integer> given = settings.get(Databases.CONNECTIONS_PROPERTY).map(Integer::valueOf);
        if (given.isPresent() && given.get() < connections) {
            throw new IllegalArgumentException("-D" + Databases.CONNECTIONS_PROPERTY + "=" + given.get()
                    + " is too few: what is measured may open " + connections + ", give as many or leave it out");
        }
        return given.isEmpty() && connections > Databases.CONNECTIONS
                ? settings.with(Databases.CONNECTIONS_PROPERTY, Integer.toString(connections))
                : settings;
    }

    /** The root artifacts of a client: today's versions except those that are named. */
    private static List<String> roots(RecipeResolver resolver, String stack, Optional<String> versions) {
        List<String> today = Candidates.load().rootCoordinates(stack);
        String choice = versions.stream().flatMap(named -> Stream.of(named.split(",")))
                .filter(named -> today.stream()
                        .anyMatch(root -> root.startsWith(named.substring(0, named.lastIndexOf(':') + 1))))
                .collect(Collectors.joining(","));
        return choice.isEmpty() ? today : resolver.roots(stack, today, choice).coordinates();
    }

    private static int connections(Plan plan, ClientId client) {
        if (ServiceLoads.are(plan)) {
            return ServiceLoads.connections(client,
                    plan.allConditions().stream().mapToInt(Conditions::inFlight).max().orElseThrow());
        }
        var each = plan.allConditions().stream().mapToInt(conditions -> conditions.connections(client));
        // Pools that take turns are all open.
        return plan.racesValues() ? each.sum() : each.max().orElseThrow();
    }

    /** How many connections the clients of a plan hold at once. */
    private static int connections(Plan plan) {
        return plan.clients().stream().mapToInt(client -> connections(plan, client)).sum();
    }
}
