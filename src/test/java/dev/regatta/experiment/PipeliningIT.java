package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many connections clients use for 16 operations in flight, and how many of these wait for a connection, counted by the relay on the embedded servers: {@code mvn verify -DskipUTs -Dit.test=PipeliningIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PipeliningIT {

    private static final int IN_FLIGHT = 16;

    private final Placement placement = Placement.detect();
    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement, Path.of("target", "pipelining").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO));
    private final FilledDatabases databases = new FilledDatabases(placement, forks);

    @ParameterizedTest(name = "{0} {2} {3}")
    @CsvSource(nullValues = "", textBlock = """
            # stack, workload, name=value, connections, the fewest and most operations that wait for one
            vertx-pg-client+pool, select-1, , 16, 0, 8
            vertx-pg-client+pipelined, select-1, , 1, 0, 8
            vertx-pg-client+pipelined, point-select-20, , 1, 9, 15
            vertx-pg-client+pipelined, point-select-20, cachePreparedStatements=true, 1, 0, 8
            vertx-pg-client+pipelined, select-1, pipeliningLimit=1, 1, 15, 15
            vertx-mysql-client+pool, select-1, , 16, 0, 8
            vertx-mysql-client+pipelined, select-1, , 1, 0, 8
            vertx-mysql-client+pipelined, select-1, pipeliningLimit=1, 1, 15, 15
            r2dbc-postgresql+r2dbc-pool, select-1, , 16, 0, 8
            hibernate-reactive+vertx-pg-client, point-select, , 16, 0, 8
            hibernate-reactive+vertx-mysql-client, point-select, , 16, 0, 8
            """)
    void operationsInFlightShareAConnectionOnlyWhereTheyArePipelined(String id, String workload, String option,
            int connections, double fewest, double most) throws MeasurementFailure {
        Stack stack = Stacks.of(id);
        Dialect dialect = stack.databases().iterator().next();
        var options = new TreeMap<String, String>();
        Optional.ofNullable(option).map(text -> text.split("="))
                .ifPresent(parts -> options.put(parts[0], parts[1]));
        ResolvedRecipe recipe = resolver.resolve(id, Candidates.load().rootCoordinates(id), options);
        Endpoint server = databases.of(dialect).endpoint();
        try (Fork fork = forks.of(dialect, new ClientId(id, stack.threadings().getFirst()), Arm.CANDIDATE, 1,
                ArmSetup.of(recipe, Jdk.running()))) {
            Counts counts = new SharingSlice(Workloads.of(workload), server, IN_FLIGHT, 1).of(Arm.CANDIDATE, fork);
            double opened = counts.of(Counter.CONNECTIONS_IN_USE).orElseThrow().perOperation();
            double waiting = counts.of(Counter.CONNECTIONS_AWAITED).orElseThrow().perOperation();
            System.out.printf(Locale.ROOT, "%s %s %s: %.0f connections, %.0f of %d operations wait%n", id, workload,
                    options, opened, waiting, IN_FLIGHT);
            assertThat(opened).isEqualTo(connections);
            assertThat(waiting).isBetween(fewest, most);
        }
    }

    @AfterAll
    void end() {
        forks.close();
        databases.close();
        resolver.close();
    }
}
