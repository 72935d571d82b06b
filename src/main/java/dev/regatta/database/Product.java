package dev.regatta.database;

import dev.regatta.workload.Dialect;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's product and version as people and fingerprints see it.
 *
 * @param name    {@code PostgreSQL} or {@code MariaDB}
 * @param version {@code 18.6}; empty where it cannot be known without logging in
 */
record Product(String name, Optional<String> version) {

    private static final Pattern NUMBERS = Pattern.compile("\\d+(\\.\\d+)+");

    /**
     * The product of which {@code text}, the answer to {@code --version} or {@code SELECT version()}, tells the
     * version.
     */
    static Product of(Dialect dialect, Optional<String> text) {
        String name = switch (dialect) {
            case POSTGRESQL -> "PostgreSQL";
            case MARIADB -> "MariaDB";
        };
        return new Product(name, text.map(NUMBERS::matcher).filter(Matcher::find).map(Matcher::group));
    }

    @Override
    public String toString() {
        return version.map(text -> name + " " + text).orElse(name);
    }
}
