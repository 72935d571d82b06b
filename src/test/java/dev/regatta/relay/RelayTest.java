package dev.regatta.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@Timeout(30)
@Isolated("times round trips")
class RelayTest {

    /** For how long the client must have sent nothing before an answer is delivered. */
    private static final Duration HOLD = Duration.ofMillis(10);

    private static final long MUCH = 64 << 20;

    /** Answers {@code word!} to every {@code word.}, in two segments that are some time apart. */
    static final ScriptedServer.Script ECHO = client -> {
        for (String word = word(client.getInputStream()); word != null; word = word(client.getInputStream())) {
            send(client, word);
            Thread.sleep(3);
            send(client, "!");
        }
    };

    @Test
    void aRequestInSeveralWritesAndItsAnswerInSeveralSegmentsAreOneRoundTrip() throws Exception {
        try (var server = new ScriptedServer(ECHO);
                var relay = counting(server.address());
                Socket client = connect(relay.address())) {
            for (int i = 0; i < 5; i++) {
                long before = relay.traffic().bytesSent();
                send(client, "ab");
                while (relay.traffic().bytesSent() < before + 2) {
                    Thread.sleep(1);
                }
                send(client, "c");
                send(client, ".");
                assertThat(receive(client, 4)).isEqualTo("abc!");
            }
            Traffic traffic = relay.quietTraffic();
            assertThat(traffic.roundTrips()).isEqualTo(5);
            assertThat(traffic.bytesSent()).isEqualTo(20);
            assertThat(traffic.bytesReceived()).isEqualTo(20);
            assertThat(traffic.connections()).isEqualTo(1);
            assertThat(traffic.packetsSent()).isBetween(10L, 20L);
        }
    }

    @Test
    void whatIsSentWithoutWaitingIsOneRoundTrip() throws Exception {
        try (var server = new ScriptedServer(ECHO);
                var relay = counting(server.address());
                Socket client = connect(relay.address())) {
            for (int i = 0; i < 10; i++) {
                send(client, "x.");
            }
            assertThat(receive(client, 20)).isEqualTo("x!".repeat(10));
            assertThat(relay.quietTraffic().roundTrips()).isEqualTo(1);
            send(client, "y.");
            assertThat(receive(client, 2)).isEqualTo("y!");
            assertThat(relay.quietTraffic().roundTrips()).isEqualTo(2);
        }
    }

    @Test
    void anAnswerWaitsForAClientThatGoesOnSending() throws Exception {
        try (var server = new ScriptedServer(ECHO);
                var relay = counting(server.address());
                Socket client = connect(relay.address())) {
            Duration hold = Duration.ofMillis(300);
            relay.hold(hold);
            // The first answer is there long before the last request, and the relay has read that while it holds the first.
            // A busy machine may pause a thread for longer: such a try tells nothing.
            boolean kept = false;
            for (int attempt = 0; attempt < 50 && !kept; attempt++) {
                Traffic before = relay.quietTraffic();
                long start = System.nanoTime();
                boolean answered = false;
                for (int i = 0; i < 10; i++) {
                    answered = relay.traffic().bytesReceived() > before.bytesReceived();
                    send(client, "x.");
                    Thread.sleep(4);
                }
                while (relay.traffic().bytesSent() < before.bytesSent() + 20) {
                    Thread.sleep(1);
                }
                kept = answered && System.nanoTime() - start < hold.toNanos();
                assertThat(receive(client, 20)).isEqualTo("x!".repeat(10));
                if (kept) {
                    assertThat(relay.quietTraffic().roundTrips()).isEqualTo(before.roundTrips() + 1);
                }
            }
            assertThat(kept).as("a try that took no longer than the relay holds").isTrue();
        }
    }

    @Test
    void whatIsNotAnsweredIsNoRoundTrip() throws Exception {
        try (var server = new ScriptedServer(ECHO);
                var relay = counting(server.address());
                Socket client = connect(relay.address())) {
            send(client, "x.");
            receive(client, 2);
            send(client, "bye");
            assertThat(relay.quietTraffic().roundTrips()).isEqualTo(1);
            assertThat(relay.quietTraffic().bytesSent()).isEqualTo(5);
        }
    }

    @Test
    void aServerThatGreetsFirstIsAnswered() throws Exception {
        try (var server = new ScriptedServer(client -> {
            send(client, "hello");
            word(client.getInputStream());
            send(client, "ok");
        }); var relay = counting(server.address()); Socket client = connect(relay.address())) {
            assertThat(receive(client, 5)).isEqualTo("hello");
            send(client, "me.");
            assertThat(receive(client, 2)).isEqualTo("ok");
            assertThat(relay.quietTraffic().roundTrips()).isEqualTo(1);
        }
    }

    @Test
    void whatCameEarlierIsSubtractedAndEndedConnectionsCount() throws Exception {
        try (var server = new ScriptedServer(ECHO); var relay = counting(server.address())) {
            for (int i = 0; i < 3; i++) {
                try (Socket client = connect(relay.address())) {
                    send(client, "x.");
                    receive(client, 2);
                }
            }
            Traffic before = relay.quietTraffic();
            assertThat(before.connections()).isEqualTo(3);
            try (Socket client = connect(relay.address())) {
                send(client, "yy.");
                receive(client, 3);
                Traffic since = relay.quietTraffic().since(before);
                // Both segments of the answer arrive in one read where the relay is late.
                assertThat(since.packetsReceived()).isBetween(1L, 2L);
                assertThat(since)
                        .isEqualTo(new Traffic(1, 1, 0, 0, 0, 0, 3, 1, 3, since.packetsReceived()));
            }
        }
    }

    @Test
    void aHalfClosedConnectionStillDeliversTheAnswer() throws Exception {
        try (var server = new ScriptedServer(client -> {
            byte[] all = client.getInputStream().readAllBytes();
            send(client, all.length + " bytes");
        }); var relay = counting(server.address()); Socket client = connect(relay.address())) {
            send(client, "1234567");
            client.shutdownOutput();
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("7 bytes");
            server.played();
        }
    }

    /** As where a test copies a table: what the server has no time for must not fill the heap of the client's JVM. */
    @Test
    void aServerThatDoesNotReadStopsTheClientFromSending() throws Exception {
        var read = new CountDownLatch(1);
        try (var server = new ScriptedServer(client -> {
            read.await();
            assertThat(client.getInputStream().transferTo(OutputStream.nullOutputStream())).isEqualTo(MUCH);
        }); var relay = counting(server.address()); Socket client = connect(relay.address())) {
            Thread sending = Thread.ofPlatform().start(() -> sendMuch(client));
            assertThat(sending.join(Duration.ofSeconds(1))).as("all was sent to nobody").isFalse();
            assertThat(relay.traffic().bytesSent()).isLessThan(MUCH);
            read.countDown();
            sending.join();
            client.shutdownOutput();
            server.played();
            assertThat(relay.quietTraffic().bytesSent()).isEqualTo(MUCH);
        }
    }

    @Test
    void aClientThatDoesNotReadStopsTheServerFromSending() throws Exception {
        var sent = new CountDownLatch(1);
        try (var server = new ScriptedServer(client -> {
            sendMuch(client);
            sent.countDown();
        }); var relay = counting(server.address()); Socket client = connect(relay.address())) {
            assertThat(sent.await(1, TimeUnit.SECONDS)).as("all was sent to nobody").isFalse();
            assertThat(relay.traffic().bytesReceived()).isLessThan(MUCH);
            assertThat(client.getInputStream().transferTo(OutputStream.nullOutputStream())).isEqualTo(MUCH);
            server.played();
        }
    }

    @Test
    void aRelayThatIsClosedWhileOneSideDoesNotReadEndsBoth() throws Exception {
        var ended = new CountDownLatch(1);
        try (var server = new ScriptedServer(client -> ended.await())) {
            var relay = counting(server.address());
            try (Socket client = connect(relay.address())) {
                Thread sending = Thread.ofPlatform().start(() -> sendMuch(client));
                assertThat(sending.join(Duration.ofSeconds(1))).isFalse();
                relay.close();
                sending.join();
                ended.countDown();
            }
        }
    }

    @Test
    void anAbortOfTheServerIsSeenByTheClient() throws Exception {
        try (var server = new ScriptedServer(client -> {
            word(client.getInputStream());
            abort(client);
        }); var relay = counting(server.address()); Socket client = connect(relay.address())) {
            send(client, "x.");
            assertThat(ends(client)).isTrue();
        }
    }

    @Test
    void anAbortOfTheClientIsSeenByTheServer() throws Exception {
        try (var server = new ScriptedServer(client -> {
            send(client, "hello");
            assertThat(ends(client)).isTrue();
        }); var relay = counting(server.address())) {
            Socket client = connect(relay.address());
            receive(client, 5);
            abort(client);
            server.played();
        }
    }

    @Test
    void withoutAServerTheClientSeesAnEnd() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket free = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            nobody = new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
        }
        try (var relay = counting(nobody); Socket client = connect(relay.address())) {
            assertThat(ends(client)).isTrue();
        }
    }

    @Test
    void aClosedRelayEndsItsConnections() throws Exception {
        try (var server = new ScriptedServer(ECHO)) {
            var relay = counting(server.address());
            try (Socket client = connect(relay.address())) {
                send(client, "x.");
                receive(client, 2);
                relay.close();
                assertThat(ends(client)).isTrue();
            }
        }
    }

    /** Not a bound on speed: what counting costs is untimed, and must only be small beside a suite. */
    @Test
    void aCountedRoundTripCostsLittleBesideTheTimeItsAnswerIsHeld() throws Exception {
        ScriptedServer.Script echo = client -> client.getInputStream().transferTo(client.getOutputStream());
        try (var server = new ScriptedServer(echo);
                var relay = Relay.counting(Language.POSTGRESQL, server.address(), Duration.ofMillis(1));
                Socket client = connect(relay.address())) {
            long[] nanos = new long[101];
            for (int i = 0; i < nanos.length; i++) {
                long start = System.nanoTime();
                send(client, "x");
                receive(client, 1);
                nanos[i] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            assertThat(nanos[0]).isGreaterThanOrEqualTo(1_000_000);
            assertThat(nanos[nanos.length / 2]).isLessThan(10_000_000);
            System.out.println("a counted round trip on the loopback takes " + nanos[nanos.length / 2] / 1000
                    + " us, of which its answer is held 1000 us");
        }
    }

    private static Relay counting(InetSocketAddress server) throws IOException {
        return Relay.counting(Language.POSTGRESQL, server, HOLD);
    }

    static Socket connect(InetSocketAddress address) throws IOException {
        Socket client = new Socket();
        client.connect(address);
        client.setTcpNoDelay(true);
        client.setSoTimeout(10_000);
        return client;
    }

    static void send(Socket to, String text) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    static String receive(Socket from, int length) throws IOException {
        return new String(from.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    /** More than the buffers of two connections hold. */
    private static void sendMuch(Socket to) {
        byte[] chunk = new byte[1 << 16];
        // As of TLS, so that nobody looks for statements in it.
        Arrays.fill(chunk, (byte) 0x16);
        try {
            for (long sent = 0; sent < MUCH; sent += chunk.length) {
                to.getOutputStream().write(chunk);
            }
        } catch (IOException e) {
            // It was ended before it had taken all.
        }
    }

    /** Up to a dot; null at the end. */
    private static String word(InputStream in) throws IOException {
        var word = new StringBuilder();
        for (int octet = in.read(); octet != '.'; octet = in.read()) {
            if (octet < 0) {
                return null;
            }
            word.append((char) octet);
        }
        return word.toString();
    }

    /** A reset instead of an orderly end. */
    static void abort(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    static boolean ends(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }
}
