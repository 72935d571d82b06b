package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The wait for a server that starts. */
@Timeout(60)
class GreetingTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final AtomicInteger accepted = new AtomicInteger();
    private volatile int closes;
    private ServerSocket server;
    private Endpoint endpoint;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        endpoint = new Endpoint(Dialect.MARIADB, "127.0.0.1", server.getLocalPort(), "d", "u", "p");
        Thread.ofPlatform().daemon().start(this::serve);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void itEndsWithTheFirstGreeting() throws Exception {
        closes = 3;
        Greeting.await(endpoint, LONG, Optional::empty);
        assertThat(accepted).hasValue(4);
    }

    @Test
    void aServerThatEndedIsNotWaitedFor() {
        closes = Integer.MAX_VALUE;
        assertThatThrownBy(() -> Greeting.await(endpoint, LONG,
                () -> accepted.get() < 2 ? Optional.empty() : Optional.of("it exited with exit code 1")))
                .isInstanceOf(IOException.class).hasMessage("it exited with exit code 1").hasNoCause();
        assertThat(accepted).hasValue(2);
    }

    @Test
    void aServerThatDoesNotGreetInTimeIsToldWithTheCause() {
        closes = Integer.MAX_VALUE;
        assertThatThrownBy(() -> Greeting.await(endpoint, Duration.ZERO, Optional::empty))
                .isInstanceOf(IOException.class)
                .hasMessage("no login within 0 s: the server closed the connection").hasNoCause();
    }

    /** Something else may answer at a port: what it says is no reason to end the run. */
    @Test
    void anErrorWithoutALengthIsARefusal() throws Exception {
        try (var other = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> {
                try (Socket client = other.accept()) {
                    client.getOutputStream().write(new byte[]{'E', 0, 0, 0, 0});
                } catch (IOException e) {
                    // The test ended.
                }
            });
            assertThatThrownBy(
                    () -> Greeting.of(new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", other.getLocalPort(), "d",
                            "u", "p"), 10_000))
                    .isInstanceOf(IOException.class);
        }
    }

    /** Closes the first connections without a word, and greets the others as MariaDB does. */
    private void serve() {
        while (true) {
            try (Socket client = server.accept()) {
                if (accepted.incrementAndGet() > closes) {
                    client.getOutputStream().write(new byte[]{1, 0, 0, 0, 10});
                }
            } catch (IOException e) {
                return;
            }
        }
    }
}
