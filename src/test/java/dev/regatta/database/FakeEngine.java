package dev.regatta.database;

import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientImpl;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Docker engine that answers every question in the same way, but knows which containers it has. */
final class FakeEngine implements AutoCloseable {

    private record Answer(int status, String body) {}

    /** A label that a list of containers is asked for by. */
    private static final Pattern LABEL = Pattern.compile("\"([^\"=]+=[^\"]*)\"");

    private final CountDownLatch end = new CountDownLatch(1);
    private final HttpServer server;
    private final Map<String, Map<String, String>> containers = new ConcurrentSkipListMap<>();
    private volatile Optional<Answer> answer = Optional.empty();

    private volatile Optional<Answer> pulls = Optional.empty();

    /** An engine that accepts and never answers, until it is told to. */
    FakeEngine() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory()));
        server.createContext("/", this::handle);
        server.start();
    }

    DockerEngine engine() {
        URI address = URI.create("tcp://127.0.0.1:" + server.getAddress().getPort());
        return new DockerEngine(DockerClientImpl.getInstance(
                DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(address.toString())
                        .withDockerTlsVerify(false).build(),
                new ZerodepDockerHttpClient.Builder().dockerHost(address).build()), true);
    }

    void answers(int status, String body) {
        answer = Optional.of(new Answer(status, body));
    }

    /** Answers pulls with these lines of progress, and nothing else. */
    void answersPulls(String lines) {
        pulls = Optional.of(new Answer(200, lines));
    }

    /** Has a container from now on, which is listed by its labels and can be removed. */
    void has(String id, Map<String, String> labels) {
        containers.put(id, Map.copyOf(labels));
    }

    /** The ids of the containers that it has, sorted. */
    List<String> containers() {
        return List.copyOf(containers.keySet());
    }

    private Optional<Answer> ofContainers(String method, URI asked) {
        String path = asked.getPath();
        if (method.equals("GET") && path.endsWith("/containers/json")) {
            List<String> wanted = LABEL.matcher(asked.getQuery()).results().map(label -> label.group(1)).toList();
            return Optional.of(new Answer(200, containers.entrySet().stream()
                    .filter(container -> wanted.stream()
                            .allMatch(label -> container.getValue().entrySet().stream()
                                    .anyMatch(own -> label.equals(own.getKey() + "=" + own.getValue()))))
                    .map(container -> "{\"Id\":\"" + container.getKey() + "\"}")
                    .collect(Collectors.joining(",", "[", "]"))));
        }
        return method.equals("DELETE") && containers.remove(path.substring(path.lastIndexOf('/') + 1)) != null
                ? Optional.of(new Answer(204, ""))
                : Optional.empty();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Optional<Answer> answer = ofContainers(exchange.getRequestMethod(), exchange.getRequestURI())
                .or(() -> exchange.getRequestURI().getPath().endsWith("/images/create") ? pulls : Optional.empty())
                .or(() -> this.answer);
        if (answer.isEmpty()) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
            return;
        }
        byte[] body = answer.get().body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.get().status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
    }
}
