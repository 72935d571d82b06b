package dev.regatta.operations;

import java.util.List;
import java.util.Objects;

/**
 * Where the database of a worker is. It is empty when the class of the operations is made, or as its
 * {@link DatabaseServer} has it.
 *
 * @param database what it speaks: {@code postgresql} or {@code mariadb}
 * @param host     name or address
 * @param port     TCP port
 * @param name     the name of the database on its server
 * @param user     who logs in
 * @param password the user's password
 */
public record DatabaseAddress(String database, String host, int port, String name, String user, String password) {

    /** Checks that every part is there. */
    public DatabaseAddress {
        if (!List.of("postgresql", "mariadb").contains(database)) {
            throw new IllegalArgumentException(
                    "the database of an address is postgresql or mariadb, got '" + database + "'");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of " + host + " is not in 1 to 65535");
        }
        Objects.requireNonNull(host);
        Objects.requireNonNull(name);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
    }

    /** The URL for JDBC, without user and password: {@code jdbc:postgresql://127.0.0.1:5432/shop}. */
    public String jdbcUrl() {
        return jdbcUrl(database);
    }

    /**
     * The same for another driver of the same protocol: {@code jdbc:mysql://127.0.0.1:3306/shop} for {@code mysql}.
     *
     * @param driver the part of the URL by which a driver is known
     */
    public String jdbcUrl(String driver) {
        return "jdbc:" + driver + url();
    }

    /** The URL for R2DBC, without user and password: {@code r2dbc:postgresql://127.0.0.1:5432/shop}. */
    public String r2dbcUrl() {
        return "r2dbc:" + database + url();
    }

    private String url() {
        return "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/" + name;
    }

    /** This address without its password. */
    @Override
    public String toString() {
        return database + "://" + user + "@" + host + ":" + port + "/" + name;
    }
}
