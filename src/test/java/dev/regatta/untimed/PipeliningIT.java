package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.FilledDatabases;
import dev.regatta.fork.Fork;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Slice;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.relay.Language;
import dev.regatta.relay.Relay;
import dev.regatta.relay.Traffic;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many connections clients use for 16 operations in flight, and how many statements they send before they are
 * answered, counted by the relay on the embedded servers: {@code mvn verify -DskipUTs -Dit.test=PipeliningIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PipeliningIT {

    private static final int IN_FLIGHT = 16;
    private static final long SLICE_NANOS = 500_000_000;
    private static final Duration HOLD = Duration.ofMillis(2);

    private final Placement placement = Placement.detect();
    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement, Path.of("target", "pipelining").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);
    private final FilledDatabases databases = new FilledDatabases(placement, forks);

    @ParameterizedTest(name = "{0} {2} {3}")
    @CsvSource(nullValues = "", textBlock = """
            # stack, workload, name=value, connections, whether several statements make one round trip
            vertx-pg-client+pool, select-1, , 16, false
            vertx-pg-client+pipelined, select-1, , 1, true
            vertx-pg-client+pipelined, select-1, pipeliningLimit=1, 1, false
            vertx-mysql-client+pool, select-1, , 16, false
            vertx-mysql-client+pipelined, select-1, , 1, true
            vertx-mysql-client+pipelined, select-1, pipeliningLimit=1, 1, false
            r2dbc-postgresql+r2dbc-pool, select-1, , 16, false
            hibernate-reactive+vertx-pg-client, point-select, , 16, false
            hibernate-reactive+vertx-mysql-client, point-select, , 16, false
            """)
    void operationsInFlightShareAConnectionOnlyWhereTheyArePipelined(String id, String workload, String option,
            int connections, boolean pipelined) throws MeasurementFailure, IOException {
        Stack stack = Stacks.of(id);
        Dialect dialect = stack.databases().iterator().next();
        Endpoint server = databases.of(dialect).endpoint();
        try (Relay relay = Relay.counting(language(dialect), new InetSocketAddress(server.host(), server.port()), HOLD);
                Fork fork = fork(stack, option)) {
            fork.open(workload, new Endpoint(dialect, relay.address().getAddress().getHostAddress(),
                    relay.address().getPort(), server.database(), server.user(), server.password()), IN_FLIGHT);
            long opened = relay.quietTraffic().connections();
            Traffic before = relay.quietTraffic();
            Slice slice = fork.run(SLICE_NANOS, 1).slice();
            Traffic sent = relay.quietTraffic().since(before);
            System.out.printf(Locale.ROOT,
                    "%s %s: %d connections, %d operations in %d ms, %d statements in %d round trips%n", id, option,
                    opened, slice.allOperations(), slice.windowNanos() / 1_000_000, sent.statements(),
                    sent.roundTrips());
            assertThat(slice.errors() + slice.wrong()).as(slice.problem()).isZero();
            assertThat(opened).isEqualTo(connections);
            assertThat(sent.connections()).as("opened while it ran").isZero();
            if (pipelined) {
                assertThat(sent.statements()).isGreaterThan(4 * sent.roundTrips());
            } else {
                assertThat(sent.statements()).isLessThanOrEqualTo(sent.roundTrips());
            }
        }
    }

    /**
     * What the table of counts of a race says about these clients; 15 of 16 wait where operations are sent one by one.
     */
    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(nullValues = "", textBlock = """
            # stack, workload, name=value, the fewest and most operations that wait for the connection
            vertx-pg-client+pipelined, select-1, , 0, 8
            vertx-pg-client+pipelined, point-select-20, , 9, 15
            vertx-pg-client+pipelined, point-select-20, cachePreparedStatements=true, 0, 8
            vertx-pg-client+pipelined, select-1, pipeliningLimit=1, 15, 15
            vertx-mysql-client+pipelined, select-1, , 0, 8
            vertx-mysql-client+pipelined, select-1, pipeliningLimit=1, 15, 15
            """)
    void aRaceTellsHowManyOperationsWaitForTheConnection(String id, String workload, String option, double fewest,
            double most) throws MeasurementFailure {
        Stack stack = Stacks.of(id);
        Endpoint server = databases.of(stack.databases().iterator().next()).endpoint();
        try (Fork fork = fork(stack, option)) {
            Counts counts = new SharingSlice(Workloads.of(workload), server, IN_FLIGHT, 1).of(Arm.CANDIDATE, fork);
            double waiting = counts.of(Counter.CONNECTIONS_AWAITED).orElseThrow().perOperation();
            System.out.printf(Locale.ROOT, "%s %s %s: %.0f of %d operations wait%n", id, workload, option, waiting,
                    IN_FLIGHT);
            assertThat(counts.of(Counter.CONNECTIONS_IN_USE).orElseThrow().perOperation()).isEqualTo(1);
            assertThat(waiting).isBetween(fewest, most);
        }
    }

    private Fork fork(Stack stack, String option) throws MeasurementFailure {
        var options = new TreeMap<String, String>();
        Optional.ofNullable(option).map(text -> text.split("="))
                .ifPresent(parts -> options.put(parts[0], parts[1]));
        ResolvedRecipe recipe = resolver.resolve(stack.id(), Candidates.load().rootCoordinates(stack.id()), options);
        return forks.of(stack.databases().iterator().next(), new ClientId(stack.id(), stack.threadings().getFirst()),
                Arm.CANDIDATE, 1, ArmSetup.of(recipe, Jdk.running()));
    }

    private static Language language(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> Language.POSTGRESQL;
            case MARIADB -> Language.MARIADB;
        };
    }

    @AfterAll
    void end() {
        forks.close();
        databases.close();
        resolver.close();
    }
}
