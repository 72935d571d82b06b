package dev.regatta.recipe;

import dev.regatta.protocol.Recipe;

import java.util.List;
import java.util.SortedMap;

/** Where recipes come from; each call throws a {@link RecipeException} if a jar cannot be had. */
public interface Recipes {

    /**
     * The candidate's recipe of {@code stack}, without driver options.
     *
     * @throws RecipeException          if something cannot be had, naming it
     * @throws IllegalArgumentException if there is no candidate for the stack, naming those there are
     */
    ResolvedRecipe today(String stack);

    /**
     * The recipe of {@code stack} as of now: the roots and all they need at run time (scopes compile and runtime,
     * nothing optional), in class-path order, so the first root's jar first. Where one root needs another, the version
     * given here counts, not the one that it declares.
     *
     * @param rootCoordinates {@code group:artifact:version} each, the driver first
     * @param options         driver options of the recipe
     * @throws RecipeException          if something cannot be had, naming it
     * @throws IllegalArgumentException if coordinates are malformed
     */
    ResolvedRecipe resolve(String stack, List<String> rootCoordinates, SortedMap<String, String> options);

    /**
     * Exactly the jars of {@code recipe}, whatever their POMs say today.
     *
     * @throws RecipeException          if a jar cannot be had, or is not the one the recipe was made with
     * @throws IllegalArgumentException if coordinates are malformed
     */
    ResolvedRecipe resolve(Recipe recipe);
}
