package dev.regatta.recipe;

import dev.regatta.stack.Api;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stack;
import dev.regatta.workload.Dialect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.maveniverse.maven.mima.context.ContextOverrides;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Against a remote repository that is a folder: no network. */
@Execution(ExecutionMode.CONCURRENT)
class RootFinderTest {

    private static final String NOW = "org.postgresql:r2dbc-postgresql";
    private static final String FORMERLY = "io.r2dbc:r2dbc-postgresql";
    private static final String POOL = "io.r2dbc:r2dbc-pool";
    private static final List<String> TODAY = List.of(NOW + ":1.1.1.RELEASE", POOL + ":1.0.2.RELEASE");

    @TempDir
    Path local;

    @TempDir
    Path remote;

    @Test
    void aBareOldVersionIsFoundUnderItsFormerNameWithThePoolOfItsTime() throws IOException {
        publishR2dbc();
        assertThat(roots("0.8.3").coordinates()).containsExactly(FORMERLY + ":0.8.3.RELEASE",
                POOL + ":0.8.8.RELEASE");
        assertThat(roots("0.8.13.RELEASE").coordinates()).containsExactly(FORMERLY + ":0.8.13.RELEASE",
                POOL + ":0.8.8.RELEASE");
    }

    @Test
    void todaysGenerationKeepsTodaysPool() throws IOException {
        publishR2dbc();
        assertThat(roots("1.0.0.RELEASE"))
                .isEqualTo(
                        new Roots(List.of(NOW + ":1.0.0.RELEASE", TODAY.get(1)), new java.util.TreeSet<>(List.of(0))));
    }

    @Test
    void aNamedPoolIsTaken() throws IOException {
        publishR2dbc();
        assertThat(roots("0.8.3," + POOL + ":0.8.3.RELEASE").coordinates())
                .containsExactly(FORMERLY + ":0.8.3.RELEASE", POOL + ":0.8.3.RELEASE");
    }

    @Test
    void aGenerationWithoutAPoolIsAnErrorThatSaysWhatToAdd() throws IOException {
        publishR2dbc();
        publish(FORMERLY + ":0.7.0.RELEASE", spi("0.7.0.RELEASE"));
        assertThatThrownBy(() -> roots("0.7.0")).isInstanceOf(RecipeException.class)
                .hasMessage(FORMERLY
                        + ":0.7.0.RELEASE needs R2DBC 0.7, for which io.r2dbc:r2dbc-pool has no release: name a"
                        + " pool that goes with it, as in 0.7.0.RELEASE,io.r2dbc:r2dbc-pool:<version>");
    }

    /** Vert.x' client of PostgreSQL needed SCRAM by another name until 4.5.22. */
    @Test
    void whatTheChosenDriverDeclaresGoesWithItUnderItsFormerName() throws IOException {
        publish("g:driver:1", declaring("com.ongres.scram:client:2.1", "compile"));
        publish("g:driver:2", declaring("com.ongres.scram:scram-client:3.2", "compile"));
        publish("g:driver:3", declaring("com.ongres.scram:scram-client:3.3", "compile"));
        publish("g:driver:4", declaring("com.ongres.scram:scram-client:3.1", "test"));
        for (String scram : List.of("client:2.1", "scram-client:3.1", "scram-client:3.2")) {
            publish("com.ongres.scram:" + scram, "");
        }
        assertThat(companionOf("1")).isEqualTo("com.ongres.scram:client:2.1");
        assertThat(companionOf("2")).isEqualTo("com.ongres.scram:scram-client:3.2");
        assertThat(companionOf("3")).as("3.3 cannot be had").isEqualTo("com.ongres.scram:scram-client:3.2");
        assertThat(companionOf("4")).as("for its tests").isEqualTo("com.ongres.scram:scram-client:3.2");
        assertThat(companionOf("1,com.ongres.scram:scram-client:3.1")).isEqualTo("com.ongres.scram:scram-client:3.1");
    }

    private String companionOf(String choice) throws IOException {
        try (var resolver = resolver("file:" + remote, false)) {
            return resolver.roots("x", List.of("g:driver:4", "com.ongres.scram:scram-client:3.2"), choice)
                    .coordinates().getLast();
        }
    }

    @Test
    void aVersionPublishedNowhereIsReportedUnderTodaysName() throws IOException {
        publishR2dbc();
        assertThatThrownBy(() -> roots("0.8.99")).isInstanceOf(RecipeException.class)
                .hasMessageStartingWith(NOW + ":0.8.99, needed for r2dbc-postgresql+r2dbc-pool, was not found");
    }

    @Test
    void releasesOfAModuleThatMovedAreOneLineInMavensOrder() throws IOException {
        list("mysql:mysql-connector-java", "5.1.9", "5.1.10", "8.0.30", "8.0.31", "8.0.33");
        list("com.mysql:mysql-connector-j", "8.0.31", "8.0.33", "9.7.0", "26.7.0", "26.10.0", "8.1.0");
        try (var resolver = resolver("file:" + remote, false)) {
            assertThat(resolver.releases("com.mysql:mysql-connector-j:26.10.0").coordinates()).containsExactly(
                    "mysql:mysql-connector-java:5.1.9", "mysql:mysql-connector-java:5.1.10",
                    "mysql:mysql-connector-java:8.0.30", "com.mysql:mysql-connector-j:8.0.31",
                    "com.mysql:mysql-connector-j:8.0.33", "com.mysql:mysql-connector-j:8.1.0",
                    "com.mysql:mysql-connector-j:9.7.0", "com.mysql:mysql-connector-j:26.7.0",
                    "com.mysql:mysql-connector-j:26.10.0");
        }
    }

    @Test
    void listsAreRememberedForRunsOffline() throws IOException {
        list("g:driver", "1", "2");
        try (var resolver = resolver("file:" + remote, false)) {
            assertThat(resolver.releases("g:driver:1").coordinates()).containsExactly("g:driver:1", "g:driver:2");
        }
        try (var resolver = resolver("file:" + remote, true)) {
            assertThat(resolver.releases("g:driver:1").coordinates()).containsExactly("g:driver:1", "g:driver:2");
            assertThatThrownBy(() -> resolver.releases("g:other:1")).isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith(
                            "the versions of g:other are not in the local repository, and Maven is offline");
        }
    }

    @Test
    void anUnknownModuleAndADeadNetworkAreToldApart() throws IOException {
        try (var resolver = resolver("file:" + remote, false)) {
            assertThatThrownBy(() -> resolver.releases("g:driver:1")).isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith("the versions of g:driver are listed by none of the repositories");
        }
        try (var resolver = resolver("http://localhost:1/maven", false)) {
            assertThatThrownBy(() -> resolver.releases("g:driver:1")).isInstanceOf(RecipeException.class)
                    .hasMessageStartingWith("the versions of g:driver could not be downloaded: ");
            assertThatThrownBy(() -> resolver.roots("x", TODAY, "0.8.3")).isInstanceOf(RecipeException.class)
                    .hasMessageContaining("could not be downloaded");
        }
    }

    private Roots roots(String choice) throws IOException {
        try (var resolver = resolver("file:" + remote, false)) {
            return resolver.roots("r2dbc-postgresql+r2dbc-pool", TODAY, choice);
        }
    }

    private void publishR2dbc() throws IOException {
        for (String driver : List.of(FORMERLY + ":0.8.3", FORMERLY + ":0.8.13", NOW + ":1.0.0", NOW + ":1.1.1")) {
            publish(driver + ".RELEASE", spi(driver.contains(":0.8") ? "0.8.2.RELEASE" : "1.0.0.RELEASE"));
        }
        for (String pool : List.of("0.8.3.RELEASE", "0.8.8.RELEASE", "0.8.9.M1", "0.9.2.RELEASE", "1.0.0.RELEASE",
                "1.0.2.RELEASE")) {
            publish(POOL + ":" + pool, spi(pool.substring(0, 3) + ".0.RELEASE"));
        }
        list(POOL, "0.8.3.RELEASE", "0.8.8.RELEASE", "0.8.9.M1", "0.9.2.RELEASE", "1.0.0.RELEASE", "1.0.2.RELEASE");
    }

    private static String spi(String version) {
        return "<dependencies><dependency>" + identity("io.r2dbc:r2dbc-spi:" + version)
                + "</dependency></dependencies>";
    }

    private static String declaring(String coordinates, String scope) {
        return "<dependencies><dependency>" + identity(coordinates) + "<scope>" + scope
                + "</scope><optional>true</optional></dependency></dependencies>";
    }

    private static String identity(String coordinates) {
        String[] parts = coordinates.split(":");
        return "<groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId><version>" + parts[2]
                + "</version>";
    }

    private void publish(String coordinates, String content) throws IOException {
        String[] parts = coordinates.split(":");
        Path folder = Files.createDirectories(
                remote.resolve(parts[0].replace('.', '/')).resolve(parts[1]).resolve(parts[2]));
        Files.writeString(folder.resolve(parts[1] + "-" + parts[2] + ".pom"),
                "<project><modelVersion>4.0.0</modelVersion>" + identity(coordinates) + content + "</project>");
    }

    private void list(String module, String... versions) throws IOException {
        String[] parts = module.split(":");
        Path folder = Files.createDirectories(remote.resolve(parts[0].replace('.', '/')).resolve(parts[1]));
        Files.writeString(folder.resolve("maven-metadata.xml"),
                "<metadata><groupId>" + parts[0] + "</groupId><artifactId>" + parts[1]
                        + "</artifactId><versioning><versions>"
                        + Arrays.stream(versions).map(version -> "<version>" + version + "</version>")
                                .collect(Collectors.joining())
                        + "</versions></versioning></metadata>");
    }

    private RecipeResolver resolver(String repository, boolean offline) throws IOException {
        var candidates = Candidates.read(new StringReader("driver.version = 1"), "x",
                List.of(new Stack("x", Api.JDBC, Pool.NONE, Set.of(Dialect.POSTGRESQL),
                        List.of(new Root("g:driver", "driver.version", "a.Driver")), List.of(), false)));
        return new RecipeResolver(candidates, ContextOverrides.create().withUserSettings(false)
                .withLocalRepositoryOverride(local).offline(offline)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.IGNORE)
                .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.REPLACE)
                .repositories(
                        Stream.of(new RemoteRepository.Builder("folder", "default", repository).build()).toList())
                .build());
    }
}
