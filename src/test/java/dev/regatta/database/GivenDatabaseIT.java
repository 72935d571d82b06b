package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.client.OwnCodeDatabase;
import dev.regatta.client.wire.Admin;
import dev.regatta.host.Placement;
import dev.regatta.host.Signal;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Servers that a project's test gave, which are embedded ones here. In a container: see {@code ProjectRacesIT}. */
class GivenDatabaseIT {

    private static final String THEIRS = "theirs";

    private final List<String> told = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void eachArmHasACopyOfTheGivenDatabase(Dialect dialect) throws IOException {
        try (Database server = server(dialect)) {
            Endpoint theirs = filled(server.endpoint());
            try (Database given = given(theirs)) {
                Endpoint home = given.endpoint();
                assertThat(home.database()).isEqualTo("regatta");
                // As two workers do, one after the other, and again in the next set.
                for (String arm : List.of("regatta_candidate", "regatta_baseline", "regatta_candidate")) {
                    OwnCodeDatabase.make(home.in(arm));
                    assertThat(run(home.in(arm), "SELECT COUNT(*), SUM(items), MAX(double_items) FROM orders"))
                            .isEqualTo(List.of(List.of("100", "5050", "200")));
                    assertThat(run(home.in(arm), "SELECT COUNT(*) FROM item")).isEqualTo(List.of(List.of("1")));
                    run(home.in(arm), "DELETE FROM item");
                    run(home.in(arm), "INSERT INTO orders (id, items) VALUES (0, 0)");
                }
                assertThat(given.facts()).containsEntry(Fingerprint.DATABASE_MODE, "given")
                        .containsEntry(Fingerprint.NETWORK_PATH, "loopback");
                assertThat(given.describe()).contains(" given by Races.server(), 127.0.0.1:",
                        "with settings of its own, on CPUs unknown, and no container is known")
                        .doesNotContain(theirs.password());
                assertThat(given.death()).isEmpty();
            }
            assertThat(run(theirs, "SELECT COUNT(*) FROM orders")).isEqualTo(List.of(List.of("100")));
            for (String gone : List.of(OwnCodeDatabase.TEMPLATE, "regatta_candidate", "regatta_baseline")) {
                assertThat(OwnCodeDatabase.has(theirs, gone)).as(gone).isFalse();
            }
        }
    }

    /** Somebody may have made a template of it, which nobody can drop. */
    @Test
    void aDatabaseThatCannotBeDroppedKeepsNoOtherOne() throws IOException {
        try (Database server = server(Dialect.POSTGRESQL)) {
            Endpoint theirs = filled(server.endpoint());
            try (Database given = given(theirs)) {
                OwnCodeDatabase.make(given.endpoint().in("regatta_candidate"));
                run(administrator(theirs), "ALTER DATABASE regatta_template IS_TEMPLATE true");
            }
            assertThat(OwnCodeDatabase.has(theirs, OwnCodeDatabase.TEMPLATE)).isTrue();
            assertThat(OwnCodeDatabase.has(theirs, "regatta_candidate")).isFalse();
            assertThat(told).last().asString().startsWith("the database regatta_template stays on the server that"
                    + " Races.server() gave, as it cannot be dropped: ");
        }
    }

    /** The call that is given up closes the session that holds the lock. */
    @Test
    void aServerThatIsSilentForAWhileIsLockedAgain() throws Exception {
        try (Database server = server(Dialect.POSTGRESQL)) {
            Endpoint theirs = filled(server.endpoint());
            try (Database given = given(theirs)) {
                List<ProcessHandle> processes = ProcessHandle.current().descendants().toList();
                var asked = new FutureTask<>(given::death);
                signal(processes, Signal.STOP);
                try {
                    Thread.ofVirtual().start(asked);
                    Thread.sleep(OwnDatabase.ANSWER.plusSeconds(1));
                } finally {
                    signal(processes, Signal.CONT);
                }
                assertThat(asked.get(30, TimeUnit.SECONDS)).isEmpty();
                assertThat(given.death()).isEmpty();
                assertThatThrownBy(() -> given(theirs)).hasMessageContaining("another run measures on ");
            }
        }
    }

    private static void signal(List<ProcessHandle> processes, Signal signal) throws IOException {
        for (ProcessHandle process : processes) {
            if (process.isAlive()) {
                signal.to(process.pid());
            }
        }
    }

    /** A run that was killed leaves its copy: on a server of the settings operations begin with an empty database. */
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void whatAKilledRunLeftIsNoTemplate(Dialect dialect) throws IOException {
        try (Database server = server(dialect)) {
            Endpoint theirs = filled(server.endpoint());
            OwnCodeDatabase.copy(server.endpoint(), THEIRS, OwnCodeDatabase.TEMPLATE);
            ExternalDatabase.reach(theirs).close();
            assertThat(OwnCodeDatabase.has(theirs, OwnCodeDatabase.TEMPLATE)).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void regattasOwnNameIsRefused(Dialect dialect) {
        try (Database server = server(dialect)) {
            assertThatThrownBy(() -> given(server.endpoint())).hasMessage("the database that Races.server() gave is"
                    + " named regatta, as Regatta's own: give it another name");
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aUserWhoMayMakeNoDatabaseIsTold(Dialect dialect) throws IOException {
        try (Database server = server(dialect)) {
            Endpoint theirs = filled(server.endpoint());
            for (String statement : switch (dialect) {
                case POSTGRESQL -> List.of("DROP DATABASE regatta", "CREATE USER guest PASSWORD 'hush'");
                case MARIADB -> List.of("DROP DATABASE regatta", "CREATE USER guest IDENTIFIED BY 'hush'",
                        "GRANT SELECT ON theirs.* TO guest");
            }) {
                run(administrator(theirs), statement);
            }
            var guest = new Endpoint(dialect, theirs.host(), theirs.port(), THEIRS, "guest", "hush");
            assertThatThrownBy(() -> given(guest)).hasMessageContaining("the database that Races.server() gave, ")
                    .hasMessageContaining("cannot be used: the user guest cannot create the database regatta")
                    .hasMessageNotContaining("hush");
        }
    }

    /** Nobody may be connected to a template of PostgreSQL. */
    @Test
    void whoIsConnectedKeepsPostgresqlFromCopying() throws IOException {
        try (Database server = server(Dialect.POSTGRESQL)) {
            Endpoint theirs = filled(server.endpoint());
            try (Admin other = Admin.connect(theirs)) {
                assertThatThrownBy(() -> given(theirs)).hasMessageContaining("cannot create the database"
                        + " regatta_template as a copy of theirs (").hasMessageContaining("let nobody be connected to");
                assertThat(other.run("SELECT 1")).hasSize(1);
            }
            given(theirs).close();
        }
    }

    @Test
    void whatIsNoTableOfMariaDbIsRefused() throws IOException {
        try (Database server = server(Dialect.MARIADB)) {
            Endpoint theirs = filled(server.endpoint());
            run(theirs, "CREATE VIEW paid AS SELECT * FROM orders");
            assertThatThrownBy(() -> given(theirs)).hasMessageContaining("the database theirs of MariaDB cannot be"
                    + " copied for each arm, as it has the view paid: make what is no table in the constructor");
        }
    }

    private Database given(Endpoint theirs) {
        return Databases.given(new GivenDatabase.Place(theirs, Optional.empty(), "Races.server()"), Placement.NONE,
                told::add);
    }

    private static Database server(Dialect dialect) {
        return Databases.start(dialect, DatabaseMode.EMBEDDED, Placement.NONE, name -> Optional.empty(), line -> {
        });
    }

    /** The user of an embedded MariaDB has rights in databases of Regatta's only. */
    private static Endpoint administrator(Endpoint server) {
        return server.dialect() == Dialect.POSTGRESQL
                ? server
                : new Endpoint(server.dialect(), server.host(), server.port(), "mysql", "root", "");
    }

    /** A database with tables that refer to each other, and with a column that is generated. */
    private static Endpoint filled(Endpoint server) throws IOException {
        run(administrator(server), "CREATE DATABASE theirs");
        Endpoint theirs = server.in(THEIRS);
        if (server.dialect() == Dialect.MARIADB) {
            run(administrator(server), "GRANT ALL ON theirs.* TO " + server.user());
        }
        run(theirs, "CREATE TABLE orders (id int PRIMARY KEY, items int NOT NULL,"
                + " double_items int GENERATED ALWAYS AS (items * 2) STORED)");
        run(theirs, "CREATE TABLE item (id int PRIMARY KEY, order_id int NOT NULL, name varchar(20),"
                + " FOREIGN KEY (order_id) REFERENCES orders (id))");
        run(theirs, IntStream.rangeClosed(1, 100).mapToObj(i -> "(" + i + ", " + i + ")")
                .collect(Collectors.joining(", ", "INSERT INTO orders (id, items) VALUES ", "")));
        run(theirs, "INSERT INTO item VALUES (1, 7, 'it''s one')");
        return theirs;
    }

    private static List<List<String>> run(Endpoint at, String sql) throws IOException {
        try (Admin admin = Admin.connect(at)) {
            return admin.run(sql);
        }
    }
}
