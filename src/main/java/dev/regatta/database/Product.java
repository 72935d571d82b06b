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

    /** The product of which {@code text}, a server's greeting or {@code --version}, tells the version. */
    static Product of(Dialect dialect, Optional<String> text) {
        String name = switch (dialect) {
            case POSTGRESQL -> "PostgreSQL";
            case MARIADB -> "MariaDB";
        };
        // MariaDB before 11 greets as 5.5.5-10.x, for the sake of old replicas.
        return new Product(name, text.map(version -> NUMBERS.matcher(version.replaceFirst("^5\\.5\\.5-", "")))
                .filter(Matcher::find).map(Matcher::group));
    }

    @Override
    public String toString() {
        return version.map(text -> name + " " + text).orElse(name);
    }
}
