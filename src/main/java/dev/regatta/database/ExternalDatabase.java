package dev.regatta.database;

import dev.regatta.client.OwnCodeDatabase;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A server that somebody else runs, with settings and CPUs of its own; closing it leaves it running. What is measured
 * happens in {@linkplain OwnDatabase a database of Regatta's own} on it.
 */
public final class ExternalDatabase implements Database {

    private final OwnDatabase database;
    private final Product product;

    private ExternalDatabase(OwnDatabase database, Product product) {
        this.database = database;
        this.product = product;
    }

    /**
     * Reaches the server at {@code endpoint}, and takes its database {@value OwnDatabase#NAME}.
     *
     * @throws IllegalStateException saying why it cannot be reached or used
     */
    static ExternalDatabase reach(Endpoint endpoint) {
        OwnDatabase database;
        try {
            database = OwnDatabase.take(endpoint);
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof IOException) {
                throw new IllegalStateException(
                        "the external database " + endpoint + " cannot be used (" + e.getMessage()
                                + "); check " + urlProperty(endpoint.dialect()) + " and that the server is up",
                        e);
            }
            throw e;
        }
        try {
            // What a run on a given database left that was killed.
            OwnDatabase.bounded(endpoint, OwnDatabase.ANSWER, () -> {
                OwnCodeDatabase.drop(database.endpoint(), OwnCodeDatabase.TEMPLATE);
                return database;
            });
            return new ExternalDatabase(database, Product.of(endpoint.dialect(), Optional.of(database.version())));
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * The endpoint that {@code regatta.url.<dialect>} ({@code <dialect>://host:port/database}),
     * {@code regatta.user.<dialect>} and {@code regatta.password.<dialect>} name; the password may come from the
     * environment as {@code REGATTA_PASSWORD_<DIALECT>}.
     *
     * @throws IllegalArgumentException naming the property that is missing or wrong, never repeating a password
     */
    static Endpoint endpoint(Dialect dialect, Function<String, Optional<String>> properties,
            Function<String, Optional<String>> environment) {
        String property = urlProperty(dialect);
        String form = dialect.id() + "://host:port/database";
        String url = properties.apply(property).orElseThrow(() -> new IllegalArgumentException(
                property + " is missing; -D" + DatabaseMode.PROPERTY + "=external needs it, in the form " + form));
        // A URL with a user or options may have a password in it, so it is not repeated.
        if (url.contains("@") || url.contains("?")) {
            throw new IllegalArgumentException(
                    property + " must be of the form " + form + " without user and options; set "
                            + userProperty(dialect) + " and " + passwordProperty(dialect));
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(property + " is '" + url + "', expected " + form, e);
        }
        String path = uri.getPath();
        if (!dialect.id().equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 0 || path == null
                || !path.matches("/[^/]+")) {
            throw new IllegalArgumentException(property + " is '" + url + "', expected " + form);
        }
        String user = properties.apply(userProperty(dialect)).orElseThrow(
                () -> new IllegalArgumentException(userProperty(dialect) + " is missing; " + property + " needs it"));
        String variable = "REGATTA_PASSWORD_" + dialect.name();
        String password = properties.apply(passwordProperty(dialect)).or(() -> environment.apply(variable))
                .orElseThrow(() -> new IllegalArgumentException("neither the property " + passwordProperty(dialect)
                        + " nor the environment variable " + variable + " is set; " + property + " needs one"));
        String host = uri.getHost().replaceAll("[\\[\\]]", "");
        return new Endpoint(dialect, host, uri.getPort(), path.substring(1), user, password);
    }

    /** The property that names the server. */
    static String urlProperty(Dialect dialect) {
        return "regatta.url." + dialect.id();
    }

    @Override
    public Endpoint endpoint() {
        return database.endpoint();
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>(Map.of(Fingerprint.DATABASE_MODE, DatabaseMode.EXTERNAL.id(),
                Fingerprint.NETWORK_PATH, path(endpoint()), SETTINGS_FACT, "the server's own"));
        product.version().ifPresent(version -> facts.put(Fingerprint.DATABASE_VERSION, product.toString()));
        return Map.copyOf(facts);
    }

    @Override
    public Optional<String> death() {
        return database.lost();
    }

    @Override
    public String describe() {
        return product + ", external, " + endpoint().host() + ":" + endpoint().port() + ", on CPUs unknown";
    }

    @Override
    public void close() {
        database.close();
    }

    /** How a server of somebody else is reached. */
    static String path(Endpoint endpoint) {
        try {
            return InetAddress.getByName(endpoint.host()).isLoopbackAddress() ? "loopback" : "network";
        } catch (UnknownHostException e) {
            return "network";
        }
    }

    private static String userProperty(Dialect dialect) {
        return "regatta.user." + dialect.id();
    }

    private static String passwordProperty(Dialect dialect) {
        return "regatta.password." + dialect.id();
    }
}
