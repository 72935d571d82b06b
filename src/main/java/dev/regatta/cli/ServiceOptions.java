package dev.regatta.cli;

import dev.regatta.http.ServiceRequest;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.service.WebService;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The services of a race, in place of clients. */
final class ServiceOptions {

    /** Half of the frameworks would not encrypt, and results would say that all do. */
    static final String NO_TLS = "-Dregatta.tls is what drivers are told, and a service connects as its framework does:"
            + " leave it out";

    private static final String ONE = "--service";

    /** What a race of services obeys besides. */
    private static final Set<String> OBEYED = Set.of(ONE, "--baseline-service", "--candidate-service", "--workload",
            "--baseline", "--candidate", "--concurrency", "--pool", "--latency", "--database", "--budget", "--seed",
            "--json");

    /** Settings that other races obey: nothing is stored of services, and none is recorded. */
    private static final List<String> UNUSED = List.of("regatta.baselines", "regatta.jfr");

    @Option(names = ONE, paramLabel = "<service>", description = "a whole web stack of services/ in place of a client, like spring-mvc+jdbc/virtual; --baseline and"
            + " --candidate are versions of its framework then, --workload is persons, world or worlds, and PostgreSQL"
            + " is behind it")
    private Optional<String> service = Optional.empty();

    @Option(names = "--baseline-service", paramLabel = "<service>", description = "the service of the older arm, in a race of two services")
    private Optional<String> baselineService = Optional.empty();

    @Option(names = "--candidate-service", paramLabel = "<service>", description = "the service to judge; both may be the same, to see how much a service differs from itself")
    private Optional<String> candidateService = Optional.empty();

    /**
     * One arm.
     *
     * @param service what runs
     * @param client  its name, with the size of its pool if that was asked for
     * @param version of its framework; empty for that of its POM
     */
    record Served(WebService service, ClientId client, Optional<String> version) {}

    /**
     * What was asked for.
     *
     * @param arms     both
     * @param two      whether two services race, and not two versions of one
     * @param requests what is asked of them
     */
    record Asked(Map<Arm, Served> arms, boolean two, List<ServiceRequest> requests) {}

    /** Whether services race. */
    boolean given() {
        return service.isPresent() || baselineService.isPresent() || candidateService.isPresent();
    }

    /**
     * What was asked for, checked before anything is built.
     *
     * @param baseline  version of the older arm
     * @param candidate version of the arm to judge
     * @throws picocli.CommandLine.ParameterException for options that contradict each other
     */
    Asked asked(RaceOptions race, Optional<String> baseline, Optional<String> candidate) {
        var useless = new TreeSet<>(race.given());
        useless.removeAll(OBEYED);
        if (!useless.isEmpty()) {
            throw race.wrong(String.join(", ", useless) + " " + (useless.size() == 1 ? "does" : "do")
                    + " nothing in a race of services: leave " + (useless.size() == 1 ? "it" : "them") + " out");
        }
        if (race.regatta().settings("compare").encrypted()) {
            throw race.wrong(NO_TLS);
        }
        UNUSED.stream().filter(race.regatta()::given).findFirst().ifPresent(setting -> {
            throw race.wrong("-D" + setting + " does nothing in a race of services: leave it out");
        });
        if (service.isPresent() && (baselineService.isPresent() || candidateService.isPresent())) {
            throw race.wrong("--service names the one service of both arms, and --baseline-service and"
                    + " --candidate-service name two: leave out one or the other");
        }
        if (service.isEmpty() && (baselineService.isEmpty() || candidateService.isEmpty())) {
            throw race.wrong((baselineService.isEmpty()
                    ? "--candidate-service also needs --baseline-service"
                    : "--baseline-service also needs --candidate-service")
                    + ": two services race, or one against itself where both options name it");
        }
        if (service.isPresent() && baseline.isEmpty() && candidate.isEmpty()) {
            throw race.wrong("both arms are today's, there is nothing to compare: name the version of one with"
                    + " --baseline or --candidate, or two services with --baseline-service and --candidate-service");
        }
        Map<Arm, Served> arms = new EnumMap<>(Arm.class);
        arms.put(Arm.BASELINE, served(race, service.or(() -> baselineService).orElseThrow(), baseline));
        arms.put(Arm.CANDIDATE, served(race, service.or(() -> candidateService).orElseThrow(), candidate));
        List<ServiceRequest> requests = new ArrayList<>();
        for (String workload : race.workloads()) {
            try {
                requests.add(ServiceRequest.of(workload));
            } catch (IllegalArgumentException e) {
                throw race.wrong("--workload: " + e.getMessage());
            }
        }
        return new Asked(arms, service.isEmpty(), requests.stream().distinct().toList());
    }

    /** Of a service, {@code --pool} is the size of its pool, and {@code --concurrency} how many requests are in flight. */
    private static Served served(RaceOptions race, String name, Optional<String> version) {
        try {
            return new Served(WebService.of(name), named(name, race.pool()), version);
        } catch (IllegalArgumentException e) {
            throw race.wrong(e.getMessage());
        }
    }

    /**
     * The name of a service in results, with the size of its pool if that was asked for: for all with {@code --pool}, or
     * for one as in {@code spring-mvc+jdbc~20}.
     *
     * @throws IllegalArgumentException if there is no such service, it has no pool of a chosen size, or both name one
     */
    static ClientId named(String name, Optional<Integer> pool) {
        String plain = name.replaceFirst("~[^/]*", "");
        WebService found = WebService.of(plain);
        Optional<Integer> own = plain.equals(name)
                ? Optional.empty()
                : ClientId.of(name.contains("/") ? name : name + "/" + found.threading().id()).pool();
        if (pool.isPresent() && own.isPresent()) {
            throw new IllegalArgumentException("--pool " + pool.get() + ": " + name
                    + " names the size of its pool itself, leave out one of them");
        }
        Optional<Integer> size = own.or(() -> pool);
        if (size.isPresent() && found.pool().isEmpty()) {
            throw new IllegalArgumentException((own.isPresent() ? name : "--pool " + size.get()) + ": " + found
                    + " has no pool of a chosen size");
        }
        return size.map(found.client()::with).orElseGet(found::client);
    }
}
