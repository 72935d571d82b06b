package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.Script;
import dev.regatta.protocol.Artifact;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.MavenSetUp;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A build by a Maven that packs what it finds, and says how often it was asked. */
class ServiceBuildTest {

    private static final WebService BOOT = WebService.of("spring-mvc+jdbc");
    private static final WebService QUARKUS = WebService.of("quarkus-rest+agroal/virtual");
    private static final Optional<String> OWN = Optional.empty();

    @TempDir
    private Path folder;
    private Path cache;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void sources() throws IOException {
        cache = folder.resolve("cache");
        for (WebService service : List.of(BOOT, QUARKUS)) {
            Path sources = folder.resolve("services").resolve(service.folder());
            Files.createDirectories(sources.resolve("src"));
            Files.writeString(sources.resolve("pom.xml"), "<project/>");
            Files.writeString(sources.resolve("src").resolve("Main.java"), "class Main {}");
        }
    }

    private ServiceBuild build(String script) throws IOException {
        Path maven = folder.resolve("mvn");
        Script.write(maven, script);
        return new ServiceBuild(folder.resolve("services"), cache, MavenSetUp.STANDARD, Jdk.running(), () -> {
            told.add("alone");
            return () -> told.add("no longer alone");
        }, told::add, maven.toString());
    }

    private ServiceBuild packing() throws IOException {
        return build(
                "mkdir -p target && cat pom.xml src/* > target/service.jar && echo \"$@\" >> target/service.jar\n");
    }

    @Test
    void isMadeOncePerContent() throws IOException {
        BuiltService first = packing().of(BOOT, OWN);
        assertThat(Files.readString(first.folder().resolve("service.jar"))).startsWith("<project/>class Main {}")
                .endsWith(" package\n");
        assertThat(first.size()).isEqualTo(Files.size(first.folder().resolve("service.jar")));
        assertThat(packing().of(BOOT, OWN)).isEqualTo(first);
        // What a build by hand leaves there is no source.
        Files.createDirectories(folder.resolve("services/spring-mvc-jdbc/target/classes"));
        Files.writeString(folder.resolve("services/spring-mvc-jdbc/target/classes/Main.class"), "1");
        assertThat(packing().of(BOOT, OWN)).isEqualTo(first);
        // Beside a timed run it would take the CPUs that are measured.
        assertThat(told).containsExactly("alone", "building the service spring-mvc-jdbc, once", "no longer alone");

        Files.writeString(folder.resolve("services/spring-mvc-jdbc/src/Main.java"), "class Main { }");
        BuiltService changed = packing().of(BOOT, OWN);
        assertThat(changed.folder()).isNotEqualTo(first.folder());
        assertThat(changed.sources()).isNotEqualTo(first.sources());
        assertThat(first.folder()).isDirectory();
        assertThat(told).hasSize(6);
    }

    @Test
    void anotherVersionIsTheSameSourceBesideIt() throws IOException {
        BuiltService today = packing().of(BOOT, OWN);
        BuiltService older = packing().of(BOOT, Optional.of("4.1.0"));
        assertThat(older.folder()).isNotEqualTo(today.folder());
        assertThat(older.sources()).isEqualTo(today.sources());
        assertThat(Files.readString(older.folder().resolve("service.jar")))
                .contains("-Dspring-boot.version=4.1.0 package");
        assertThat(told.get(told.size() - 2))
                .isEqualTo("building the service spring-mvc-jdbc with {spring-boot.version=4.1.0}, once");
    }

    /** It was kept, and what was built anew under its name was never raced. */
    @Test
    void aSnapshotOfAFrameworkIsRefused() {
        assertThatThrownBy(() -> packing().of(BOOT, Optional.of("4.2.0-SNAPSHOT")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("4.2.0-SNAPSHOT may be built again under its name");
        assertThat(told).isEmpty();
    }

    @Test
    void keepsAllThatQuarkusDeploysAndKnowsItsLibraries() throws IOException {
        BuiltService built = build("mkdir -p target/quarkus-app/lib/main target/quarkus-app/app\n"
                + "cd target/quarkus-app && echo 1 > quarkus-run.jar && echo 2 > app/service.jar\n"
                + "echo 3 > lib/main/io.agroal.agroal-pool-3.2.1.jar && echo 4 > lib/main/odd.jar\n").of(QUARKUS, OWN);
        assertThat(QUARKUS.framework().arguments(built.folder()))
                .containsExactly("-jar", built.folder().resolve("quarkus-app/quarkus-run.jar").toString());
        assertThat(built.recipe().artifacts().stream().map(Artifact::coordinates)).containsExactly(
                "service:quarkus-rest-agroal:" + built.sources().substring(0, 12),
                "library:io.agroal.agroal-pool:3.2.1", "library:odd:none");
        assertThat(built.recipe().options()).isEmpty();
    }

    /** Two services of one folder differ in it alone. */
    @Test
    void aServiceIsKnownByItsVariablesAsWell() throws IOException {
        ServiceBuild ofNoLibraries = build(
                "mkdir -p target && { printf 'PK\\005\\006' && head -c 18 /dev/zero; } > target/service.jar\n");
        assertThat(ofNoLibraries.of(WebService.of("spring-mvc+jdbc/virtual"), OWN).recipe().options())
                .containsEntry("SPRING_THREADS_VIRTUAL_ENABLED", "true");
    }

    /** At its start it would be too late: the service ran on virtual threads whatever its name was. */
    @Test
    void whatQuarkusFixesWhenItBuildsIsABuildOfItsOwn() throws IOException {
        String script = "mkdir -p target/quarkus-app && echo \"$QUARKUS_VIRTUAL_THREADS_ENABLED\" > target/quarkus-app/told\n";
        BuiltService virtual = build(script).of(QUARKUS, OWN);
        BuiltService platform = build(script).of(WebService.of("quarkus-rest+agroal/platform"), OWN);
        assertThat(platform.folder()).isNotEqualTo(virtual.folder());
        assertThat(Files.readString(virtual.folder().resolve("quarkus-app/told"))).isBlank();
        assertThat(Files.readString(platform.folder().resolve("quarkus-app/told"))).isEqualTo("false\n");
        assertThat(told).contains(
                "building the service quarkus-rest-agroal with {QUARKUS_VIRTUAL_THREADS_ENABLED=false}, once");
        // Spring Boot reads all of its variables when it starts.
        BuiltService boot = packing().of(BOOT, OWN);
        assertThat(packing().of(WebService.of("spring-mvc+jdbc/virtual"), OWN).folder()).isEqualTo(boot.folder());
    }

    @Test
    void thatFailsSaysWhatMavenSaidAndLeavesNothing() throws IOException {
        assertThatThrownBy(() -> build("echo '[INFO] a'; echo '[ERROR] no such artifact'; exit 1").of(BOOT,
                Optional.of("9")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the service spring-mvc-jdbc cannot be built with {spring-boot.version=9}: [ERROR] no such"
                        + " artifact; try `mvn -f services/spring-mvc-jdbc package`");
        assertThatThrownBy(() -> build("true").of(BOOT, OWN))
                .hasMessage("the build of the service spring-mvc-jdbc left no target/service.jar, which is what is"
                        + " deployed");
        assertThat(cache).doesNotExist();
        assertThat(told).last().isEqualTo("no longer alone");
        // A build that is broken off is not taken for one.
        BuiltService built = packing().of(BOOT, OWN);
        try (Stream<Path> kept = Files.list(cache)) {
            assertThat(kept).containsExactly(built.folder());
        }
    }

    @Test
    void isOfACheckout() throws IOException {
        ServiceBuild build = new ServiceBuild(folder.resolve("elsewhere"), cache, MavenSetUp.STANDARD, Jdk.running(),
                Duration.ZERO, told::add);
        assertThatThrownBy(() -> build.of(BOOT, OWN)).isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("spring-mvc-jdbc/pom.xml: services are built from a checkout of Regatta, in whose"
                        + " folder this must run");
        assertThat(ServiceBuild.cacheOfUser(Map.of("XDG_CACHE_HOME", "/c"))).isEqualTo(Path.of("/c/regatta/services"));
        assertThat(ServiceBuild.cacheOfUser(Map.of()).toString()).endsWith("/.cache/regatta/services");
    }
}
