package dev.regatta.workload;

import java.util.Objects;

/**
 * Where a filled database is reached, as structured data: no URL with a password in it exists outside a driver.
 *
 * @param dialect  what it speaks
 * @param host     name or address, without scheme or port
 * @param port     TCP port, 1 to 65535
 * @param database the database (PostgreSQL) or schema (MariaDB) holding the dataset
 * @param user     the user's name
 * @param password the user's password; never printed
 */
public record Endpoint(Dialect dialect, String host, int port, String database, String user, String password) {

    /** The option of every client that makes it encrypt its way to an endpoint; it is in no recipe. */
    public static final String TLS = "regatta.tls";

    /** Checks that every part is present. */
    public Endpoint {
        Objects.requireNonNull(dialect);
        Objects.requireNonNull(host);
        Objects.requireNonNull(database);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of " + host + " is not in 1 to 65535");
        }
    }

    /** The same server, where another database of it has the dataset. */
    public Endpoint in(String other) {
        return new Endpoint(dialect, host, port, other, user, password);
    }

    /** This endpoint without its password. */
    @Override
    public String toString() {
        return dialect + "://" + user + "@" + host + ":" + port + "/" + database;
    }
}
