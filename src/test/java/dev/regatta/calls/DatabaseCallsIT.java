package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Projects that count their calls, each in a JVM of its own, on the embedded servers:
 * {@code mvn verify -DskipUTs -Dit.test=DatabaseCallsIT}, two minutes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseCallsIT {

    private static final String UPDATE = "-Dregatta.baseline=update";

    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Map<Dialect, Database> databases = new EnumMap<>(Dialect.class);
    private Path folder;

    @BeforeEach
    void folder(TestInfo test, @TempDir Path empty) {
        folder = empty;
        System.out.println("=== " + test.getDisplayName());
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({"OrdersByJdbc, jdbc:postgresql, pgjdbc+hikari", "OrdersByJdbc, jdbc:mariadb, mariadb+hikari",
            "OrdersByJdbc, jdbc:mysql, mysql-connector-j+hikari", "OrdersByJooq, jdbc:postgresql, pgjdbc",
            "OrdersByJooq, jdbc:mariadb, mariadb", "OrdersByR2dbc, r2dbc:postgresql, r2dbc-postgresql+r2dbc-pool",
            "OrdersByR2dbc, r2dbc:mariadb, r2dbc-mariadb+r2dbc-pool",
            "OrdersByVertx, postgresql, vertx-pg-client+pool", "OrdersByVertx, mysql, vertx-mysql-client+pool",
            "OrdersByHibernate, jdbc:postgresql, hibernate-orm+pgjdbc+hikari",
            "OrdersByHibernate, jdbc:mariadb, hibernate-orm+mariadb+hikari"})
    void onePerOrderFailsWithTheStatementThatAsks(String type, String scheme, String stack) throws Exception {
        Sample sample = sample(type, stack);
        String[] at = at(scheme);
        assertThat(sample.run(at)).contains("FAILED openOrders()", "openOrders: no baseline in ", UPDATE);
        assertThat(sample.run(and(at, UPDATE))).contains("SUCCESSFUL openOrders()");
        System.out.println(Files.readString(folder.resolve("baselines/calls.json")));
        assertThat(sample.run(at)).contains("SUCCESSFUL openOrders()").doesNotContain("not steady");
        assertThat(sample.run(and(at, "-Dplanted=true", "-Dregatta.results=target/changed"))).containsPattern(
                "openOrders: \\d+ round trips, was \\d+: \"select … from item .*order_id ?= ?(\\$1|\\?)\" 10 times, was [01]");
    }

    /** The first test of ten waits until pools are filled. */
    @Test
    void tenTestsTakeLessThanThreeSecondsMoreAndTheFirstLessThanOne() throws Exception {
        String[] at = and(at("jdbc:postgresql"), UPDATE);
        String uncounted = sample("TenQueries", "pgjdbc").run(at);
        String counted = sample("TenCountedQueries", "pgjdbc").run(at);
        long ten = number(counted, "all in (\\d+) ms") - number(uncounted, "all in (\\d+) ms");
        long one = number(counted, "1 of 10 in (\\d+) ms") - number(uncounted, "1 of 10 in (\\d+) ms");
        System.out.println("ten tests take " + ten + " ms more, the first of them " + one + " ms");
        assertThat(ten).isLessThan(3_000);
        assertThat(one).isLessThan(1_000);
    }

    @Test
    void aConnectionThatCannotBeReadIsNamed() throws Exception {
        assertThat(sample("OrdersOverTls", "pgjdbc").run(UPDATE)).contains("FAILED openOrders()",
                "openOrders: statements could not be counted, as a connection uses TLS, which the relay cannot read");
        assertThat(folder.resolve("baselines")).doesNotExist();
    }

    /** The oldest release that the page names. */
    @Test
    void itRunsWithJunit5() throws Exception {
        List<Path> jars = new ArrayList<>(resolver.today("pgjdbc+hikari").classPath());
        jars.addAll(resolver.resolve("pgjdbc+hikari", List.of("org.junit.jupiter:junit-jupiter-engine:5.10.0",
                "org.junit.jupiter:junit-jupiter-params:5.10.0", "org.junit.platform:junit-platform-launcher:1.10.0"),
                new TreeMap<>()).classPath());
        Sample sample = new Sample("dev.regatta.calls.OrdersByJdbc", Sample.CLASSES, jars, folder);
        String[] at = at("jdbc:postgresql");
        assertThat(sample.run(and(at, UPDATE))).contains("SUCCESSFUL openOrders()");
        assertThat(sample.run(at)).contains("SUCCESSFUL openOrders()");
        assertThat(sample.run(and(at, "-Dplanted=true", "-Dregatta.results=target/changed")))
                .contains("openOrders: 12 round trips, was 3: ");
    }

    /** With {@code -Dregatta.image.postgresql} and {@code -Dregatta.image.mariadb} of {@code .ci/docker}. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"postgresql, pgjdbc", "mariadb, mariadb"})
    void aContainersAddressIsTheRelays(String database, String stack) throws Exception {
        String image = System.getProperty("regatta.image." + database);
        assumeTrue(image != null, "no image of " + database + ": run .ci/docker, and use the options that it prints");
        Sample sample = new Sample("dev.regatta.calls.OrdersInAContainer", Sample.ALL,
                resolver.today(stack).classPath(), folder);
        assertThat(sample.run("-Dimage=" + image, UPDATE)).contains("SUCCESSFUL openOrders()",
                " 1 connection,");
        assertThat(sample.run("-Dimage=" + image, "-Dplanted=true", "-Dregatta.results=target/changed"))
                .contains("FAILED openOrders()", "\"select ?\" 10 times, was 1");
    }

    private static long number(String printed, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(printed);
        assertThat(found.find()).as(pattern).isTrue();
        return Long.parseLong(found.group(1));
    }

    private Sample sample(String type, String stack) {
        return new Sample("dev.regatta.calls." + type, Sample.FEW, resolver.today(stack).classPath(), folder);
    }

    private static String[] and(String[] options, String... more) {
        return Stream.of(options, more).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private String[] at(String scheme) {
        Dialect dialect = scheme.endsWith("postgresql") ? Dialect.POSTGRESQL : Dialect.MARIADB;
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
