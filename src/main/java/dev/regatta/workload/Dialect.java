package dev.regatta.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A family of databases that speaks one wire protocol and one flavour of SQL. */
public enum Dialect {
    POSTGRESQL, MARIADB;

    /** The name used on the command line, in cell names and in file names: {@code postgresql}, {@code mariadb}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The dialect with this {@link #id()}.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static Dialect of(String id) {
        return Arrays.stream(values()).filter(dialect -> dialect.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown database '" + id + "', expected one of "
                        + Arrays.stream(values()).map(Dialect::id).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return id();
    }
}
