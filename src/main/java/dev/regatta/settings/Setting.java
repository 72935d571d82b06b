package dev.regatta.settings;

import java.util.function.Function;

/**
 * One thing a user can set with {@code -D}.
 *
 * @param name   {@code regatta.…}
 * @param reader reads a value that is not blank; throws {@link IllegalArgumentException} with a sentence that names
 *                 setting and value
 */
record Setting<T>(String name, Function<String, T> reader) {

    @Override
    public String toString() {
        return name;
    }
}
