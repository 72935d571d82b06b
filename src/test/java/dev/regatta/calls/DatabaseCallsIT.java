package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.experiment.Settings;
import dev.regatta.host.Placement;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Projects that count their calls, each in a JVM of its own, on the embedded servers:
 * {@code mvn verify -DskipUTs -Dit.test=DatabaseCallsIT}, a minute.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseCallsIT {

    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Map<Dialect, Database> databases = new EnumMap<>(Dialect.class);

    @TempDir
    private Path folder;

    @Test
    void nPlusOneFailsWithItsStatement() throws Exception {
        Sample sample = sample(OrdersByJdbc.class, "pgjdbc");
        String[] database = database(Dialect.POSTGRESQL, "jdbc:postgresql");
        assertThat(sample.run(database)).contains("FAILED openOrders()", "-Dregatta.baseline=update");
        assertThat(sample.run(and(database, "-Dregatta.baseline=update"))).contains("SUCCESSFUL openOrders()");
        System.out.println(java.nio.file.Files.readString(folder.resolve("baselines/calls.json")));
        assertThat(sample.run(database)).contains("SUCCESSFUL openOrders()");
        assertThat(sample.run(and(database, "-Dplanted=true", "-Dregatta.results=target/changed")))
                .contains(
                        "openOrders: 12 round trips, was 3: \"select … from item where order_id = $1\" 10 times, was 1");
    }

    private Sample sample(Class<?> type, String stack) throws Exception {
        return new Sample(type, resolver.today(stack).classPath(), folder);
    }

    private static String[] and(String[] options, String... more) {
        return java.util.stream.Stream.of(options, more).flatMap(java.util.Arrays::stream).toArray(String[]::new);
    }

    private String[] database(Dialect dialect, String scheme) {
        Endpoint at = databases.computeIfAbsent(dialect, none -> Databases.start(dialect, DatabaseMode.EMBEDDED,
                Placement.detect(), name -> Optional.empty(), System.out::println)).endpoint();
        return new String[]{"-Ddb.url=" + scheme + "://" + at.host() + ":" + at.port() + "/" + at.database(),
                "-Ddb.user=" + at.user(), "-Ddb.password=" + at.password()};
    }

    @AfterAll
    void end() {
        databases.values().forEach(Database::close);
        resolver.close();
    }
}
