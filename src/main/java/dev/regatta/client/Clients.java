package dev.regatta.client;

import dev.regatta.workload.Endpoint;

import java.util.Map;

/** Opens clients by the name of their stack. */
public final class Clients {

    /** The stack of the raw-wire reference clients. */
    public static final String WIRE = "wire";

    private Clients() {
    }

    /**
     * Opens the client of {@code stack}, for example {@code pgjdbc+hikari}, with exactly {@code connections} connections,
     * all established before this returns.
     *
     * @param options driver options, passed on as they are
     * @throws IllegalArgumentException if no adapter knows the stack
     */
    public static Client open(String stack, Endpoint endpoint, int connections, Map<String, String> options)
            throws Exception {
        throw new IllegalArgumentException("no adapter for the client stack '" + stack + "'");
    }
}
