package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.ResolvedRecipe;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

class ArmSetupTest {

    @Test
    void aRecipeWhoseJarWouldNotBeLoadedIsRefused() {
        assertThatThrownBy(() -> setup("org.hdrhistogram:HdrHistogram:2.1.12")).isInstanceOf(RecipeException.class)
                .hasMessage("the recipe of x+y brings org.hdrhistogram:HdrHistogram:2.1.12, of which every worker has"
                        + " another version in front: choose versions that do without it");
    }

    @Test
    void theSameVersionIsNot() {
        String own = HarnessJars.classPath().stream().flatMap(jar -> HarnessJars.coordinates(jar).stream())
                .filter(coordinates -> coordinates.startsWith("org.hdrhistogram:HdrHistogram:")).findFirst()
                .orElseThrow();
        assertThatCode(() -> setup(own)).doesNotThrowAnyException();
    }

    /** Vert.x brings Jackson 2, and the harness has Jackson 3. */
    @Test
    void anArtifactOfThatNameInAnotherGroupIsNot() {
        assertThat(HarnessJars.classPath()).anyMatch(jar -> jar.getFileName().toString().startsWith("jackson-core-"));
        assertThatCode(() -> setup("com.fasterxml.jackson.core:jackson-core:2.18.6")).doesNotThrowAnyException();
    }

    private static ArmSetup setup(String coordinates) {
        var recipe = new Recipe("x+y", List.of(new Artifact(coordinates, "0".repeat(64))), new TreeMap<>());
        return ArmSetup.of(new ResolvedRecipe(recipe, List.of(Path.of("x.jar"))), Jdk.running());
    }
}
