package dev.regatta.cli;

import dev.regatta.explore.Contender;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ForkedLoadSet;
import dev.regatta.explore.LoadBench;
import dev.regatta.explore.LoadSet;
import dev.regatta.explore.Plan;
import dev.regatta.explore.StartReading;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.race.ObservedServer;
import dev.regatta.recipe.Jdk;
import dev.regatta.service.ServiceArm;
import dev.regatta.service.ServiceBuild;
import dev.regatta.service.ServiceExperiment;
import dev.regatta.service.ServiceForks;
import dev.regatta.service.WebService;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.OwnCode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Explorations of whole web stacks: the clients are services, and the generator offers them the load. */
final class ServiceLoads {

    /** No framework gives a pool more connections by itself. */
    private static final int LARGEST_POOL = 50;

    private ServiceLoads() {
    }

    /** Whether the clients of a plan are services: the requests that they answer are no workload of a driver. */
    static boolean are(Plan plan) {
        return OwnCode.is(plan.workload());
    }

    private static WebService service(ClientId client) {
        return WebService.of(new ClientId(client.stack(), client.threading()).toString());
    }

    /** How many connections a service opens at most, with so many requests in flight. */
    static int connections(ClientId client, int inFlight) {
        return service(client).pool().isPresent() ? client.pool().orElse(LARGEST_POOL) : inFlight;
    }

    /** Measures what is asked for, or what is left of it. */
    static Exploration explore(Path services, ExploreRequest request, Optional<Exploration> known, Plan plan,
            Settings settings, Consumer<String> progress) {
        Jdk jdk = Jdk.running();
        var build = new ServiceBuild(services, ServiceBuild.cacheOfUser(System.getenv()), settings.maven(), jdk,
                settings.lockWait(), progress);
        List<String> options = ServiceExperiment.jvmOptions(settings);
        List<ServiceArm> served = plan.clients().stream().map(
                client -> new ServiceArm(client, build.of(service(client), Optional.empty()), jdk, options)).toList();
        SortedMap<ClientId, Recipe> recipes = new TreeMap<>();
        served.forEach(one -> recipes.put(one.client(), one.built().recipe()));
        Duration farthest = RealExplorations.farthest(plan);
        try (var experiment = new ExperimentRunner(settings, jdk, plan.seed(), farthest,
                RealExplorations.placement(request, known), progress);
                var forks = new ServiceForks(served, experiment.placement(),
                        settings.results().resolve("logs").toAbsolutePath(),
                        new AnswerTimeouts(settings.watchdog(), farthest), jdk)) {
            var bench = new Bench(experiment, forks, served, options, new HashMap<>());
            return RealExplorations.measured(bench, request, known, plan,
                    served.stream().map(one -> new Contender(one.client(), ServiceRaces.setup(one))).toList(), recipes,
                    inputs(served), progress);
        }
    }

    /** One digest of all that the points depend on, as far as it is known before a server runs. */
    private static String inputs(List<ServiceArm> served) {
        return Inputs.sha256(served.stream()
                .map(one -> one.client() + " " + ServiceExperiment.inputs(Dialect.POSTGRESQL, one).digest()).toList());
    }

    /**
     * Where load is offered to services.
     *
     * @param options of their JVMs
     * @param servers those that are watched, by how far away they are
     */
    private record Bench(ExperimentRunner experiment, ServiceForks forks, List<ServiceArm> services,
            List<String> options,
            Map<Duration, ObservedServer> servers) implements LoadBench {

        @Override
        public Placement placement() {
            return experiment.placement();
        }

        @Override
        public Fingerprint fingerprint() throws MeasurementFailure {
            return ServiceExperiment.told(experiment.fingerprint(Dialect.POSTGRESQL), options);
        }

        @Override
        public LoadSet set(int number) {
            return new ForkedLoadSet(Dialect.POSTGRESQL, number, forks, this::server);
        }

        private ObservedServer server(Duration latency) throws MeasurementFailure {
            ObservedServer known = servers.get(latency);
            if (known == null) {
                known = experiment.away(Dialect.POSTGRESQL, latency, forks::generatorNanos);
                servers.put(latency, known);
            }
            return known;
        }

        @Override
        public boolean starts() {
            return true;
        }

        @Override
        public StartReading start(Contender contender, int number) throws MeasurementFailure {
            ServiceArm served = services.stream().filter(one -> one.client().equals(contender.client())).findFirst()
                    .orElseThrow();
            Duration start = forks.startTime(served, server(Duration.ZERO).endpoint());
            return new StartReading(served.client(), number, start.toNanos(), served.built().size());
        }
    }
}
