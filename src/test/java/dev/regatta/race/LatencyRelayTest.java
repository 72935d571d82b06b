package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.Script;
import dev.regatta.fork.MeasurementFailure;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

@Timeout(60)
@Isolated("times round trips")
class LatencyRelayTest {

    private static final Endpoint NOBODY = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 1, "d", "u", "p");

    @Test
    void aRoundTripTakesLongerUntilItIsClosed(@TempDir Path folder) throws Exception {
        Duration latency = Duration.ofMillis(20);
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> echo(server));
            Endpoint near = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", server.getLocalPort(), "d", "u", "p");
            LatencyRelay way = LatencyRelay.to(near, latency, Duration.ZERO, Placement.NONE, Jdk.running(),
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

    /** A new generation that is larger than the heap makes the JVM warn; the kernel of a machine may do so as well. */
    @Test
    void aWarningOfItsJvmIsNotItsPort(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("logs/relay.log");
        Jdk warns = jdk(folder, "exec '" + Jdk.running().launcher() + "' -XX:NewSize=300m \"$@\"");
        try (LatencyRelay way = LatencyRelay.to(NOBODY, Duration.ofMillis(1), Duration.ZERO, Placement.NONE, warns,
                log)) {
            assertThat(way.endpoint().port()).isPositive();
        }
        assertThat(log).content().contains("NewSize");
    }

    @Test
    void whatIsNoPortIsRefusedInOneSentence(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("logs/relay.log");
        for (String noPort : List.of("0", "65536", "the way is closed", "99999999999")) {
            Jdk prints = jdk(folder, "echo '" + noPort + "'; exec sleep 60");
            assertThatThrownBy(
                    () -> LatencyRelay.to(NOBODY, Duration.ofMillis(1), Duration.ZERO, Placement.NONE, prints, log))
                    .isInstanceOf(MeasurementFailure.class)
                    .hasMessage("the relay that adds latency printed '" + noPort
                            + "' where its port was expected; see " + log + ", and try another JDK");
        }
    }

    @Test
    void whereNoWayLeadsToTheServerNoRelayIsStarted(@TempDir Path folder) throws IOException {
        Path started = folder.resolve("started");
        Jdk notes = jdk(folder, "touch '" + started + "'; exec sleep 60");
        // Malformed, so that no name server is asked.
        var nowhere = new Endpoint(Dialect.POSTGRESQL, "[nowhere", 1, "d", "u", "p");
        assertThatThrownBy(() -> LatencyRelay.to(nowhere, Duration.ofMillis(1), Duration.ZERO, Placement.NONE, notes,
                folder.resolve("logs/relay.log"))).isInstanceOf(MeasurementFailure.class)
                .hasMessage("the relay that adds latency could not be started: the host [nowhere has no address");
        assertThat(started).doesNotExist();
    }

    @Test
    void aRelayThatEndsIsToldInOneSentence(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("logs/relay.log");
        Jdk ends = jdk(folder, "exit 3");
        assertThatThrownBy(
                () -> LatencyRelay.to(NOBODY, Duration.ofMillis(1), Duration.ZERO, Placement.NONE, ends, log))
                .isInstanceOf(MeasurementFailure.class)
                .hasMessage("the relay that adds latency did not start; see " + log);
    }

    @Test
    void clientsReachItHoweverItsJvmOrdersTheAddresses(@TempDir Path folder) throws Exception {
        Jdk six = jdk(folder, "exec '" + Jdk.running().launcher() + "' -Djava.net.preferIPv6Addresses=true \"$@\"");
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getByName("127.0.0.1"))) {
            Thread.ofPlatform().daemon().start(() -> echo(server));
            Endpoint near = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", server.getLocalPort(), "d", "u", "p");
            try (LatencyRelay way = LatencyRelay.to(near, Duration.ofMillis(1), Duration.ZERO, Placement.NONE, six,
                    folder.resolve("logs/relay.log"));
                    Socket client = new Socket(way.endpoint().host(), way.endpoint().port())) {
                client.getOutputStream().write(7);
                assertThat(client.getInputStream().read()).isEqualTo(7);
            }
        }
    }

    /** A run time whose launcher is this shell script. */
    static Jdk jdk(Path folder, String script) throws IOException {
        Path launcher = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Script.write(launcher, script);
        return new Jdk(folder.resolve("jdk"), Jdk.running().feature(), Jdk.running().version());
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
