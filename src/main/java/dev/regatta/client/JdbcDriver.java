package dev.regatta.client;

import dev.regatta.workload.Endpoint;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

/** The JDBC drivers: how their URLs begin, and what switches TLS off, or on without a check of the certificate. */
enum JdbcDriver {
    PGJDBC("pgjdbc", "jdbc:postgresql:", "sslmode", "disable", "require"), MARIADB("mariadb", "jdbc:mariadb:",
            "sslMode", "disable",
            "trust"), MYSQL("mysql-connector-j", "jdbc:mysql:", "sslMode", "DISABLED", "REQUIRED");

    private final String id;
    private final String scheme;
    private final String tls;
    private final String off;
    private final String on;

    JdbcDriver(String id, String scheme, String tls, String off, String on) {
        this.id = id;
        this.scheme = scheme;
        this.tls = tls;
        this.off = off;
        this.on = on;
    }

    /** The driver that is called {@code id} in the names of stacks. */
    static JdbcDriver of(String id) {
        for (JdbcDriver driver : values()) {
            if (driver.id.equals(id)) {
                return driver;
            }
        }
        throw new IllegalArgumentException("there is no JDBC driver '" + id + "'");
    }

    /**
     * What a driver needs to connect to {@code endpoint}.
     *
     * @param options   of the driver; they win over what switches TLS off or on
     * @param encrypted whether TLS is on
     */
    Target target(Endpoint endpoint, Map<String, String> options, boolean encrypted) {
        String host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
        String url = scheme + "//" + host + ":" + endpoint.port() + "/" + endpoint.database();
        var properties = new Properties();
        properties.setProperty(tls, encrypted ? on : off);
        properties.putAll(options);
        try {
            return new Target(DriverManager.getDriver(url), url, properties, endpoint.user(), endpoint.password());
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "no driver for " + scheme + " URLs on the class path: the recipe lacks its jar", e);
        }
    }

    /**
     * What a driver connects to.
     *
     * @param properties without user and password; not to be changed
     */
    record Target(Driver driver, String url, Properties properties, String user, String password) {

        /** User, password and all other properties, for one connection: drivers add to what they are given. */
        Properties login() {
            var login = (Properties) properties.clone();
            login.setProperty("user", user);
            login.setProperty("password", password);
            return login;
        }
    }
}
