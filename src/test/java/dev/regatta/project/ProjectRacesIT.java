package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.regatta.host.ShortCommand;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

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
        project = OrdersProject.in(folder);
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
                        + "platform/openOrders(): inputs are those of the base branch")
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

    /** With {@code -Dregatta.image.postgresql} of {@code .ci/docker}. Its tables are those of an init script. */
    @Test
    void eachArmHasACopyOfTheDatabaseThatItsClassGives() throws IOException {
        String image = System.getProperty("regatta.image.postgresql");
        assumeTrue(image != null, "no image of postgresql: run .ci/docker, and use the options that it prints");
        project.plantQueriesPerOrder();
        ShortCommand ran = project.racesOf("GivenServerRaceIT", "main", "-Dshop.image=" + image);
        System.out.println(ran.output());
        assertThat(ran.exitCode()).isNotZero();
        assertThat(ran.output()).containsPattern("PostgreSQL \\d+\\.\\d+ given by GivenServerRaceIT\\.server\\(\\), "
                + "container [0-9a-f]{12}, [0-9.]+:5432 \\(bridge\\), with settings of its own, on CPU ")
                .containsPattern("Regressed: postgresql/shop.GivenServerRaceIT/platform/openOrders\\(\\): .*"
                        + "6(\\.0)? round trips per operation, was 1(\\.0)?");
    }

    /** What is written in another way and does the same is no regression, on the project's own threads as well. */
    @Test
    void asynchronousOperationsRace() throws IOException {
        project.replace(OrdersProject.REPOSITORY, "new LinkedHashMap<>()", "new LinkedHashMap<>(32)");
        ShortCommand ran = races(LATER);
        assertThat(ran.output()).containsPattern("(Unchanged|Improved|Inconclusive \\([a-z ]+\\)): " + CLASS
                + "event-loop/openOrdersLater\\(\\): .* pairs from ");
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

    @Test
    void withoutABaseNothingRaces() throws IOException {
        ShortCommand ran = project.races("", PLATFORM);
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.output()).contains("[regatta] not raced: there is nothing to race against: name the base")
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 3");
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
