package dev.regatta.client;

import dev.regatta.client.wire.WireConnection;
import dev.regatta.client.wire.WireStatement;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The reference: no driver and no pool, one raw connection for every logical worker. */
final class WireClient implements BlockingClient {

    private final List<Line> lines;

    /** A connection and what was prepared on it. */
    private record Line(WireConnection connection, Map<Workload, WireStatement> statements) {}

    private WireClient(List<Line> lines) {
        this.lines = lines;
    }

    static WireClient open(Endpoint endpoint, int connections, Map<String, String> options) throws IOException {
        if (!options.isEmpty()) {
            throw new IllegalArgumentException("the wire client has no options, got " + options.keySet());
        }
        var client = new WireClient(new ArrayList<>());
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
        Line line = lines.get(worker);
        WireStatement statement = line.statements.get(workload);
        if (statement == null) {
            statement = line.connection.prepare(workload);
            line.statements.put(workload, statement);
        }
        return statement::execute;
    }

    @Override
    public void close() {
        lines.forEach(line -> line.connection.close());
    }
}
