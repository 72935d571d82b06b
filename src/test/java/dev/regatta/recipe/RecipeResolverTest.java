package dev.regatta.recipe;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Recipe;
import dev.regatta.stack.Api;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stack;
import dev.regatta.workload.Dialect;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import org.eclipse.aether.ConfigurationProperties;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Against a local repository made here, and a remote one that is a folder: no network. */
class RecipeResolverTest {

    private static final SortedMap<String, String> NO_OPTIONS = Collections.emptySortedMap();

    @TempDir
    Path local;

    @TempDir
    Path remote;

    @Test
    void theClosureHasWhatIsNeededAtRunTimeAndTheDriverFirst() throws IOException {
        publish(local, "g:driver:1", dependency("g:codec:1", "compile", false) + dependency("g:log:1", "runtime", false)
                + dependency("g:junit:1", "test", false) + dependency("g:servlet:1", "provided", false)
                + dependency("g:extra:1", "compile", true));
        for (String leaf : List.of("g:codec:1", "g:log:1", "g:junit:1", "g:servlet:1", "g:extra:1", "g:pool:2")) {
            publish(local, leaf, "");
        }
        try (var resolver = offline()) {
            var resolved = resolver.resolve("x+y", List.of("g:driver:1", "g:pool:2"), NO_OPTIONS);
            assertThat(resolved.recipe().artifacts()).extracting(Artifact::coordinates).containsExactly("g:driver:1",
                    "g:codec:1", "g:log:1", "g:pool:2");
            assertThat(resolved.recipe().artifacts()).extracting(Artifact::sha256).containsExactly(sha256("g:driver:1"),
                    sha256("g:codec:1"), sha256("g:log:1"), sha256("g:pool:2"));
            assertThat(resolved.classPath()).containsExactly(jar(local, "g:driver:1"), jar(local, "g:codec:1"),
                    jar(local, "g:log:1"), jar(local, "g:pool:2"));
        }
    }

    /** Hibernate Reactive declares a release of Hibernate ORM, which may be gone, and runs with later ones. */
    @Test
    void aRootReplacesWhatAnotherRootDeclares() throws IOException {
        publish(local, "g:access:1", dependency("g:driver:1", "compile", false));
        publish(local, "g:driver:2", "");
        try (var resolver = offline()) {
            assertThat(resolver.resolve("x+y", List.of("g:access:1", "g:driver:2"), NO_OPTIONS).recipe().artifacts())
                    .extracting(Artifact::coordinates).containsExactly("g:access:1", "g:driver:2");
        }
    }

    @Test
    void aJarAloneNeedsNoPomAndIsNamedWhereItIsMissing() throws IOException {
        publish(local, "g:server:1", "");
        try (var resolver = offline()) {
            assertThat(resolver.file("g:server:1", "the server of x")).isEqualTo(jar(local, "g:server:1"));
            assertThatThrownBy(() -> resolver.file("g:server:2", "the server of x"))
                    .isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith("g:server:2, needed for the server of x, was not found");
        }
    }

    /** As {@code mvn install} leaves one. */
    @Test
    void aSnapshotComesFromTheLocalRepositoryAndIsToldByItsChecksum() throws IOException {
        publish(local, "g:driver:1", "");
        publish(local, "g:driver:2-SNAPSHOT", dependency("g:codec:1", "compile", false));
        publish(local, "g:codec:1", "");
        try (var resolver = online("file:" + remote)) {
            Recipe snapshot = resolver.resolve("x", List.of("g:driver:2-SNAPSHOT"), NO_OPTIONS).recipe();
            assertThat(snapshot.artifacts()).extracting(Artifact::coordinates).containsExactly("g:driver:2-SNAPSHOT",
                    "g:codec:1");
            assertThat(Change.words(
                    snapshot.changesFrom(resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS).recipe())))
                    .isEqualTo("driver 1 -> 2-SNAPSHOT@" + sha256("g:driver:2-SNAPSHOT").substring(0, 12)
                            + ", codec none -> 1");
        }
    }

    /** A client does not bring along what it only declares as optional. */
    @Test
    void aJarThatIsNoRootIsBehindThem() throws IOException {
        publish(local, "g:driver:1", dependency("g:extra:1", "compile", true));
        publish(local, "g:extra:1", "");
        try (var resolver = offline()) {
            assertThat(resolver.resolve("x", List.of("g:driver:1", "g:extra:1"), NO_OPTIONS).recipe().artifacts())
                    .extracting(Artifact::coordinates).containsExactly("g:driver:1", "g:extra:1");
        }
    }

    @Test
    void optionsBelongToTheRecipe() throws IOException {
        publish(local, "g:driver:1", "");
        var options = new TreeMap<>(Map.of("prepareThreshold", "1"));
        try (var resolver = offline()) {
            resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS);
            assertThat(resolver.resolve("x", List.of("g:driver:1"), options).recipe().options()).isEqualTo(options);
        }
    }

    @Test
    void aRecipeIsResolvedWithoutItsDependencies() throws IOException {
        publish(local, "g:driver:1", dependency("g:codec:1", "compile", false));
        publish(local, "g:codec:1", "");
        var recipe = new Recipe("x", List.of(new Artifact("g:driver:1", sha256("g:driver:1"))), NO_OPTIONS);
        try (var resolver = offline()) {
            var resolved = resolver.resolve(recipe);
            assertThat(resolved.recipe()).isEqualTo(recipe);
            assertThat(resolved.classPath()).containsExactly(jar(local, "g:driver:1"));
        }
    }

    @Test
    void aJarWithOtherContentsIsNeverRun() throws IOException {
        publish(local, "g:driver:1", "");
        String expected = "0".repeat(64);
        var recipe = new Recipe("x", List.of(new Artifact("g:driver:1", expected)), NO_OPTIONS);
        try (var resolver = offline()) {
            assertThatThrownBy(() -> resolver.resolve(recipe)).isInstanceOf(RecipeException.class)
                    .hasMessage("artifact g:driver:1: " + jar(local, "g:driver:1") + " has SHA-256 "
                            + sha256("g:driver:1") + ", but the recipe was made with " + expected
                            + "; delete that file and Maven will download it again, or, if the recipe is what is wrong,"
                            + " restore the baseline from version control");
        }
    }

    @Test
    void aMissingVersionIsNamedWithItsProperty() throws IOException {
        try (var resolver = online("file:" + remote)) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:99.9"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class)
                    .hasMessage(
                            "g:driver:99.9 (property driver.version), needed for x, was not found in the repositories "
                                    + "Maven is set up to use (folder); check the version, or add the repository that has it to "
                                    + "Maven's settings.xml");
        }
    }

    @Test
    void aVersionThatAppearsLaterIsFound() throws IOException {
        try (var resolver = online("file:" + remote)) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:99.9"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class);
            publish(remote, "g:driver:99.9", "");
            assertThat(resolver.resolve("x", List.of("g:driver:99.9"), NO_OPTIONS).classPath())
                    .containsExactly(jar(local, "g:driver:99.9"));
        }
    }

    @Test
    void aMissingJarOfAnOldRecipeIsNamed() throws IOException {
        var recipe = new Recipe("x", List.of(new Artifact("g:driver:0.1", "0".repeat(64))), NO_OPTIONS);
        try (var resolver = online("file:" + remote)) {
            assertThatThrownBy(() -> resolver.resolve(recipe)).isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith("g:driver:0.1, needed for x, was not found in the repositories");
        }
    }

    @Test
    void aMissingDependencyOfTheDriverIsNamed() throws IOException {
        publish(remote, "g:driver:1", dependency("g:codec:1", "compile", false));
        try (var resolver = online("file:" + remote)) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith("g:codec:1, needed for x, was not found in the repositories");
        }
    }

    @Test
    void aJarWithoutItsPomIsNotTakenForOneWithoutDependencies() throws IOException {
        publish(local, "g:driver:1", "");
        Files.delete(Path.of(jar(local, "g:driver:1").toString().replaceAll("jar$", "pom")));
        try (var resolver = online("file:" + remote)) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith("g:driver:1, needed for x, was not found in the repositories");
        }
    }

    @Test
    void theReferenceNeedsNoJar() throws IOException {
        var reference = new Recipe("wire", List.of(), NO_OPTIONS);
        try (var resolver = offline()) {
            assertThat(resolver.resolve(reference)).isEqualTo(new ResolvedRecipe(reference, List.of()));
        }
    }

    @Test
    void offlineTheRemedyIsToGoOnlineOnce() throws IOException {
        try (var resolver = offline()) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:99.9"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class)
                    .hasMessage("g:driver:99.9 (property driver.version), needed for x, was not found in the local "
                            + "repository, and Maven is offline; check the version, or run once without -o and "
                            + "-Dregatta.offline to download it");
        }
    }

    @Test
    void aDeadNetworkIsNotTakenForAMissingVersion() throws IOException {
        try (var resolver = online("http://user:secret@localhost:1/maven")) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:99.9"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith(
                            "g:driver:99.9 (property driver.version), needed for x, could not be downloaded: ")
                    .hasMessageEndingWith(
                            " (ConnectException); check the network, and the mirrors and proxies in Maven's settings.xml")
                    .message().doesNotContain("secret").doesNotContain("\n");
        }
    }

    @Test
    @Timeout(60)
    void aRepositoryThatAcceptsAndNeverAnswersEndsWithASentence() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var resolver = resolver("http://localhost:" + silent.getLocalPort() + "/maven", false,
                        Map.of(ConfigurationProperties.REQUEST_TIMEOUT, 500))) {
            assertThatThrownBy(() -> resolver.resolve("x", List.of("g:driver:99.9"), NO_OPTIONS))
                    .isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith(
                            "g:driver:99.9 (property driver.version), needed for x, could not be downloaded: ")
                    .hasMessageContaining("folder (http://localhost:" + silent.getLocalPort() + "/maven)")
                    .hasMessageEndingWith(" (SocketTimeoutException); check the network, and the mirrors and proxies in"
                            + " Maven's settings.xml")
                    .message().doesNotContain("\n");
        }
    }

    @Test
    void aRepositoryMayBeSilentForAMinuteUnlessTheUserSaysOtherwise() throws IOException {
        try (var resolver = offline()) {
            assertThat(resolver.answerMillis()).isEqualTo(60_000);
        }
        System.setProperty(ConfigurationProperties.REQUEST_TIMEOUT, "120000");
        try (var resolver = offline()) {
            assertThat(resolver.answerMillis()).isEqualTo(120_000);
        } finally {
            System.clearProperty(ConfigurationProperties.REQUEST_TIMEOUT);
        }
    }

    @Test
    void whatWasDownloadedNeedsNoNetwork() throws IOException {
        publish(remote, "g:driver:1", dependency("g:codec:1", "compile", false));
        publish(remote, "g:codec:1", "");
        ResolvedRecipe before;
        try (var resolver = online("file:" + remote)) {
            before = resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS);
        }
        try (var resolver = online("http://localhost:1/maven")) {
            assertThat(resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS)).isEqualTo(before);
            assertThat(resolver.resolve(before.recipe())).isEqualTo(before);
        }
        try (var resolver = offline()) {
            assertThat(resolver.resolve("x", List.of("g:driver:1"), NO_OPTIONS)).isEqualTo(before);
            assertThat(resolver.resolve(before.recipe())).isEqualTo(before);
        }
    }

    private RecipeResolver offline() throws IOException {
        return resolver("file:" + remote, true);
    }

    private RecipeResolver online(String repository) throws IOException {
        return resolver(repository, false);
    }

    private RecipeResolver resolver(String repository, boolean offline) throws IOException {
        return resolver(repository, offline, Map.of());
    }

    private RecipeResolver resolver(String repository, boolean offline, Map<String, Object> properties)
            throws IOException {
        var candidates = Candidates.read(new StringReader("driver.version = 99.9"), "x",
                List.of(new Stack("x", Api.JDBC, Pool.NONE, Set.of(Dialect.POSTGRESQL),
                        List.of(new Root("g:driver", "driver.version", "a.Driver")), List.of(), false)));
        return new RecipeResolver(candidates, ContextOverrides.create().withUserSettings(false)
                .withLocalRepositoryOverride(local).offline(offline).configProperties(properties)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.IGNORE).addRepositoriesOp(
                        ContextOverrides.AddRepositoriesOp.REPLACE)
                .repositories(List.of(new RemoteRepository.Builder("folder", "default", repository).build())).build());
    }

    private static String dependency(String coordinates, String scope, boolean optional) {
        return "<dependency>" + identity(coordinates) + "<scope>" + scope + "</scope><optional>" + optional
                + "</optional></dependency>";
    }

    private static String identity(String coordinates) {
        String[] parts = coordinates.split(":");
        return "<groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId><version>" + parts[2]
                + "</version>";
    }

    private static void publish(Path repository, String coordinates, String dependencies) throws IOException {
        Path jar = jar(repository, coordinates);
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, coordinates);
        Files.writeString(Path.of(jar.toString().replaceAll("jar$", "pom")),
                "<project><modelVersion>4.0.0</modelVersion>"
                        + identity(coordinates) + "<dependencies>" + dependencies + "</dependencies></project>");
    }

    private static Path jar(Path repository, String coordinates) {
        String[] parts = coordinates.split(":");
        return repository
                .resolve(Path.of(parts[0], parts[1], parts[2], parts[1] + "-" + parts[2] + ".jar"));
    }

    private static String sha256(String contents) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(contents.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
