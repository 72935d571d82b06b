package dev.regatta.settings;

import java.util.function.Function;

/**
 * One thing a user can set with {@code -D}.
 *
 * @param name     {@code regatta.…}
 * @param means    what it does, for people, in Markdown
 * @param standard what is done without it, for people, in Markdown; empty for nothing
 * @param reader   reads a value that is not blank; throws {@link IllegalArgumentException} with a sentence that names
 *                 setting and value
 */
record Setting<T>(String name, String means, String standard, Function<String, T> reader) {

    /** Its row of the table of all settings, in Markdown. */
    String row() {
        return "| `-D" + name + "` | " + means + " | " + standard + " |";
    }

    @Override
    public String toString() {
        return name;
    }
}
