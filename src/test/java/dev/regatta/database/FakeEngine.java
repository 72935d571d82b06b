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
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A Docker engine that answers every question in the same way. */
final class FakeEngine implements AutoCloseable {

    private record Answer(int status, String body) {}

    private final CountDownLatch end = new CountDownLatch(1);
    private final HttpServer server;
    private volatile Optional<Answer> answer = Optional.empty();

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

    private void handle(HttpExchange exchange) throws IOException {
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
        exchange.sendResponseHeaders(answer.get().status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
    }
}
