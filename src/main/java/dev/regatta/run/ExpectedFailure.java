package dev.regatta.run;

import dev.regatta.recipe.RecipeException;

import java.io.UncheckedIOException;
import java.util.Optional;

/** Failures that say in one sentence what is wrong, as those do that a process ends with. */
public final class ExpectedFailure {

    private ExpectedFailure() {
    }

    /** The sentence of a failure; empty if it is one that nobody expected, which is a fault of Regatta. */
    public static Optional<String> sentence(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException io -> Optional.of(io.getMessage().endsWith(")")
                    ? io.getMessage()
                    : io.getMessage() + " (" + io.getCause() + ")");
            case RecipeException recipe -> Optional.ofNullable(recipe.getMessage());
            case IllegalArgumentException wrong -> Optional.ofNullable(wrong.getMessage());
            case IllegalStateException wrong -> Optional.ofNullable(wrong.getMessage());
            default -> Optional.empty();
        };
    }
}
