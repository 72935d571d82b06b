package dev.regatta.client;

import dev.regatta.stack.Stack;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens the clients of the catalog. */
public final class Clients {

    private Clients() {
    }

    /**
     * Opens the client of {@code stack} with exactly {@code connections} connections, all established before this
     * returns; without a pool it proves that one can be. Autocommit is on, and TLS is off unless {@link Endpoint#TLS} says
     * otherwise; everything else is as the driver and the pool have it by default.
     *
     * <p>
     * A {@link ClientWrapper} on the class path wraps it.
     *
     * @param options options of the driver, passed on as they are, which win over Regatta's, and of the pool
     * @param meters  of its pool, if they are to be read; they cost time
     * @throws IllegalArgumentException if the stack does not speak the endpoint's dialect, or it has no such options
     * @throws IllegalStateException    if the class path lacks a jar of the stack
     * @throws Exception                what the driver or the pool threw, if a connection cannot be established
     */
    public static Client open(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters)
            throws Exception {
        if (connections < 1) {
            throw new IllegalArgumentException("a client has at least one connection, got " + connections);
        }
        if (!stack.databases().contains(endpoint.dialect())) {
            throw new IllegalArgumentException("client stack '" + stack + "' does not speak " + endpoint.dialect()
                    + " and cannot open " + endpoint);
        }
        try {
            return wrapped(adapter(stack, endpoint, connections, options, meters));
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

    private static Client adapter(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters)
            throws Exception {
        return switch (stack.api()) {
            case WIRE -> WireClient.open(endpoint, connections, options);
            case JDBC -> JdbcClient.open(stack, endpoint, connections, options, meters);
            case HIBERNATE_ORM -> HibernateOrmClient.open(stack, endpoint, connections, options, meters);
            case HIBERNATE_REACTIVE -> HibernateReactiveClient.open(stack, endpoint, connections, options, meters);
            case VERTX -> VertxClient.open(stack, endpoint, connections, options, meters);
            case R2DBC -> R2dbcClient.open(stack, endpoint, connections, options, meters);
            case OWN_CODE -> OwnCodeClient.open(stack.id(), endpoint);
            case OWN_CODE_ASYNC -> OwnCodeAsyncClient.open(stack.id(), endpoint);
        };
    }

    /**
     * A driver may ignore an option that it does not have, and both arms of a race would then be the same.
     *
     * @throws IllegalArgumentException naming the first of {@code given} that is not {@code known}
     */
    static void requireKnown(String client, Collection<String> given, Collection<String> known) {
        given.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    client + " has no option '" + name + "', it has " + String.join(", ", known));
        });
    }

    /** What an adapter answers that has no operation for a workload; its stack says why. */
    static IllegalArgumentException noSuchOperation(Workload workload) {
        return new IllegalArgumentException("this client has no operation for the workload " + workload.id());
    }
}
