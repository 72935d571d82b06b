package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.host.Placement;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;

/** A jar in front of the recipe's, on the embedded server: {@code mvn verify -DskipUTs -Dit.test=PlantedJarIT}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlantedJarIT {

    private final Placement placement = Placement.detect();
    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement, Path.of("target", "planted-jar").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);
    private final FilledDatabases databases = new FilledDatabases(placement, forks);

    /** The last one is the pool, or the driver below an access layer. */
    @ParameterizedTest(name = "{0} {1}")
    @ValueSource(strings = {"pgjdbc+hikari org.postgresql:postgresql", "pgjdbc+hikari com.zaxxer:HikariCP",
            "pgjdbc+agroal io.agroal:agroal-pool", "r2dbc-postgresql+r2dbc-pool io.r2dbc:r2dbc-pool",
            "vertx-pg-client+pool com.ongres.scram:scram-client",
            "hibernate-orm+pgjdbc+hikari org.postgresql:postgresql",
            "hibernate-reactive+vertx-pg-client org.hibernate.orm:hibernate-core"})
    void whatDoesNotComeFromTheRecipeIsRefused(String planted, @TempDir Path folder) throws Exception {
        String id = planted.split(" ")[0];
        String module = planted.split(" ")[1];
        ResolvedRecipe recipe = resolver.today(id);
        Artifact artifact = recipe.recipe().artifacts().stream().filter(found -> found.module().equals(module))
                .findFirst().orElseThrow();
        Path jar = rebuilt(recipe.classPath().get(recipe.recipe().artifacts().indexOf(artifact)), folder);
        var harness = new ArrayList<>(HarnessJars.classPath());
        assertThatCode(() -> open(id, ArmSetup.of(recipe, Jdk.running()))).doesNotThrowAnyException();
        harness.add(jar);
        assertThatThrownBy(() -> open(id, new ArmSetup(recipe, Jdk.running(),
                new Harness(harness, "planted", Harness.own().description()))))
                .isInstanceOf(MeasurementFailure.class).hasMessageContaining(" from planted.jar with SHA-256 ");
    }

    private void open(String id, ArmSetup setup) throws MeasurementFailure {
        Threading threading = Stacks.of(id).threadings().getFirst();
        try (Fork fork = forks.of(Dialect.POSTGRESQL, new ClientId(id, threading), Arm.CANDIDATE, 1, setup)) {
            fork.open("point-select", databases.of(Dialect.POSTGRESQL).endpoint(), 2);
        }
    }

    /** The same classes in another file, which does not say what Maven called it. */
    private static Path rebuilt(Path jar, Path folder) throws IOException {
        Path copy = Files.copy(jar, folder.resolve("planted.jar"));
        try (FileSystem zip = FileSystems.newFileSystem(copy)) {
            Files.writeString(zip.getPath("planted.txt"), "planted");
            Path maven = zip.getPath("META-INF", "maven");
            if (Files.isDirectory(maven)) {
                try (var files = Files.walk(maven)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
        return copy;
    }

    @AfterAll
    void end() {
        forks.close();
        databases.close();
        resolver.close();
    }
}
