package dev.regatta.cli;

import dev.regatta.fork.ArmSetup;
import dev.regatta.http.ServiceRequest;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.Race;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.service.BuiltService;
import dev.regatta.service.ServiceArm;
import dev.regatta.service.ServiceBuild;
import dev.regatta.service.ServiceExperiment;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Races services on this machine: builds them, starts them beside a filled database, and judges what was measured. */
final class ServiceRaces {

    /** Each set starts two JVMs with a framework, and warms both up. */
    private static final Duration BUDGET_PER_CELL = Duration.ofMinutes(8);

    private final Path services;
    private final Consumer<String> progress;

    /**
     * Races services of a checkout.
     *
     * @param services its folder {@code services}
     */
    ServiceRaces(Path services, Consumer<String> progress) {
        this.services = services;
        this.progress = progress;
    }

    /**
     * Races both arms with each of their requests.
     *
     * @throws RuntimeException with one sentence, when there is nothing to race: a service that cannot be built, a
     *                          database that does not start
     */
    Duels.Raced race(ServiceOptions.Asked asked, Settings users) {
        Settings settings = accepting(asked, users);
        Jdk jdk = Jdk.running();
        var build = new ServiceBuild(services, ServiceBuild.cacheOfUser(System.getenv()), settings.maven(), jdk,
                settings.lockWait(), progress);
        Map<Arm, ServiceArm> arms = new EnumMap<>(Arm.class);
        asked.arms().forEach((arm, served) -> arms.put(arm,
                new ServiceArm(served.client(), build.of(served.service(), served.version()), jdk,
                        ServiceExperiment.jvmOptions(settings))));
        return race(arms, asked.two(), asked.requests(), said(asked), settings, progress);
    }

    /** The settings with a server for both arms. As many requests as are in flight by default need no more of it. */
    static Settings accepting(ServiceOptions.Asked asked, Settings settings) {
        return RealExplorations.accepting(asked.arms().values().stream().mapToInt(
                served -> ServiceLoads.connections(served.client(), settings.connections().orElse(0))).sum(),
                Dialect.POSTGRESQL, settings);
    }

    /**
     * Races what was built.
     *
     * @param two  whether two services race, and not two versions of one
     * @param said what no recipe tells
     */
    static Duels.Raced race(Map<Arm, ServiceArm> arms, boolean two, List<ServiceRequest> requests,
            SortedMap<String, String> said, Settings settings, Consumer<String> progress) {
        progress.accept("seed " + settings.seed() + ", results in " + settings.results());
        try (var experiment = new ServiceExperiment(settings, arms, Jdk.running(), progress)) {
            RaceSession session = new RaceSession(experiment, settings, RacePlan.of(requests.stream()
                    .map(request -> race(request, arms, two)).toList()).said(said), Map.of());
            Duration budget = settings.budget().orElse(BUDGET_PER_CELL.multipliedBy(requests.size()));
            return Duels.Raced.of(session, budget, session::untilDecided, Map.of(), progress);
        }
    }

    private static Race race(ServiceRequest request, Map<Arm, ServiceArm> arms, boolean two) {
        ServiceArm candidate = arms.get(Arm.CANDIDATE);
        CellId cell = new CellId(Dialect.POSTGRESQL, candidate.client(), request.workload().id());
        return new Race(cell, setup(candidate, two), Optional.of(setup(arms.get(Arm.BASELINE), two)), false);
    }

    /** What the race needs to know of a service: its recipe, its run time, and its name where two race. */
    private static ArmSetup setup(ServiceArm served, boolean two) {
        return two ? setup(served).as(served.client()) : setup(served);
    }

    /** What a service is made of, as an arm has it. */
    static ArmSetup setup(ServiceArm served) {
        BuiltService built = served.built();
        Recipe recipe = built.recipe();
        return ArmSetup.of(new ResolvedRecipe(recipe, Collections.nCopies(recipe.artifacts().size(), built.folder())),
                served.jdk());
    }

    /** What no recipe tells; the report repeats it. */
    private static SortedMap<String, String> said(ServiceOptions.Asked asked) {
        SortedMap<String, String> said = new TreeMap<>();
        for (Arm arm : List.of(Arm.BASELINE, Arm.CANDIDATE)) {
            ServiceOptions.Served served = asked.arms().get(arm);
            said.put(asked.two() ? "--" + arm + "-service" : "--service", served.service().toString());
            served.version().ifPresent(version -> said.put("--" + arm, version));
        }
        return said;
    }
}
