package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Recipe;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.TreeMap;

class LoadedJarsTest {

    private static final String DRIVER = "a".repeat(64);
    private static final String POOL = "b".repeat(64);
    private static final String STRANGER = "c".repeat(64);

    private final LoadedJars jars = new LoadedJars("candidate worker of x+y/platform", new Recipe("x+y",
            List.of(new Artifact("g:driver:1", DRIVER), new Artifact("g:pool:2", POOL)), new TreeMap<>()));

    @Test
    void eachJarIsToldOnce() throws MeasurementFailure {
        assertThat(jars.proven(opened(DRIVER, "g:pool", POOL))).containsExactly("driver.jar " + DRIVER,
                "pool.jar " + POOL);
    }

    @Test
    void aPoolFromAnotherJarIsRefused() {
        assertThatThrownBy(() -> jars.proven(opened(DRIVER, "g:pool", STRANGER)))
                .isInstanceOf(MeasurementFailure.class)
                .hasMessage("the candidate worker of x+y/platform loaded a.Pool from pool.jar with SHA-256 " + STRANGER
                        + ", where its recipe has g:pool:2 with " + POOL + ": remove that jar from the class path");
    }

    @Test
    void aPoolFromTheDriversJarIsRefused() {
        assertThatThrownBy(() -> jars.proven(opened(DRIVER, "g:pool", DRIVER))).hasMessageContaining("loaded a.Pool");
    }

    @Test
    void aDriverFromAnotherJarIsRefused() {
        assertThatThrownBy(() -> jars.proven(opened(STRANGER, "g:pool", POOL))).hasMessageContaining(
                "loaded its driver from driver.jar with SHA-256 " + STRANGER + ", which is not part of its recipe");
    }

    /** There was no jar to remove. */
    @Test
    void aJarThatWasBuiltAgainIsToldApart() {
        var built = new LoadedJars("candidate worker of x+y/platform", new Recipe("x+y",
                List.of(new Artifact("g:driver:driver.jar", DRIVER), new Artifact("g:pool:2-SNAPSHOT", POOL)),
                new TreeMap<>()));
        assertThatThrownBy(() -> built.proven(opened(STRANGER, "g:pool", POOL))).hasMessage(
                "the candidate worker of x+y/platform loaded its driver from driver.jar with SHA-256 " + STRANGER
                        + ", which was built again while the race went on: race it again");
        assertThatThrownBy(() -> built.proven(new Answer.Opened("driver.jar", DRIVER,
                List.of(new Answer.Loaded("g:pool", "a.Pool", "pool-2-SNAPSHOT.jar", STRANGER)))))
                .hasMessageEndingWith("which was built again while the race went on: race it again");
        assertThatThrownBy(() -> built.proven(opened(DRIVER, "g:pool", STRANGER)))
                .hasMessageEndingWith("remove that jar from the class path");
    }

    @Test
    void aPartWithOlderCoordinatesIsAnyJarOfTheRecipe() throws MeasurementFailure {
        assertThat(jars.proven(opened(DRIVER, "h:pool", POOL))).hasSize(2);
        assertThatThrownBy(() -> jars.proven(opened(DRIVER, "h:pool", STRANGER)))
                .hasMessageContaining("which is not part of its recipe");
    }

    @Test
    void theRawWireHasNoJars() throws MeasurementFailure {
        assertThat(new LoadedJars("x", new Recipe("wire", List.of(), new TreeMap<>()))
                .proven(new Answer.Opened("classes", "directory", List.of()))).containsExactly("classes directory");
    }

    private static Answer.Opened opened(String driver, String module, String pool) {
        return new Answer.Opened("driver.jar", driver, List.of(
                new Answer.Loaded("g:driver", "a.Driver", "driver.jar", driver),
                new Answer.Loaded(module, "a.Pool", "pool.jar", pool)));
    }
}
