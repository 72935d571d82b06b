package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.regatta.host.ShortCommand;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A project of its own races its code, as its developers would. {@code mvn verify -Dit.test=ProjectRacesIT}: some
 * minutes.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ProjectRacesIT {

    private static final String CLASS = "postgresql/shop.OrderRepositoryRaceIT/";
    private static final String PLATFORM = "-Dregatta.cells=" + CLASS + "platform/openOrders()";
    private static final String VIRTUAL = "-Dregatta.cells=" + CLASS + "virtual/openOrders()";
    private static final String LATER = "-Dregatta.cells=" + CLASS + "event-loop/openOrdersLater()";

    private OrdersProject project;

    @BeforeAll
    void make(@TempDir Path folder) throws IOException {
        // Many a folder has blanks in its name.
        project = OrdersProject.in(Files.createDirectories(folder.resolve("my shop")));
    }

    @BeforeEach
    void asItWas() throws IOException {
        project.git("checkout", "-q", "--", ".");
        project.git("clean", "-q", "-f", "-d");
    }

    private ShortCommand races(String... properties) throws IOException {
        ShortCommand ran = project.races("main", properties);
        System.out.println(ran.output());
        return ran;
    }

    @Test
    void whatHasNotChangedIsNotMeasuredAndItsBaseIsBuiltOnce() throws IOException {
        races();
        ShortCommand again = races();
        assertThat(again.exitCode()).isZero();
        assertThat(again.output()).doesNotContain("building the base").contains("no database needed")
                .contains("NotRaced (same inputs): " + CLASS
                        + "platform/openOrders(): inputs are those of the base (")
                .contains("NotRaced (same inputs): " + CLASS + "event-loop/openOrdersLater(): ")
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
    }

    @Test
    void aClassThatTheOperationDoesNotLoadIsNoReasonToMeasure() throws IOException {
        project.write("src/main/java/shop/Invoice.java", "package shop;\n\npublic record Invoice(long id) {}\n");
        ShortCommand ran = races(PLATFORM);
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.output()).contains("other Invoice.class").contains("looking which classes")
                .contains("NotRaced (same inputs): " + CLASS + "platform/openOrders(): ");
    }

    @Test
    void aQueryForEachOrderIsRegressed() throws IOException {
        project.plantQueriesPerOrder();
        ShortCommand ran = races(PLATFORM);
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("Regressed: " + CLASS + "platform/openOrders\\(\\): .*"
                + "6(\\.0)? round trips per operation, was 1(\\.0)?.*this checkout with other OrderRepository\\.class.*");
    }

    /** Its every query waits for up to a millisecond. */
    @Test
    void aSlowerDriverIsRegressed() throws IOException {
        ShortCommand ran = races(VIRTUAL, "-Dpostgresql.version=42.2.21");
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("Regressed: " + CLASS + "virtual/openOrders\\(\\): .*throughput is .*"
                + "postgresql 42\\.7\\.14 -> 42\\.2\\.21.*");
    }

    @Test
    void aQueryForEachOrderIsRegressedOnMariaDb() throws IOException {
        project.plantQueriesPerOrder();
        ShortCommand ran = project.racesOf("MariaDbRaceIT", "main");
        System.out.println(ran.output());
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("Regressed: mariadb/shop.MariaDbRaceIT/platform/openOrders\\(\\): .*"
                + "6(\\.0)? round trips per operation, was 1(\\.0)?.*this checkout with other OrderRepository\\.class.*");
    }

    @Test
    void aQueryForEachOrderIsRegressedOnMariaDbInAContainer() throws IOException {
        project.plantQueriesPerOrder();
        ShortCommand ran = project.racesOf("MariaDbRaceIT", "main", "-Dregatta.database=container",
                "-Dregatta.image.mariadb=" + image("mariadb"));
        System.out.println(ran.output());
        assertThat(ran.output()).containsPattern("MariaDB \\d+\\.\\d+\\.\\d+, container [0-9a-f]{12} of ")
                .containsPattern("Regressed: mariadb/shop.MariaDbRaceIT/platform/openOrders\\(\\): .*"
                        + "6(\\.0)? round trips per operation, was 1(\\.0)?");
    }

    /** Its tables are those of an init script. */
    @ParameterizedTest
    @CsvSource({"postgresql, GivenServerRaceIT, PostgreSQL", "mariadb, GivenMariaDbRaceIT, MariaDB"})
    void eachArmHasACopyOfTheDatabaseThatItsClassGives(String database, String type, String product)
            throws IOException {
        project.plantQueriesPerOrder();
        ShortCommand ran = project.racesOf(type, "main", "-Dshop.image=" + image(database));
        System.out.println(ran.output());
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern(product + " [0-9.]+ given by " + type + "\\.server\\(\\), "
                + "container [0-9a-f]{12}, [0-9.]+:\\d+ \\(bridge\\), with settings of its own, on CPU ")
                .containsPattern("Regressed: " + database + "/shop." + type + "/platform/openOrders\\(\\): .*"
                        + "6(\\.0)? round trips per operation, was 1(\\.0)?");
    }

    /** With {@code -Dregatta.image.postgresql} and {@code -Dregatta.image.mariadb} of {@code .ci/docker}. */
    private static String image(String database) {
        String image = System.getProperty("regatta.image." + database);
        assumeTrue(image != null, "no image of " + database + ": run .ci/docker, and use the options that it prints");
        return image;
    }

    /** What is written in another way and does the same is no regression, on the project's own threads as well. */
    @Test
    void asynchronousOperationsRace() throws IOException {
        project.replace(OrdersProject.REPOSITORY, "new LinkedHashMap<>()", "new LinkedHashMap<>(32)");
        ShortCommand ran = races(LATER);
        assertThat(ran.output()).containsPattern(notWorse(CLASS + "event-loop/openOrdersLater()"));
    }

    /** That it was timed to the end; a machine with other work does not decide. */
    private static String notWorse(String cell) {
        return "(Unchanged|Improved|Inconclusive \\([a-z ]+\\)): " + Pattern.quote(cell)
                + ": .*( pairs from | slices were disturbed )";
    }

    @Test
    void anOperationThatThrowsIsInvalidWithWhatItThrew() throws IOException {
        project.replace(OrdersProject.REPOSITORY, "query.setInt(1, customer);",
                "if (customer >= 0) {\n throw new SQLException(\"no such customer\");\n }");
        ShortCommand ran = races(PLATFORM);
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("Invalid: " + CLASS
                + "platform/openOrders\\(\\): .*candidate.*java\\.sql\\.SQLException: no such customer");
    }

    @Test
    void anOperationThatEndsAtOnceIsInvalid() throws IOException {
        project.replace(OrdersProject.RACES,
                "return orders.openOrdersOf(draw.below(1000));\n    }\n\n    @Operation(in",
                "return List.of();\n    }\n\n    @Operation(in");
        project.commit("asks nothing");
        try {
            project.replace(OrdersProject.RACES, "return List.of();\n    }\n\n    @Operation(in",
                    "return List.<Order>of();\n    }\n\n    @Operation(in");
            project.replace(OrdersProject.RACES, "Executors.newFixedThreadPool(4)", "Executors.newFixedThreadPool(5)");
            ShortCommand ran = project.races("HEAD", PLATFORM);
            System.out.println(ran.output());
            assertThat(ran.exitCode()).isNotZero();
            assertThat(ran.output())
                    .containsPattern("Invalid: " + CLASS + "platform/openOrders\\(\\): .*openOrders\\(\\)"
                            + " ended at once, \\d+ million times per second");
        } finally {
            project.git("reset", "-q", "--hard", "HEAD~1");
        }
    }

    @Test
    void aConstructorThatThrowsIsInvalidWithWhatItThrew() throws IOException {
        project.replace(OrdersProject.RACES, "orders = new OrderRepository(pool);",
                "orders = new OrderRepository(pool);\n        if (at.port() > 0) {\n"
                        + "            throw new SQLException(\"the migration failed\");\n        }");
        ShortCommand ran = races(PLATFORM);
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("Invalid: " + CLASS + "platform/openOrders\\(\\): .*the constructor of"
                + " shop\\.OrderRepositoryRaceIT failed.*the migration failed");
    }

    @Test
    void armsThatReturnSomethingElseAreNotTimed() throws IOException {
        project.replace(OrdersProject.REPOSITORY, "ORDER BY o.id, i.id", "ORDER BY o.id, i.id DESC");
        ShortCommand ran = races(PLATFORM);
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output())
                .contains("Invalid: " + CLASS
                        + "platform/openOrders(): measuring failed: the arms do not agree on the results"
                        + " of openOrders(), nothing was timed");
    }

    @Test
    void anOperationThatReturnsSomethingElseEachTimeIsInvalid() throws IOException {
        project.replace(OrdersProject.REPOSITORY, "return orders;",
                "orders.add(new Order(System.nanoTime(), List.of()));\n return orders;");
        project.commit("never the same");
        try {
            project.replace(OrdersProject.REPOSITORY, "new LinkedHashMap<>()", "new LinkedHashMap<>(32)");
            ShortCommand ran = project.races("HEAD", PLATFORM);
            System.out.println(ran.output());
            assertThat(ran.exitCode()).isNotZero();
            assertThat(ran.output()).contains("Invalid: " + CLASS + "platform/openOrders(): ");
        } finally {
            project.git("reset", "-q", "--hard", "HEAD~1");
        }
    }

    @Test
    void anOperationThatReturnsNothingIsRefused() throws IOException {
        project.replace(OrdersProject.RACES,
                "    List<Order> openOrders(Draw draw) throws SQLException {\n        return ",
                "    void openOrders(Draw draw) throws SQLException {\n        ");
        ShortCommand ran = races(LATER);
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output())
                .contains("OrderRepositoryRaceIT.openOrders returns nothing: an operation returns what it"
                        + " read, or how many rows it wrote");
    }

    /** Its annotations are loaded by nobody. */
    @Test
    void anotherVersionOfAJarThatTheOperationDoesNotLoadIsNoReasonToMeasure() throws IOException {
        project.replace("pom.xml", "<version>${postgresql.version}</version>\n    </dependency>",
                "<version>${postgresql.version}</version>\n    </dependency>\n    <dependency>"
                        + "<groupId>org.checkerframework</groupId><artifactId>checker-qual</artifactId>"
                        + "<version>3.5.0</version></dependency>");
        ShortCommand ran = races(PLATFORM);
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.output()).contains("checker-qual 3.55.1 -> 3.5.0").contains("looking which classes")
                .contains("NotRaced (same inputs): " + CLASS + "platform/openOrders(): ");
    }

    /** Without a base the file is compared with, and its commit races. */
    @Test
    void aBaselineFileIsWrittenComparedWithAndRaced() throws IOException {
        try {
            project.write("notes.txt", "not committed");
            ShortCommand dirty = without("-Dregatta.baseline=update", PLATFORM);
            assertThat(dirty.exitCode()).isNotZero();
            assertThat(dirty.output()).contains("no baseline was measured: notes.txt is not committed");
            asItWas();
            ShortCommand update = without("-Dregatta.baseline=update", PLATFORM);
            assertThat(update.exitCode()).isZero();
            assertThat(update.output()).contains("wrote baselines/operations.json: commit it")
                    .containsPattern("openOrders \\[platform\\]: \\d+ operations/s, p9\\d .* 4 classes of this project")
                    .doesNotContain("building the base");
            project.commit("baselines");

            ShortCommand same = without(PLATFORM);
            assertThat(same.exitCode()).isZero();
            assertThat(same.output()).contains("no database needed")
                    .contains("not measured: it loads what baselines/operations.json holds, of commit ")
                    .contains("NotRaced (same inputs): " + CLASS + "platform/openOrders(): ")
                    .doesNotContain("building the base");
            assertThat(without("-Dregatta.baseline=update", PLATFORM).output())
                    .contains("nothing is measured: baselines/operations.json holds this code already");

            project.plantQueriesPerOrder();
            ShortCommand lost = without(PLATFORM);
            assertThat(lost.exitCode()).isNotZero();
            // Whether it is built now depends on the tests before: it is the first commit.
            assertThat(lost.output()).contains("against commit of baselines/operations.json (")
                    .containsPattern("Regressed: " + CLASS + "platform/openOrders\\(\\): .*"
                            + "6(\\.0)? round trips per operation, was 1(\\.0)?");
            project.commit("on purpose");
            ShortCommand unreasoned = without("-Dregatta.baseline=update", PLATFORM);
            assertThat(unreasoned.exitCode()).isNotZero();
            assertThat(unreasoned.output()).contains("no baseline was measured: the reason 'measured'")
                    .contains("give it with -Dregatta.baseline.reason=");
        } finally {
            project.git("reset", "-q", "--hard", first());
        }
    }

    private String first() throws IOException {
        return project.run(List.of("git", "rev-list", "--max-parents=0", "HEAD")).output().strip();
    }

    private ShortCommand without(String... properties) throws IOException {
        ShortCommand ran = project.races("", properties);
        System.out.println(ran.output());
        return ran;
    }

    /** Its table is emptied when a worker is warm. */
    @Test
    void dataThatGrowsIsReset() throws IOException {
        String audit = "src/test/java/shop/AuditRaceIT.java";
        String cell = "postgresql/shop.AuditRaceIT/platform/noted\\(\\): ";
        project.replace(audit, "TRUNCATE audit", "TRUNCATE TABLE audit");
        ShortCommand ran = project.racesOf("AuditRaceIT", "main");
        System.out.println(ran.output());
        assertThat(ran.output())
                .containsPattern(notWorse("postgresql/shop.AuditRaceIT/platform/noted()"));
        project.replace(audit, "run(\"TRUNCATE TABLE audit\");", "throw new SQLException(\"no reset today\");");
        ShortCommand failed = project.racesOf("AuditRaceIT", "main");
        System.out.println(failed.output());
        assertThat(failed.exitCode()).isNotZero();
        assertThat(failed.output()).containsPattern("Invalid: " + cell + ".*emptied\\(\\) of shop\\.AuditRaceIT, which"
                + " resets its data, failed.*no reset today");
    }

    @Test
    void aClassThatTakesAConnectionFactoryRaces() throws IOException {
        project.replace("src/test/java/shop/ReactiveRaceIT.java", "ORDER BY id", "ORDER BY 1");
        ShortCommand ran = project.racesOf("ReactiveRaceIT", "main");
        System.out.println(ran.output());
        assertThat(ran.output()).containsPattern(notWorse("postgresql/shop.ReactiveRaceIT/event-loop/openOrders()"));
    }

    /** Only the tests run on it: the engine and the workers take the JDK of the tests. */
    @Test
    void itRacesOnAnOlderJdk() throws IOException {
        Optional<Path> java = Jdks.here().installed().stream().filter(jdk -> jdk.feature() == 21).findFirst()
                .map(Jdk::launcher);
        assumeTrue(java.isPresent(), "no JDK 21: run .ci/jdk21");
        // Surefire's JVM is the base's as well, and may be one that cannot compile.
        races(PLATFORM);
        project.plantQueriesPerOrder();
        ShortCommand ran = races(PLATFORM, "-Djvm=" + java.get());
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("Regressed: " + CLASS + "platform/openOrders\\(\\): .*"
                + "6(\\.0)? round trips per operation, was 1(\\.0)?").containsPattern("\\sjdk\\s+21,");
    }

    @Test
    void aShallowCloneRacesWhatItHas(@TempDir Path folder) throws IOException {
        project.git("commit", "-q", "--allow-empty", "-m", "later");
        try {
            OrdersProject clone = project.shallow(folder.resolve("a clone"));
            ShortCommand lacking = clone.races("HEAD~1", PLATFORM);
            System.out.println(lacking.output());
            assertThat(lacking.exitCode()).isNotZero();
            assertThat(lacking.output())
                    .contains("-Dregatta.base=HEAD~1 is neither a folder nor a commit here, and this"
                            + " clone is shallow: fetch it, with `git fetch --unshallow`");
            ShortCommand same = clone.races("HEAD", PLATFORM);
            System.out.println(same.output());
            assertThat(same.exitCode()).isZero();
            assertThat(same.output()).contains("NotRaced (same inputs): " + CLASS + "platform/openOrders(): ");
        } finally {
            project.git("reset", "-q", "--hard", "HEAD~1");
        }
    }

    @Test
    void withoutABaseNothingRaces() throws IOException {
        ShortCommand ran = project.races("", PLATFORM);
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.output()).contains("[regatta] not raced: there is nothing to race against, as there is no"
                + " baselines/operations.json: run once with -Dregatta.baseline=update")
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 3");
    }

    @Test
    void aBaseFromBeforeRegattaIsSaidAndSkipped() throws IOException {
        String pom = project.read("pom.xml");
        project.git("rm", "-q", "-r", "src/test");
        project.write("pom.xml", pom.replaceFirst("(?s)<!-- Regatta and .*?(?= *</dependencies>)", ""));
        project.commit("before Regatta");
        try {
            project.git("checkout", "-q", "HEAD~1", "--", ".");
            ShortCommand ran = project.races("HEAD", PLATFORM);
            System.out.println(ran.output());
            assertThat(ran.output()).containsPattern("not raced: the base HEAD \\([0-9a-f]{12}\\) has no operations of"
                    + " shop\\.OrderRepositoryRaceIT, or no Regatta, or its build leaves them out \\(see .*\\): it can be"
                    + " raced once they are in the base")
                    .contains("Skipped: 3");
        } finally {
            project.git("reset", "-q", "--hard", "HEAD~1");
        }
    }

    @Test
    void aBaseThatDoesNotBuildIsSaidAndSkipped() throws IOException {
        project.write(OrdersProject.REPOSITORY, "package shop;\n\npublic class OrderRepository {\n");
        project.commit("broken");
        try {
            project.git("checkout", "-q", "HEAD~1", "--", ".");
            ShortCommand ran = project.races("HEAD", PLATFORM);
            System.out.println(ran.output());
            assertThat(ran.output()).containsPattern(
                    "not raced: the base HEAD \\([0-9a-f]{12}\\) cannot be built \\(.*OrderRepository\\.java.*\\)")
                    .contains("Skipped: 3");
        } finally {
            project.git("reset", "-q", "--hard", "HEAD~1");
        }
    }
}
