package dev.regatta.client;

/**
 * Puts something between the workloads and every client of a worker, for example the tracing an application has there.
 * Found by {@link java.util.ServiceLoader} on the worker's class path, that is among the classes of a checkout.
 */
public interface ClientWrapper {

    /**
     * The client to use instead of {@code client}. It is of the same kind (blocking or asynchronous) and closes the
     * original when it is closed.
     */
    Client wrap(Client client);
}
