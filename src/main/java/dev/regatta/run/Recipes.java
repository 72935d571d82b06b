package dev.regatta.run;

import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;

import java.util.Collections;
import java.util.List;

/** Where recipes come from; each call throws a {@link RecipeException} if a jar cannot be had. */
public interface Recipes {

    /** This checkout's own recipe of a client stack. */
    ResolvedRecipe today(String stack);

    /** The recipe that these root artifacts make. */
    ResolvedRecipe of(String stack, List<String> roots);

    /** Exactly this recipe. */
    ResolvedRecipe of(Recipe recipe);

    /** Those of Maven's repositories. */
    static Recipes of(RecipeResolver resolver) {
        return new Recipes() {
            @Override
            public ResolvedRecipe today(String stack) {
                return resolver.today(stack);
            }

            @Override
            public ResolvedRecipe of(String stack, List<String> roots) {
                return resolver.resolve(stack, roots, Collections.emptySortedMap());
            }

            @Override
            public ResolvedRecipe of(Recipe recipe) {
                return resolver.resolve(recipe);
            }
        };
    }
}
