package dev.regatta.recipe;

import dev.regatta.protocol.Recipe;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A recipe and its files on this machine.
 *
 * @param recipe    the recipe
 * @param classPath the file of each of its artifacts, in the same order
 */
public record ResolvedRecipe(Recipe recipe, List<Path> classPath) {

    /** Copies the list and checks that every artifact has its file. */
    public ResolvedRecipe {
        Objects.requireNonNull(recipe);
        classPath = List.copyOf(classPath);
        if (classPath.size() != recipe.artifacts().size()) {
            throw new IllegalArgumentException("the recipe of " + recipe.stack() + " has " + recipe.artifacts().size()
                    + " artifacts, but " + classPath.size() + " files were given");
        }
    }
}
