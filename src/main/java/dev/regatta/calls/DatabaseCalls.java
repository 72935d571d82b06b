package dev.regatta.calls;

/**
 * The addresses through which database calls are counted, for {@link CountsDatabaseCalls}. Behind each one is a relay in
 * this JVM that passes everything on to the database. It ends with the JVM.
 */
public final class DatabaseCalls {

    private DatabaseCalls() {
    }

    /**
     * The same URL with the address of a relay: {@code jdbc:postgresql://localhost:5432/shop} becomes
     * {@code jdbc:postgresql://127.0.0.1:40321/shop}. Understands {@code jdbc:}, {@code r2dbc:} and
     * {@code vertx-reactive:} URLs and those without a prefix, of {@code postgresql}, {@code mariadb} and {@code mysql}.
     *
     * @throws IllegalArgumentException if it is another URL, or names several servers
     */
    public static String through(String url) {
        DatabaseUrl database = DatabaseUrl.of(url);
        return database.at(Relays.HERE.to(database.language(), database.server()));
    }

    /**
     * The same container, whose mapped port is a relay's from its start on. Its URL, {@code @Container} and
     * {@code @ServiceConnection} then lead there too.
     *
     * @param container a {@code JdbcDatabaseContainer} of Testcontainers that is not started yet
     * @throws IllegalArgumentException if it is something else
     */
    public static <C extends AutoCloseable> C through(C container) {
        Containers.count(container);
        return container;
    }
}
