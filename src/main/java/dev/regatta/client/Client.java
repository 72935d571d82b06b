package dev.regatta.client;

/**
 * A way into one database, opened with its connections and ready to prepare operations. Closing it closes every
 * connection.
 */
public sealed interface Client extends AutoCloseable permits BlockingClient, AsyncClient {

    /** The class that proves which driver jar was loaded: its code source is reported to the judging JVM. */
    Class<?> driver();

    /**
     * Puts the data back to what it was filled with, if this is a project's own code that knows how to; that of workloads
     * is put back by {@link dev.regatta.workload.Workload#reset}.
     */
    default void reset() throws Exception {
        // Nothing of its own.
    }

    @Override
    void close();
}
