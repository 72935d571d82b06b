package dev.regatta.workload;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * A table whose rows a client that maps rows to objects has a class for, with the query that reads what such an object
 * holds.
 */
public enum Entity {
    /** A row of {@code world} by its id. */
    WORLD("SELECT id, randomnumber FROM world WHERE id = ?"),
    /** A row of {@code ledger} by its id; the remainder of its number by {@link World#STAMP} is read. */
    LEDGER(Ledger.SELECT),
    /** All rows of {@code person}. */
    PERSON("SELECT id, first_name, last_name FROM person");

    private final String sql;

    Entity(String sql) {
        this.sql = sql;
    }

    /** The query that reads it. */
    String sql() {
        return sql;
    }

    /** The entity that queries read, in whatever dialect they are. */
    static Optional<Entity> readBy(Collection<String> queries) {
        return Arrays.stream(values()).filter(entity -> queries.contains(entity.sql)).findFirst();
    }
}
