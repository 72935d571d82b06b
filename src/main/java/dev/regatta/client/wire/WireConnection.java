package dev.regatta.client.wire;

import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.util.List;

/** One authenticated connection, used by one thread at a time. TLS is never used. */
public sealed interface WireConnection extends AutoCloseable permits PostgresConnection, MariaDbConnection {

    /**
     * Connects and logs in.
     *
     * @throws IOException with one sentence that names the endpoint, never the password: not reachable, password or
     *                     database refused, authentication method not spoken
     */
    static WireConnection connect(Endpoint endpoint) throws IOException {
        return Connecting.to(endpoint);
    }

    /**
     * Prepares the statements of {@code workload} on the server.
     *
     * @throws IllegalArgumentException if the wire does not run this workload; {@code Stacks} says why
     * @throws ServerError if the server refuses a statement
     * @throws IOException if a column is of a type that is not read, or the connection broke
     */
    WireStatement prepare(Workload workload) throws IOException;

    /** What a connection answers that has no statements for a workload. */
    static IllegalArgumentException noSuchStatement(Workload workload) {
        return new IllegalArgumentException("the raw wire does not run the workload " + workload.id());
    }

    /**
     * Runs {@code sql} in the text protocol.
     *
     * @return every row, every value as text, a null as the empty string; empty for a statement without rows
     * @throws ServerError if the server refuses the statement; the connection is usable afterwards
     * @throws IOException if the connection broke
     */
    List<List<String>> query(String sql) throws IOException;

    /** Says goodbye as far as possible and closes the socket. */
    @Override
    void close();
}
