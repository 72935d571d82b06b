package dev.regatta.cli;

import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Releases;
import dev.regatta.recipe.Roots;

import java.nio.file.Path;
import java.util.Optional;

/** What can be raced: published versions and installed run times. */
interface ArtifactSource extends AutoCloseable {

    /**
     * The root artifacts of a client stack: today's, or what {@code choice} names instead.
     *
     * @param classes of another build of Regatta, whose versions count as today's
     * @param choice  a version of the driver, coordinates of any root, or several of these separated by commas
     * @throws IllegalArgumentException if the choice is malformed or names no part of the stack
     * @throws RuntimeException         with one sentence if the registry cannot be asked
     */
    Roots roots(String stack, Optional<Path> classes, Optional<String> choice);

    /**
     * The releases of one module from one end to the other, both included and in that direction.
     *
     * @param one   {@code group:artifact:version}
     * @param other {@code group:artifact:version} of the same module, whose name may have changed in between
     */
    Releases.Walk releases(String one, String other);

    /** Checks that every jar of a recipe can be had and is the one the recipe was made with. */
    void verify(Recipe recipe);

    /** A run time of this feature release. */
    Jdk jdk(int feature);

    @Override
    void close();
}
