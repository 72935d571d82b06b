package dev.regatta.database;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where the database comes from. */
public enum DatabaseMode {
    /**
     * A server that the user names by URL, else a container where a Docker engine answers, else the embedded server, with a
     * line saying which and why.
     */
    AUTO,
    /** A container, or an error. */
    CONTAINER,
    /** A server unpacked from a Maven artifact. */
    EMBEDDED,
    /** A server the user names by URL. */
    EXTERNAL;

    /** The system property that chooses. */
    public static final String PROPERTY = "regatta.database";

    /** The name used on the command line and as the fact {@code database.mode}: {@code container}, for example. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The mode with this {@link #id()}.
     *
     * @throws IllegalArgumentException naming the property and the choices
     */
    public static DatabaseMode of(String id) {
        return Arrays.stream(values()).filter(mode -> mode.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(PROPERTY + " is '" + id + "', expected one of "
                        + Arrays.stream(values()).map(DatabaseMode::id).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return id();
    }
}
