package dev.regatta.cli;

import dev.regatta.load.Clock;
import dev.regatta.protocol.Secrets;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.CompressionMode;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends gauges to an OpenTelemetry collector: OTLP over HTTP, as protobuf, in one request for each run. Headers and
 * resource attributes are those of OpenTelemetry's environment variables ({@code OTEL_EXPORTER_OTLP_HEADERS},
 * {@code OTEL_RESOURCE_ATTRIBUTES}).
 */
final class OtlpPush {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** What the specification has behind an address without a path. */
    private static final String PATH = "/v1/metrics";

    /** It would tell a schedule that nobody waits for; held, because levels of loggers nobody holds are forgotten. */
    private static final Logger OF_THE_REGISTRY = Logger.getLogger("io.micrometer");

    private final URI endpoint;

    /**
     * @param endpoint of the collector; without a path that of OTLP's metrics is taken
     * @throws IllegalArgumentException unless it is an address of HTTP
     */
    OtlpPush(URI endpoint) {
        if (endpoint.getHost() == null || !String.valueOf(endpoint.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "the endpoint of a collector is like http://localhost:4318, got " + open(endpoint));
        }
        this.endpoint = endpoint.getPath().isEmpty() || endpoint.getPath().equals("/")
                ? endpoint.resolve(PATH)
                : endpoint;
    }

    /**
     * Sends what {@code register} registers, as of {@code time}.
     *
     * @throws IllegalStateException if the collector cannot be reached or does not accept it
     */
    void send(Instant time, Consumer<MeterRegistry> register) {
        OF_THE_REGISTRY.setLevel(Level.WARNING);
        var sending = new Sending();
        var config = new Config(endpoint);
        // Those that cannot be read would only be logged.
        config.headers();
        var registry = OtlpMeterRegistry.builder(config).clock(new At(time)).metricsSender(sending)
                .build();
        register.accept(registry);
        registry.close();
        sending.failure.ifPresent(failure -> {
            throw new IllegalStateException("the collector at " + open(endpoint) + " did not take the run of " + time
                    + ": " + Secrets.TELLING.hidden(failure));
        });
        if (!sending.sent) {
            throw new IllegalStateException("nothing was sent to " + open(endpoint) + " of the run of " + time);
        }
    }

    /** What may be told of the endpoint: a collector's token may be part of it. */
    private static String open(URI endpoint) {
        return Secrets.TELLING.hidden(endpoint.toString());
    }

    /**
     * Adds a header.
     *
     * @throws IllegalArgumentException without the value, which may be a token, if it cannot be sent
     */
    static void header(HttpRequest.Builder request, String name, String value) {
        try {
            request.header(name, value);
        } catch (IllegalArgumentException e) {
            // Without this cause, which quotes the value.
            throw new IllegalArgumentException("the header " + name
                    + " of OTEL_EXPORTER_OTLP_HEADERS cannot be sent: it is name=value, without blanks in the name");
        }
    }

    /** The registry only logs what it is thrown, and goes on; this keeps it. */
    private static final class Sending implements OtlpMetricsSender {

        private Optional<String> failure = Optional.empty();
        private boolean sent;

        @Override
        public void send(Request request) {
            sent = true;
            try {
                int status = post(request);
                if (status / 100 != 2) {
                    failure = Optional.of("it answered with status " + status);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failure = Optional.of("interrupted");
            } catch (IOException | RuntimeException | Error e) {
                failure = Optional.of(e.toString());
            }
        }

        private static int post(Request request) throws IOException, InterruptedException {
            var post = HttpRequest.newBuilder(URI.create(request.getAddress())).timeout(LIMIT)
                    .header("Content-Type", "application/x-protobuf")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(request.getMetricsData()));
            request.getHeaders().forEach((name, value) -> header(post, name, value));
            try (var client = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
                return client.send(post.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
            }
        }
    }

    /** All at once when the registry is closed, and nothing before. */
    private record Config(URI endpoint) implements OtlpConfig {

        @Override
        public String get(String key) {
            return null;
        }

        @Override
        public String url() {
            return endpoint.toString();
        }

        @Override
        public Duration step() {
            return Duration.ofDays(1);
        }

        @Override
        public Map<String, String> resourceAttributes() {
            var attributes = new TreeMap<>(OtlpConfig.super.resourceAttributes());
            attributes.putIfAbsent("service.name", "regatta");
            return attributes;
        }

        @Override
        public CompressionMode compressionMode() {
            return CompressionMode.NONE;
        }
    }

    /** Numbers are of the time of their run, not of now. */
    private record At(Instant time) implements io.micrometer.core.instrument.Clock {

        @Override
        public long wallTime() {
            return time.toEpochMilli();
        }

        @Override
        public long monotonicTime() {
            return Clock.nanos();
        }
    }
}
