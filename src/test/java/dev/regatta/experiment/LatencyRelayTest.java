package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.Placement;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;

@Timeout(60)
@Isolated("times round trips")
class LatencyRelayTest {

    @Test
    void aRoundTripTakesLongerUntilItIsClosed(@TempDir Path folder) throws Exception {
        Duration latency = Duration.ofMillis(20);
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> echo(server));
            Endpoint near = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", server.getLocalPort(), "d", "u", "p");
            LatencyRelay way = LatencyRelay.to(near, latency, Placement.NONE, Jdk.running(),
                    folder.resolve("logs/relay.log"));
            try (way; Socket client = new Socket(way.endpoint().host(), way.endpoint().port())) {
                long start = System.nanoTime();
                client.getOutputStream().write(7);
                assertThat(client.getInputStream().read()).isEqualTo(7);
                assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(latency.toNanos());
                assertThat(way.cpuNanos()).isPositive();
                way.close();
                assertThat(ends(client)).isTrue();
            }
        }
    }

    private static void echo(ServerSocket server) {
        try (Socket client = server.accept()) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean ends(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }
}
