package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.client.wire.Admin;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.recipe.Jdk;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.World;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/** A server that somebody else runs, with tables of the names that workloads drop. */
class ExternalServerIT {

    private static final List<String> THEIRS = List.of("person", "document", "ledger", "world", "wide", "inbox",
            "parent01");

    @TempDir
    Path results;

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void whatIsThereStaysByteForByte(Dialect dialect) throws Exception {
        try (Database server = server(dialect)) {
            Endpoint theirs = fill(server.endpoint());
            List<List<String>> before = dump(theirs);
            try (var runner = runner(theirs)) {
                Fingerprint here = runner.fingerprint(dialect);
                assertThat(here.facts()).containsEntry(Fingerprint.DATABASE_MODE, "external")
                        .hasEntrySatisfying(Fingerprint.DATABASE_VERSION,
                                version -> assertThat(version).matches("(PostgreSQL|MariaDB) \\d+\\.\\d.*"));
            }
            // Once more over what the first run left.
            try (var runner = runner(theirs)) {
                runner.fingerprint(dialect);
            }
            assertThat(dump(theirs)).isEqualTo(before);
            try (Admin admin = Admin.connect(server.endpoint())) {
                assertThat(admin.run(World.proof()).getFirst()).isEqualTo(World.expectedProof());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aDatabaseOfTheNameThatIsNotOursIsRefused(Dialect dialect) throws Exception {
        try (Database server = server(dialect)) {
            Endpoint regatta = server.endpoint();
            try (Admin admin = Admin.connect(regatta)) {
                admin.run("CREATE TABLE person (id int PRIMARY KEY)");
                admin.run("INSERT INTO person VALUES (7)");
                try (var runner = runner(regatta)) {
                    assertThatThrownBy(() -> runner.fingerprint(dialect))
                            .hasMessageContaining("the database regatta on 127.0.0.1:" + regatta.port()
                                    + " is not Regatta's: it holds ")
                            .hasMessageContaining(".person, and no table regatta_marker");
                }
                assertThat(admin.run("SELECT id FROM person")).isEqualTo(List.of(List.of("7")));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void oneRunUsesAServer(Dialect dialect) throws Exception {
        try (Database server = server(dialect)) {
            Database first = external(dialect, server.endpoint());
            assertThatThrownBy(() -> external(dialect, server.endpoint()))
                    .hasMessageContaining("another run measures on 127.0.0.1:");
            first.close();
            external(dialect, server.endpoint()).close();
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aRunThatLostItsLockSaysSo(Dialect dialect) throws Exception {
        try (Database server = server(dialect); Database taken = external(dialect, server.endpoint())) {
            assertThat(taken.death()).isEmpty();
            try (Admin admin = Admin.connect(server.endpoint())) {
                for (List<String> session : admin.run(switch (dialect) {
                    case POSTGRESQL -> "SELECT pid FROM pg_locks WHERE locktype = 'advisory'";
                    case MARIADB -> "SELECT IS_USED_LOCK('dev.regatta')";
                })) {
                    admin.run(switch (dialect) {
                        case POSTGRESQL -> "SELECT pg_terminate_backend(" + session.getFirst() + ")";
                        case MARIADB -> "KILL " + session.getFirst();
                    });
                }
            }
            assertThat(taken.death()).hasValueSatisfying(sentence -> assertThat(sentence)
                    .startsWith("the session that keeps other runs out of "));
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aUserWhoMayCreateNothingIsTold(Dialect dialect) throws Exception {
        try (Database server = server(dialect)) {
            Endpoint theirs = fill(server.endpoint());
            try (Admin admin = Admin.connect(administrator(theirs))) {
                for (String statement : switch (dialect) {
                    case POSTGRESQL -> List.of("DROP DATABASE regatta", "CREATE USER guest PASSWORD 'hush'");
                    case MARIADB -> List.of("DROP DATABASE regatta", "CREATE USER guest IDENTIFIED BY 'hush'",
                            "GRANT SELECT ON theirs.* TO guest");
                }) {
                    admin.run(statement);
                }
            }
            assertThatThrownBy(() -> external(dialect,
                    new Endpoint(dialect, theirs.host(), theirs.port(), theirs.database(), "guest", "hush")))
                    .hasMessageContaining("the user guest cannot create the database regatta on 127.0.0.1:")
                    .hasMessageContaining("have it created, empty, and owned by that user")
                    .hasMessageNotContaining("hush");
        }
    }

    /** The user of an embedded MariaDB has rights in one database only. */
    private static Endpoint administrator(Endpoint server) {
        return server.dialect() == Dialect.POSTGRESQL
                ? server
                : new Endpoint(server.dialect(), server.host(), server.port(), "mysql", "root", "");
    }

    private static Database server(Dialect dialect) {
        return Databases.start(dialect, DatabaseMode.EMBEDDED, Placement.NONE, name -> Optional.empty(), line -> {
        });
    }

    private static Database external(Dialect dialect, Endpoint endpoint) {
        Properties properties = properties(endpoint);
        Function<String, Optional<String>> lookup = name -> Optional.ofNullable(properties.getProperty(name));
        return Databases.start(dialect, DatabaseMode.EXTERNAL, Placement.NONE, lookup, line -> {
        });
    }

    private ExperimentRunner runner(Endpoint endpoint) {
        Properties properties = properties(endpoint);
        properties.setProperty("regatta.results", results.toString());
        return new ExperimentRunner(new Settings(properties), Jdk.running(), 1, line -> {
        });
    }

    private static Properties properties(Endpoint endpoint) {
        var properties = new Properties();
        String dialect = endpoint.dialect().id();
        properties.setProperty("regatta.database", "external");
        properties.setProperty("regatta.url." + dialect, String.format(Locale.ROOT, "%s://%s:%d/%s", dialect,
                endpoint.host(), endpoint.port(), endpoint.database()));
        properties.setProperty("regatta.user." + dialect, endpoint.user());
        properties.setProperty("regatta.password." + dialect, endpoint.password());
        return properties;
    }

    /** Creates the database {@code theirs} with tables of the names that workloads use. */
    private static Endpoint fill(Endpoint server) throws IOException {
        try (Admin admin = Admin.connect(administrator(server))) {
            admin.run("CREATE DATABASE theirs");
            if (server.dialect() == Dialect.MARIADB) {
                admin.run("GRANT ALL ON theirs.* TO " + server.user());
            }
        }
        var theirs = new Endpoint(server.dialect(), server.host(), server.port(), "theirs", server.user(),
                server.password());
        try (Admin admin = Admin.connect(theirs)) {
            for (String table : THEIRS) {
                admin.run("CREATE TABLE " + table + " (id int PRIMARY KEY, secret varchar(40))");
                admin.run("INSERT INTO " + table + " VALUES (1, 'irreplaceable'), (2, '" + table + "')");
            }
            if (server.dialect() == Dialect.POSTGRESQL) {
                admin.run("CREATE TABLE attachment (id int PRIMARY KEY, content oid)");
                admin.run("INSERT INTO attachment SELECT 1, lo_from_bytea(0, 'a large object'::bytea)");
            }
        }
        return theirs;
    }

    /** All that is in the database: names of relations, rows, large objects. */
    private static List<List<String>> dump(Endpoint theirs) throws IOException {
        var all = new ArrayList<List<String>>();
        try (Admin admin = Admin.connect(theirs)) {
            all.addAll(admin.run(switch (theirs.dialect()) {
                case POSTGRESQL ->
                    "SELECT oid, relname, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1";
                case MARIADB -> "SELECT TABLE_NAME, CREATE_TIME FROM information_schema.TABLES"
                        + " WHERE TABLE_SCHEMA = 'theirs' ORDER BY 1";
            }));
            for (String table : THEIRS) {
                all.addAll(admin.run("SELECT * FROM " + table + " ORDER BY id"));
            }
            if (theirs.dialect() == Dialect.POSTGRESQL) {
                all.addAll(admin.run("SELECT id, encode(lo_get(content), 'hex') FROM attachment"));
            }
        }
        assertThat(all).hasSizeGreaterThan(3 * THEIRS.size() - 1);
        return all;
    }
}
