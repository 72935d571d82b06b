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
     * Prepares the statement of {@code workload} on the server.
     *
     * @throws ServerError if the server refuses the statement
     * @throws IOException if a column is not an integer, or the connection broke
     */
    WireStatement prepare(Workload workload) throws IOException;

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
