package dev.regatta.cli;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** An OpenTelemetry collector that keeps what it is sent. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<ExportMetricsServiceRequest> requests = new CopyOnWriteArrayList<>();

    Collector(int status) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
            paths.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Where it was sent to, in order. */
    List<String> paths() {
        return paths;
    }

    /** The metrics of a request, by their names. */
    Map<String, Metric> metrics(int request) {
        return requests.get(request).getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream())
                .collect(Collectors.toMap(Metric::getName, metric -> metric));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
