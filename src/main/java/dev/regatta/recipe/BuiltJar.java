package dev.regatta.recipe;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Recipe;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;

/**
 * A jar that somebody built and did not publish. It has no coordinates; a class in it tells which part of a client it
 * is. Its version is the name of its file.
 *
 * @param file where it is
 */
public record BuiltJar(Path file) {

    /**
     * The recipe with this jar in place of the published one of the same part. What else is on the class path stays as
     * the published one declares it.
     *
     * @throws RecipeException if there is no such file, or if it is the jar of no part of the stack, of several, or
     *                         of one that was built already
     */
    public ResolvedRecipe in(ResolvedRecipe published) {
        Recipe recipe = published.recipe();
        Root root = part(recipe.stack());
        List<Artifact> artifacts = new ArrayList<>(recipe.artifacts());
        List<Path> classPath = new ArrayList<>(published.classPath());
        int position = IntStream.range(0, artifacts.size())
                .filter(at -> Modules.same(artifacts.get(at).module(), root.module())).findFirst()
                .orElseThrow(() -> new RecipeException("the recipe of " + recipe.stack() + " has no " + root.module()
                        + " that " + file + " could take the place of"));
        if (artifacts.get(position).built()) {
            throw new RecipeException(artifacts.get(position).version() + " and " + file + " are " + root.module()
                    + " twice: give one jar of each part");
        }
        artifacts.set(position,
                new Artifact(root.module() + ":" + file.getFileName(), RecipeResolver.readSha256(file)));
        classPath.set(position, file.toAbsolutePath());
        return new ResolvedRecipe(new Recipe(recipe.stack(), artifacts, recipe.options()), classPath);
    }

    /** The part of the stack whose class is in this jar. */
    private Root part(String stack) {
        List<Root> roots = Stacks.of(stack).roots();
        List<Root> found;
        try (var jar = new ZipFile(file.toFile())) {
            found = roots.stream().filter(root -> jar.getEntry(root.type().replace('.', '/') + ".class") != null)
                    .toList();
        } catch (IOException e) {
            throw new RecipeException(file + (Files.exists(file)
                    ? " is no jar (" + e.getMessage() + "): give the jar that your build makes"
                    : " is not there: build it first, or check the path"), e);
        }
        if (found.size() != 1) {
            throw new RecipeException(file + " has " + (found.isEmpty() ? "none" : "several") + " of the classes "
                    + roots.stream().map(Root::type).collect(Collectors.joining(", "))
                    + ", of which one tells what part of " + stack
                    + " it is: give the jar of one part, with its classes where they are in its releases");
        }
        return found.getFirst();
    }
}
