package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.FilledDatabases;
import dev.regatta.fork.Fork;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.UntimedForks;
import dev.regatta.host.Placement;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Slice;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.relay.DelayingRelay;
import dev.regatta.report.WorkloadGrid;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every client with every workload, in worker JVMs on the embedded servers as in a measurement: results are checked one
 * operation after another, where all clients must read the same for the same parameters, and then with all connections
 * at once. It takes minutes and proves nothing about speed, so {@code mvn verify} leaves it out:
 * {@code mvn verify -DskipUTs -Dit.test=EveryWorkloadIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryWorkloadIT {

    private static final int CONNECTIONS = 16;
    private static final int SMALL_POOL = 4;
    private static final int CHECKED_OPERATIONS = 40;
    private static final int CHECKED_POOLS = 3;
    /** Some of them take 40 ms for every statement with a parameter, or 8 s for a batch of 200: known regressions. */
    private static final int CHECKED_OPERATIONS_OF_OLD_RELEASES = 4;
    private static final String POOL_WITHOUT_EVICTION = "io.r2dbc:r2dbc-pool:0.8.5.RELEASE";
    private static final long SLICE_NANOS = 300_000_000;
    /** Of {@code -Dstacks=pgjdbc,pgjdbc+agroal}; empty for all. */
    private static final List<String> STACKS = Stream.of(System.getProperty("stacks", "").split(","))
            .filter(stack -> !stack.isEmpty()).toList();
    /** Of {@code -Dworkloads=select-1,transaction}; all where it is not given. */
    private static final List<Workload> WORKLOADS = System.getProperty("workloads") == null
            ? Workloads.all()
            : Stream.of(System.getProperty("workloads").split(",")).map(Workloads::of).toList();
    private static final long SEED = 20_261_120;

    /** Of {@code -Djdk=21}, on which the workers run; this JVM's where it is not given. */
    private final Jdk jdk = System.getProperty("jdk") == null
            ? Jdk.running()
            : Jdks.here().find(Integer.getInteger("jdk"));

    private final Placement placement = Placement.detect();
    private final Candidates candidates = Candidates.load();
    private final RecipeResolver resolver = new RecipeResolver(candidates,
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement,
            Path.of("target", "every-workload").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);
    private final FilledDatabases databases = new FilledDatabases(placement, forks);
    /** The first client's digests. */
    private final Map<Checked, Long> digests = new HashMap<>();

    /** Operations of which every client draws the same parameters. */
    private record Checked(Dialect dialect, String workload, int operations) {}

    /** Every client there is. */
    static Stream<Arguments> clients() {
        return Stream.of(Dialect.values()).flatMap(dialect -> Stacks.on(dialect).stream()
                .filter(EveryWorkloadIT::asked).flatMap(stack -> stack.threadings().stream()
                        .map(threading -> Arguments.of(dialect, stack, threading))));
    }

    private static boolean asked(Stack stack) {
        return STACKS.isEmpty() || STACKS.contains(stack.id());
    }

    /** Releases of some years ago, which today's adapters must run too. */
    static Stream<Arguments> oldReleases() {
        return Stream.of(
                Arguments.of(Dialect.POSTGRESQL, "pgjdbc+hikari", List.of("org.postgresql:postgresql:42.2.20")),
                Arguments.of(Dialect.POSTGRESQL, "r2dbc-postgresql+r2dbc-pool",
                        List.of("io.r2dbc:r2dbc-postgresql:0.8.4.RELEASE", POOL_WITHOUT_EVICTION)),
                Arguments.of(Dialect.MARIADB, "mariadb+hikari", List.of("org.mariadb.jdbc:mariadb-java-client:2.7.12")),
                Arguments.of(Dialect.MARIADB, "mysql-connector-j+hikari",
                        List.of("mysql:mysql-connector-java:8.0.33")),
                Arguments.of(Dialect.MARIADB, "r2dbc-mariadb+r2dbc-pool",
                        List.of("org.mariadb:r2dbc-mariadb:1.0.3", POOL_WITHOUT_EVICTION)))
                .filter(arguments -> asked(Stacks.of((String) arguments.get()[1])));
    }

    @ParameterizedTest(name = "{0}/{1}/{2}")
    @MethodSource("clients")
    void everyClientRunsEveryWorkloadButItsGaps(Dialect dialect, Stack stack, Threading threading)
            throws MeasurementFailure {
        ResolvedRecipe recipe = stack == Stacks.WIRE
                ? FilledDatabases.wire()
                : resolver.today(stack.id());
        runAll(dialect, new ClientId(stack.id(), threading), Arm.CANDIDATE, recipe, WORKLOADS, CHECKED_OPERATIONS);
    }

    /** A driver ignores what it does not know: both arms of a race would be the same. */
    @ParameterizedTest(name = "{0}/{1}/{2}")
    @MethodSource("clients")
    void anOptionThatADriverDoesNotHaveIsRefused(Dialect dialect, Stack stack, Threading threading)
            throws MeasurementFailure {
        if (stack == Stacks.WIRE) {
            return;
        }
        ResolvedRecipe recipe = resolver.resolve(stack.id(), candidates.rootCoordinates(stack.id()),
                new TreeMap<>(Map.of("nosuchoption", "1")));
        var client = new ClientId(stack.id(), threading);
        try (Fork fork = forks.of(dialect, client, Arm.CANDIDATE, 1, ArmSetup.of(recipe, jdk))) {
            Endpoint server = databases.of(dialect).endpoint();
            assertThatThrownBy(() -> fork.open(Workloads.POINT_SELECT.id(), server, 1))
                    .isInstanceOf(MeasurementFailure.class).hasMessageContaining("option")
                    .hasMessageContaining("nosuchoption");
        }
    }

    @ParameterizedTest(name = "{0}/{1} {2}", allowZeroInvocations = true)
    @MethodSource("oldReleases")
    void oldReleasesRunThemToo(Dialect dialect, String id, List<String> roots) throws MeasurementFailure {
        Stack stack = Stacks.of(id);
        List<String> today = candidates.rootCoordinates(id);
        List<String> all = Stream.concat(roots.stream(), today.stream().skip(roots.size())).toList();
        ResolvedRecipe recipe = resolver.resolve(id, all, new TreeMap<>());
        // It has no thread that looks after connections, and says so; and it does not get rid of half-open ones in 30 s.
        List<Workload> workloads = roots.contains(POOL_WITHOUT_EVICTION)
                ? WORKLOADS.stream()
                        .filter(workload -> !(workload instanceof Idle) && workload != Workloads.POOL_HALF_OPEN)
                        .toList()
                : WORKLOADS;
        stack.threadings().forEach(threading -> {
            try {
                runAll(dialect, new ClientId(id, threading), Arm.BASELINE, recipe, workloads,
                        CHECKED_OPERATIONS_OF_OLD_RELEASES);
            } catch (MeasurementFailure e) {
                throw new AssertionError(e.getMessage(), e);
            }
        });
    }

    /** Every client whose pool has a chosen size. */
    static Stream<Arguments> pools() {
        return clients().filter(arguments -> ((Stack) arguments.get()[1]).pool().sized());
    }

    /** The other operations in flight wait for a connection, and that they do is counted where the pool tells it. */
    @ParameterizedTest(name = "{0}/{1}~4/{2}", allowZeroInvocations = true)
    @MethodSource("pools")
    void aSmallerPoolServesAllThatIsInFlight(Dialect dialect, Stack stack, Threading threading)
            throws MeasurementFailure {
        ClientId client = new ClientId(stack.id(), threading).with(SMALL_POOL);
        ArmSetup setup = ArmSetup.of(resolver.today(stack.id()), jdk);
        try (Fork fork = forks.of(dialect, client, Arm.CANDIDATE, 1, setup)) {
            for (Workload workload : List.of(Workloads.POINT_SELECT_20, Workloads.TRANSACTION)) {
                assertThat(problem(fork, workload, databases.of(dialect).endpoint(), CHECKED_OPERATIONS)).isEmpty();
                Counts told = new MeterSlice(workload, databases.of(dialect).endpoint(), CONNECTIONS, SEED)
                        .of(Arm.CANDIDATE,
                                forks.untimed(UntimedForks.Kind.METERED, dialect, client, Arm.CANDIDATE, setup,
                                        List.of()));
                System.out.println(client + " " + workload.id() + ": " + told.values().entrySet().stream()
                        .map(read -> read.getKey().phrase(read.getValue().perOperation()))
                        .collect(Collectors.joining(", ")));
                assertThat(told.absences().keySet()).as("of " + stack.pool()).isEqualTo(untold(stack.pool()));
                assertThat(told.of(Counter.CONNECTIONS_IN_USE).orElseThrow().perOperation()).isPositive()
                        .isLessThanOrEqualTo(SMALL_POOL);
                assertThat(told.of(Counter.CONNECTIONS_AWAITED).orElseThrow().perOperation()).isPositive()
                        .isLessThanOrEqualTo(CONNECTIONS);
                assertThat(told.of(Counter.ACQUIRE_TIME).orElseThrow().total()).isPositive();
            }
        }
    }

    /** What nobody can read of a pool. */
    private static Set<Counter> untold(Pool pool) {
        return switch (pool) {
            case HIKARI -> Set.of();
            case AGROAL, R2DBC_POOL -> Set.of(Counter.USAGE_TIME);
            case VERTX -> Set.of(Counter.CREATION_TIME, Counter.CONNECTIONS_IDLE);
            case OWN_CONNECTIONS, NONE, ONE_PIPELINED, OF_THE_PROJECT ->
                throw new IllegalArgumentException(pool + " has no size");
        };
    }

    private void runAll(Dialect dialect, ClientId client, Arm arm, ResolvedRecipe recipe, List<Workload> workloads,
            int operations)
            throws MeasurementFailure {
        var problems = new StringBuilder();
        try (DelayingRelay relay = relay(dialect);
                Fork fork = forks.of(dialect, client, arm, 1, ArmSetup.of(recipe, jdk))) {
            for (Workload workload : workloads) {
                Endpoint endpoint = workload.loginHold().isZero()
                        ? databases.of(dialect).endpoint()
                        : behind(relay, databases.of(dialect).endpoint());
                Optional<String> gap = Stacks.of(client.stack()).gap(workload, dialect);
                if (gap.isPresent()) {
                    assertThatThrownBy(() -> fork.open(workload.id(), endpoint, CONNECTIONS))
                            .hasMessageContaining(gap.get());
                } else {
                    problem(fork, workload, endpoint,
                            workload.oneAtATime() ? CHECKED_POOLS : operations)
                            .ifPresent(problem -> problems.append(workload.id()).append(": ").append(problem)
                                    .append('\n'));
                }
            }
        }
        assertThat(problems.toString()).as(dialect + "/" + client + " " + recipe.recipe().artifacts()).isEmpty();
    }

    /** As in a measurement, log-ins of some workloads are held, and one has the relay go silent. */
    private DelayingRelay relay(Dialect dialect) throws MeasurementFailure {
        Endpoint server = databases.of(dialect).endpoint();
        try {
            return new DelayingRelay(new InetSocketAddress(server.host(), server.port()), Duration.ZERO,
                    Workloads.POOL_GROWTH.loginHold());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Endpoint behind(DelayingRelay relay, Endpoint server) {
        InetSocketAddress near = relay.address();
        return new Endpoint(server.dialect(), near.getAddress().getHostAddress(), near.getPort(), server.database(),
                server.user(), server.password());
    }

    /** What went wrong, if anything did. */
    private Optional<String> problem(Fork fork, Workload workload, Endpoint endpoint, int operations) {
        try {
            fork.open(workload.id(), endpoint, CONNECTIONS);
            long digest = fork.check(workload.id(), operations, SEED);
            Long others = digests.putIfAbsent(new Checked(endpoint.dialect(), workload.id(), operations), digest);
            if (others != null && others != digest) {
                return Optional.of("the digest of " + operations + " operations is " + digest
                        + ", that of the clients before it " + others);
            }
            Slice slice = fork.run(SLICE_NANOS, SEED).slice();
            if (!workload.reset(endpoint.dialect()).isEmpty()) {
                fork.sql(endpoint, workload.reset(endpoint.dialect()));
            }
            System.out.printf(Locale.ROOT, "%-12s %-16s %d checked, then %.1f in %d ms on %d connections%n",
                    endpoint.dialect(), workload.id(), operations, slice.operations(),
                    slice.windowNanos() / 1_000_000, CONNECTIONS);
            Optional<Long> compilers = slice.resources().orElseThrow().compilerNanos();
            assertThat(compilers.isEmpty()).as("told in ticks").isEqualTo(workload.opensPool());
            assertThat(compilers.orElse(0L)).isBetween(0L, slice.cpuNanos());
            return slice.errors() + slice.wrong() == 0 && slice.allOperations() > 0
                    ? Optional.empty()
                    : Optional.of(slice.allOperations() + " operations, " + slice.wrong() + " wrong, " + slice.errors()
                            + " errors: " + slice.problem());
        } catch (MeasurementFailure e) {
            return Optional.of(e.getMessage());
        }
    }

    @AfterAll
    void end() {
        for (Dialect dialect : Dialect.values()) {
            System.out.println(WorkloadGrid.text(dialect, Stacks.on(dialect)));
        }
        forks.close();
        databases.close();
        resolver.close();
    }
}
