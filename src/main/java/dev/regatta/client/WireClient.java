package dev.regatta.client;

import dev.regatta.client.wire.WireConnection;
import dev.regatta.client.wire.WireStatement;
import dev.regatta.workload.Connect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The reference: no driver and no pool, one raw connection for every logical worker. */
final class WireClient implements BlockingClient {

    private final Endpoint endpoint;
    private final List<Line> lines = new ArrayList<>();

    /** A connection and what was prepared on it. */
    private record Line(WireConnection connection, Map<Workload, WireStatement> statements) {}

    private WireClient(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    static WireClient open(Endpoint endpoint, int connections, Map<String, String> options) throws IOException {
        if (!options.isEmpty()) {
            throw new IllegalArgumentException("the wire client has no options, got " + options.keySet());
        }
        var client = new WireClient(endpoint);
        try {
            for (int i = 0; i < connections; i++) {
                client.lines.add(new Line(WireConnection.connect(endpoint), new HashMap<>()));
            }
            return client;
        } catch (IOException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    @Override
    public Class<?> driver() {
        return WireConnection.class;
    }

    @Override
    public synchronized BlockingOperation operation(Workload workload, int worker) throws IOException {
        if (workload instanceof Connect connect) {
            return keys -> connect(connect);
        }
        Line line = lines.get(worker);
        WireStatement statement = line.statements.get(workload);
        if (statement == null) {
            statement = line.connection.prepare(workload);
            line.statements.put(workload, statement);
        }
        return statement::execute;
    }

    private long connect(Connect connect) throws IOException {
        try (WireConnection connection = WireConnection.connect(endpoint)) {
            long digest = Digest.EMPTY;
            for (List<String> row : connection.query(connect.sql())) {
                digest = Digest.mix(digest, Integer.parseInt(row.getFirst()));
            }
            return digest;
        }
    }

    @Override
    public void close() {
        lines.forEach(line -> line.connection.close());
    }
}
