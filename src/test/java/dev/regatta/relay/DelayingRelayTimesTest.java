package dev.regatta.relay;

import static dev.regatta.relay.RelayTest.connect;
import static dev.regatta.relay.RelayTest.receive;
import static dev.regatta.relay.RelayTest.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.relay.DelayingRelayTest.Echo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

@Timeout(60)
@Isolated("times round trips and looks at the threads of this JVM")
class DelayingRelayTimesTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void aRoundTripTakesLongerByTheDelayAndManyCanBeUnderWay() throws Exception {
        Duration delay = Duration.ofMillis(200);
        ScriptedServer.Script echo = client -> client.getInputStream().transferTo(client.getOutputStream());
        try (var server = new ScriptedServer(echo);
                var relay = new DelayingRelay(server.address(), delay);
                Socket client = connect(relay.address())) {
            long start = System.nanoTime();
            for (int i = 0; i < 2; i++) {
                send(client, "x");
                receive(client, 1);
            }
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * delay.toNanos());
            start = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                send(client, "x");
            }
            receive(client, 10);
            // One after another they would take ten times the delay.
            assertThat(System.nanoTime() - start).isBetween(delay.toNanos(), 5 * delay.toNanos());
        }
    }

    @Test
    void logInsAreHeldSideBySideAndNothingAfterThem() throws Exception {
        Duration login = Duration.ofMillis(200);
        try (var echo = new Echo(); var relay = new DelayingRelay(echo.address(), Duration.ZERO, login)) {
            long start = System.nanoTime();
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(connect(relay.address()));
                send(clients.get(i), "x");
            }
            for (Socket client : clients) {
                receive(client, 1);
            }
            long loggedIn = System.nanoTime() - start;
            assertThat(loggedIn).isBetween(login.toNanos(), 5 * login.toNanos());
            start = System.nanoTime();
            for (Socket client : clients) {
                send(client, "x");
                receive(client, 1);
                client.close();
            }
            assertThat(System.nanoTime() - start).isLessThan(5 * login.toNanos());
        }
    }

    @Test
    void fewThreadsServeManyConnections() throws Exception {
        var before = Thread.getAllStackTraces().keySet();
        try (var echo = new Echo(); var relay = new DelayingRelay(echo.address(), SHORT)) {
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                clients.add(connect(relay.address()));
            }
            for (Socket client : clients) {
                send(client, "x");
                receive(client, 1);
            }
            assertThat(Thread.getAllStackTraces().keySet().stream().filter(thread -> !before.contains(thread))
                    .map(Thread::getName).filter(name -> name.startsWith("regatta-relay-"))).hasSize(3);
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
