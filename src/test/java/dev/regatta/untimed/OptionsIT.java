package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.FilledDatabases;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** That the options of {@code docs/workloads.md} have drivers do what the page says: by what they send, counted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OptionsIT {

    private final Placement placement = Placement.detect();
    private final Candidates candidates = Candidates.load();
    private final RecipeResolver resolver = new RecipeResolver(candidates,
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement, Path.of("target", "options").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);
    private final FilledDatabases databases = new FilledDatabases(placement, forks);

    @ParameterizedTest(name = "{0}/{1} {2}")
    @CsvSource(textBlock = """
            postgresql, pgjdbc+hikari, defaultRowFetchSize=100, 12
            postgresql, r2dbc-postgresql+r2dbc-pool, fetchSize=100, 14
            mariadb, mysql-connector-j+hikari, defaultFetchSize=100 useCursorFetch=true, 16
            mariadb, mariadb+hikari, defaultFetchSize=100, 3
            """)
    void aCursorIsAskedForItsRowsByTheHundred(String database, String stack, String options, double roundTrips)
            throws MeasurementFailure {
        assertThat(count(database, stack, "transaction-rows", options).of(Counter.ROUND_TRIPS).orElseThrow()
                .perOperation()).isEqualTo(roundTrips);
    }

    @ParameterizedTest(name = "{0}/{1} {2} {3}")
    @CsvSource(textBlock = """
            postgresql, pgjdbc+hikari, point-select, preparedStatementCacheQueries=0
            mariadb, mariadb+hikari, point-select, cachePrepStmts=false useServerPrepStmts=true
            mariadb, mysql-connector-j+hikari, point-select, cachePrepStmts=false useServerPrepStmts=true
            postgresql, pgjdbc+hikari, types, preparedStatementCacheQueries=1
            postgresql, pgjdbc+hikari, large-parameter, preparedStatementCacheQueries=1
            mariadb, mariadb+hikari, types, prepStmtCacheSize=1 useServerPrepStmts=true
            """)
    void statementsThatNoCacheKeepsArePreparedForEachOperation(String database, String stack, String workload,
            String options) throws MeasurementFailure {
        assertThat(prepared(database, stack, workload, options)).isGreaterThanOrEqualTo(1);
        assertThat(prepared(database, stack, workload, "")).as("as it is").isZero();
    }

    private double prepared(String database, String stack, String workload, String options) throws MeasurementFailure {
        return count(database, stack, workload, options).of(Counter.PREPARATIONS).orElseThrow().perOperation();
    }

    private Counts count(String database, String stack, String workload, String options) throws MeasurementFailure {
        SortedMap<String, String> asked = new TreeMap<>(
                Stream.of(options.split(" ")).filter(option -> !option.isEmpty())
                        .map(option -> option.split("=")).collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
        ResolvedRecipe recipe = resolver.resolve(stack, candidates.rootCoordinates(stack), asked);
        var client = new ClientId(stack, Stacks.of(stack).threadings().getFirst());
        Counts counts = CountedAlone.of(client, workload, databases.of(Dialect.of(database)), recipe, forks);
        System.out.println(stack + " " + workload + " " + options + ": " + counts.values());
        return counts;
    }

    @AfterAll
    void end() {
        forks.close();
        databases.close();
        resolver.close();
    }
}
