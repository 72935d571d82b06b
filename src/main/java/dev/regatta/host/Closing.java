package dev.regatta.host;

import java.util.function.Consumer;

/**
 * Ends one thing after the other. If one does not end as it should, this is reported and the others are ended all the
 * same, because what was measured is worth more than what cannot be cleaned up.
 *
 * @param out receives a line for people about each that does not end as it should
 */
public record Closing(Consumer<String> out) {

    /** Runs {@code end}, which may fail. */
    public void of(String what, Runnable end) {
        try {
            end.run();
        } catch (RuntimeException e) {
            out.accept(what + " did not end as it should: " + e.getMessage());
        }
    }
}
