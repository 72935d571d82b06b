package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.ServerName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a verdict names as changed. */
class VersionsTest {

    @Test
    void aDuelOfTwoServersNamesWhatDiffersFirst() {
        assertThat(servers("PostgreSQL 17.5, artifact 17.5.0, settings abc",
                "PostgreSQL 18.6, artifact 18.6.0, settings abc"))
                .containsExactly(new Change("server", "PostgreSQL 17.5", "PostgreSQL 18.6"));
        assertThat(servers("PostgreSQL 18.6, image postgres:18@sha256:" + "1".repeat(64) + ", settings abc",
                "PostgreSQL 18.6, image postgres:18@sha256:" + "2".repeat(64) + ", settings abc"))
                .containsExactly(new Change("server", "image postgres:18@sha256:111111111111",
                        "image postgres:18@sha256:222222222222"));
        assertThat(servers("PostgreSQL 18.6, artifact 18.6.0, settings abc",
                "PostgreSQL 18.6, artifact 18.6.0, settings def"))
                .containsExactly(new Change("server settings", "abc", "def"));
        assertThat(servers("PostgreSQL 18.6, artifact 18.6.0, settings abc",
                "PostgreSQL 18.6, artifact 18.6.0, settings abc")).isEmpty();
        assertThat(changes(List.of(on(Arm.BASELINE, ""), on(Arm.CANDIDATE, "")), new TreeMap<>()))
                .as("nobody told").isEmpty();
    }

    @Test
    void anotherCheckoutIsAChangeOnlyIfItsCodeIsAnother() {
        assertThat(checkouts(inputs("classes", "1"), inputs("classes", "2")))
                .containsExactly(new Change("code", "../base", "this checkout"));
        assertThat(checkouts(inputs("workload", "1"), inputs("workload", "2")))
                .containsExactly(new Change("code", "../base", "this checkout"));
        assertThat(checkouts(inputs("jars", "1"), inputs("jars", "2")))
                .as("equal classes in two folders").isEmpty();
        assertThat(checkouts(Optional.empty(), Optional.empty())).as("nobody knows")
                .containsExactly(new Change("code", "../base", "this checkout"));
    }

    /** A candidate that stood still has no fork that tells it. */
    @Test
    void beforeForksAreWarmTheInputsNameJdkAndServer() {
        var inputs = new TreeMap<>(Map.of(
                Arm.BASELINE, new Inputs(new TreeMap<>(
                        Map.of(Inputs.JDK, "21", Inputs.SERVER, "PostgreSQL 17.5, postgres-17.5.0.jar"))),
                Arm.CANDIDATE, new Inputs(new TreeMap<>(
                        Map.of(Inputs.JDK, "25", Inputs.SERVER, "PostgreSQL 18.6, postgres-18.6.0.jar")))));
        assertThat(changes(List.of(), inputs)).containsExactly(new Change("JDK", "21", "25"),
                new Change("server", "PostgreSQL 17.5", "PostgreSQL 18.6"));
        assertThat(changes(List.of(on(Arm.BASELINE, ""), on(Arm.CANDIDATE, "")), inputs)).as("forks tell").isEmpty();
    }

    /** Of its class path nobody knows what it uses. */
    @Test
    void aProjectsCodeNamesWhatChanged() {
        Recipe jars = jars("org.postgresql:postgresql:42.7.14", "org.mariadb.jdbc:mariadb-java-client:3.5.11");
        assertThat(project("mariadb", jars, jars, "main (5ca4bb4eb1ca)", "this checkout with other Orders.class"))
                .isEqualTo(new Versions(Optional.empty(), List.of(new Change("code", "main (5ca4bb4eb1ca)",
                        "this checkout with other Orders.class")), Optional.empty()));
        Recipe bumped = jars("org.postgresql:postgresql:42.7.15", "org.mariadb.jdbc:mariadb-java-client:3.5.11");
        assertThat(project("mariadb", bumped, jars, "", "")).isEqualTo(new Versions(Optional.empty(),
                List.of(new Change("postgresql", "42.7.14", "42.7.15")), Optional.empty()));
    }

    @Test
    void whereNothingOfAProjectChangedItsDatabasesDriverIsNamed() {
        Recipe jars = jars("com.zaxxer:HikariCP:7.1.0", "org.postgresql:postgresql:42.7.14",
                "org.mariadb.jdbc:mariadb-java-client:3.5.11", "com.ongres.scram:scram-client:3.2");
        assertThat(project("mariadb", jars, jars, "", "").sameDriver()).hasValue("mariadb-java-client 3.5.11");
        assertThat(project("postgresql", jars, jars, "", "").sameDriver()).hasValue("postgresql 42.7.14");
        Recipe none = jars("com.zaxxer:HikariCP:7.1.0", "org.postgresql:postgresql:42.7.14");
        assertThat(project("mariadb", none, none, "", "").sameDriver()).hasValue("shop.OrdersIT");
    }

    private static Recipe jars(String... coordinates) {
        return new Recipe("shop.OrdersIT",
                Arrays.stream(coordinates).map(jar -> new Artifact(jar, Inputs.sha256(List.of(jar)))).toList(),
                new TreeMap<>());
    }

    private static Versions project(String database, Recipe candidate, Recipe baseline, String older, String newer) {
        var cell = CellId.of(database + "/shop.OrdersIT/platform/openOrders()");
        return Versions.of(Measured.of(cell, candidate, Optional.of(baseline), 8, 100,
                List.of(on(Arm.BASELINE, older), on(Arm.CANDIDATE, newer)), List.of(), Optional.empty(), false),
                baseline);
    }

    private static Optional<Inputs> inputs(String name, String value) {
        var facts = new TreeMap<>(Map.of("classes", "c", "data", "d", "libraries", "l", "workload", "w"));
        facts.put(name, value);
        return Optional.of(new Inputs(facts));
    }

    private static List<Change> checkouts(Optional<Inputs> older, Optional<Inputs> newer) {
        SortedMap<Arm, Inputs> inputs = new TreeMap<>();
        older.ifPresent(known -> inputs.put(Arm.BASELINE, known));
        newer.ifPresent(known -> inputs.put(Arm.CANDIDATE, known));
        return changes(List.of(on(Arm.BASELINE, "../base"), on(Arm.CANDIDATE, "")), inputs);
    }

    private static List<Change> servers(String older, String newer) {
        return changes(List.of(on(Arm.BASELINE, "").on(ServerName.of(older)),
                on(Arm.CANDIDATE, "").on(ServerName.of(newer))), new TreeMap<>());
    }

    private static List<Change> changes(List<ForkStart> forks, SortedMap<Arm, Inputs> inputs) {
        CellMeasurement equal = SimulatedCell.duel(4).after(0);
        return Versions
                .of(Measured.depending(Measured.of(equal.cell(), equal.candidate(), Optional.of(equal.candidate()),
                        equal.setup().connections(), equal.timed().sliceMillis(), forks, equal.pairs(), equal.failure(),
                        equal.timed().outOfBudget()), inputs), equal.candidate())
                .changes();
    }

    private static ForkStart on(Arm arm, String code) {
        return new ForkStart(arm, 1, 1, "25", code, List.of(), 1, true);
    }
}
