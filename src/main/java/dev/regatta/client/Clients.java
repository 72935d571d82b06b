package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Opens clients by the name of their stack. */
public final class Clients {

    /** The stack of the raw-wire reference clients. */
    public static final String WIRE = "wire";

    private static final List<String> OF_POSTGRESQL = List.of(WIRE, "pgjdbc+hikari", "r2dbc-postgresql+r2dbc-pool");
    private static final List<String> OF_MARIADB = List.of(WIRE, "mariadb+hikari", "mysql-connector-j+hikari",
            "r2dbc-mariadb+r2dbc-pool");
    private static final List<String> STACKS = Stream.of(OF_POSTGRESQL, OF_MARIADB).flatMap(List::stream).distinct()
            .toList();

    private Clients() {
    }

    /** The stacks that have an adapter. */
    public static List<String> stacks() {
        return STACKS;
    }

    /** The stacks that speak {@code dialect}, the raw wire first. */
    public static List<String> stacks(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> OF_POSTGRESQL;
            case MARIADB -> OF_MARIADB;
        };
    }

    /**
     * Opens the client of {@code stack}, for example {@code pgjdbc+hikari}, with exactly {@code connections} connections,
     * all established before this returns. Autocommit is on and TLS is off; everything else is as the driver and the pool
     * have it by default.
     *
     * <p>
     * A {@link ClientWrapper} on the class path wraps it.
     *
     * @param options driver options, passed on as they are; they win over Regatta's
     * @throws IllegalArgumentException if no adapter knows the stack, it does not speak the endpoint's dialect, or it has
     *                                  no such options
     * @throws IllegalStateException    if the class path lacks a jar of the stack
     * @throws Exception                what the driver or the pool threw, if a connection cannot be established
     */
    public static Client open(String stack, Endpoint endpoint, int connections, Map<String, String> options)
            throws Exception {
        if (connections < 1) {
            throw new IllegalArgumentException("a client has at least one connection, got " + connections);
        }
        try {
            return wrapped(adapter(stack, endpoint, connections, options));
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException("client stack '" + stack + "' needs the class " + e.getMessage()
                    + ", which is not on the class path: the recipe lacks its jar", e);
        }
    }

    private static Client wrapped(Client client) {
        Client outermost = client;
        for (ClientWrapper wrapper : ServiceLoader.load(ClientWrapper.class)) {
            outermost = wrapper.wrap(outermost);
        }
        return outermost;
    }

    private static Client adapter(String stack, Endpoint endpoint, int connections, Map<String, String> options)
            throws Exception {
        return switch (stack) {
            case WIRE -> WireClient.open(endpoint, connections, options);
            case "pgjdbc+hikari" -> JdbcClient.open("jdbc:postgresql:", Map.of("sslmode", "disable"),
                    speaking(Dialect.POSTGRESQL, stack, endpoint), connections, options);
            case "mariadb+hikari" -> JdbcClient.open("jdbc:mariadb:", Map.of("sslMode", "disable"),
                    speaking(Dialect.MARIADB, stack, endpoint), connections, options);
            case "mysql-connector-j+hikari" -> JdbcClient.open("jdbc:mysql:", Map.of("sslMode", "DISABLED"),
                    speaking(Dialect.MARIADB, stack, endpoint), connections, options);
            case "r2dbc-postgresql+r2dbc-pool" -> R2dbcClient.open("postgresql",
                    speaking(Dialect.POSTGRESQL, stack, endpoint), connections, options);
            case "r2dbc-mariadb+r2dbc-pool" -> R2dbcClient.open("mariadb",
                    speaking(Dialect.MARIADB, stack, endpoint), connections, options);
            default -> throw new IllegalArgumentException(
                    "no adapter for the client stack '" + stack + "', expected one of " + String.join(", ", STACKS));
        };
    }

    /** What an adapter answers that has no operation for a workload; {@code Exclusions} says why. */
    static IllegalArgumentException noSuchOperation(Workload workload) {
        return new IllegalArgumentException("this client has no operation for the workload " + workload.id());
    }

    private static Endpoint speaking(Dialect dialect, String stack, Endpoint endpoint) {
        if (endpoint.dialect() != dialect) {
            throw new IllegalArgumentException(
                    "client stack '" + stack + "' speaks " + dialect + " and cannot open " + endpoint);
        }
        return endpoint;
    }
}
