package dev.regatta.cli;

import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.MavenSetUp;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.Releases;
import dev.regatta.recipe.Roots;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What Maven's repositories and this machine have. */
final class MavenArtifactSource implements ArtifactSource {

    private final Candidates candidates = Candidates.load();
    private final RecipeResolver resolver;

    MavenArtifactSource(MavenSetUp maven) {
        resolver = new RecipeResolver(candidates, maven);
    }

    @Override
    public Roots roots(String stack, Optional<Path> classes, Optional<String> choice) {
        List<String> today = classes.map(Candidates::of).orElse(candidates).rootCoordinates(stack);
        return choice.map(text -> resolver.roots(stack, today, text))
                .orElseGet(() -> new Roots(today, new TreeSet<>()));
    }

    @Override
    public Releases.Walk releases(String one, String other) {
        return resolver.releases(one).between(one, other);
    }

    @Override
    public void verify(Recipe recipe) {
        resolver.resolve(recipe);
    }

    @Override
    public Jdk jdk(int feature) {
        return Jdks.here().find(feature);
    }

    @Override
    public void close() {
        resolver.close();
    }
}
