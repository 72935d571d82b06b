package dev.regatta.operations;

import java.util.Objects;

/**
 * Where the database of a worker is. It is empty when the class of the operations is made.
 *
 * @param database what it speaks: {@code postgresql}
 * @param host     name or address
 * @param port     TCP port
 * @param name     the name of the database on its server
 * @param user     who logs in
 * @param password the user's password
 */
public record DatabaseAddress(String database, String host, int port, String name, String user, String password) {

    /** Checks that every part is there. */
    public DatabaseAddress {
        Objects.requireNonNull(database);
        Objects.requireNonNull(host);
        Objects.requireNonNull(name);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
    }

    /** The URL for JDBC, without user and password: {@code jdbc:postgresql://127.0.0.1:5432/shop}. */
    public String jdbcUrl() {
        return "jdbc:" + url();
    }

    /** The URL for R2DBC, without user and password: {@code r2dbc:postgresql://127.0.0.1:5432/shop}. */
    public String r2dbcUrl() {
        return "r2dbc:" + url();
    }

    private String url() {
        return database + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/" + name;
    }

    /** This address without its password. */
    @Override
    public String toString() {
        return database + "://" + user + "@" + host + ":" + port + "/" + name;
    }
}
