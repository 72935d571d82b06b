package dev.regatta.client.wire;

import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.util.List;

/** A connection for everything that is not timed: filling the dataset, resetting it, reading settings and counters. */
public final class Admin implements AutoCloseable {

    private final WireConnection connection;

    private Admin(WireConnection connection) {
        this.connection = connection;
    }

    /**
     * Connects and logs in.
     *
     * @throws IOException with one sentence that names the endpoint, never the password
     */
    public static Admin connect(Endpoint endpoint) throws IOException {
        return new Admin(WireConnection.connect(endpoint));
    }

    /**
     * Runs {@code sql}.
     *
     * @return every row, every value as text, a null as the empty string; empty for a statement without rows
     * @throws ServerError with the server's message; the connection is usable afterwards
     * @throws IOException if the connection broke
     */
    public List<List<String>> run(String sql) throws IOException {
        return connection.query(sql);
    }

    @Override
    public void close() {
        connection.close();
    }
}
