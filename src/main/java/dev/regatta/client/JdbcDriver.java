package dev.regatta.client;

import dev.regatta.workload.Endpoint;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

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
     * @throws IllegalArgumentException naming an option that the driver does not have
     */
    Target target(Endpoint endpoint, Map<String, String> options, boolean encrypted) {
        String host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
        String url = scheme + "//" + host + ":" + endpoint.port() + "/" + endpoint.database();
        var properties = new Properties();
        properties.setProperty(tls, encrypted ? on : off);
        properties.putAll(options);
        Driver driver;
        try {
            driver = DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "no driver for " + scheme + " URLs on the class path: the recipe lacks its jar", e);
        }
        if (!options.isEmpty()) {
            Clients.requireKnown(id, options.keySet(), options(driver, url));
        }
        return new Target(driver, url, properties, endpoint.user(), endpoint.password());
    }

    /**
     * The same with a limit for log-ins, where none is given: pgjdbc has none, and does not ask for the one that pools set
     * by {@link DriverManager#setLoginTimeout}. MySQL's driver has no other than that.
     */
    Target patient(Target target) {
        var properties = (Properties) target.properties.clone();
        switch (this) {
            case PGJDBC -> properties.putIfAbsent("loginTimeout", Integer.toString(FreshPool.LOGIN_SECONDS));
            case MARIADB ->
                properties.putIfAbsent("connectTimeout", Integer.toString(FreshPool.LOGIN_SECONDS * 1000));
            case MYSQL -> {
                // HikariCP sets that to 30 s.
            }
        }
        return new Target(target.driver, target.url, properties, target.user, target.password);
    }

    /** The names of its options, as it lists them. */
    private static List<String> options(Driver driver, String url) {
        try {
            return Stream.of(driver.getPropertyInfo(url, new Properties())).map(option -> option.name).toList();
        } catch (SQLException e) {
            throw new IllegalStateException("the driver for " + url + " does not list its options: " + e.getMessage(),
                    e);
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
