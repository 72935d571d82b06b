package dev.regatta.recipe;

/** A recipe cannot be turned into files; the message is one sentence saying which part, why, and what to do. */
public final class RecipeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With the sentence. */
    public RecipeException(String sentence) {
        super(sentence);
    }

    /** With the sentence and what was underneath. */
    public RecipeException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
