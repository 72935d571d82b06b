package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.relay.Language;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class RelaysTest {

    private static final byte[] LOGIN = {0, 0, 0, 8, 0, 3, 0, 0};
    private static final byte[] READY = message("Z\0\0\0\5I");
    private static final byte[] QUERY = message("Q\0\0\0\rSELECT 1\0");

    /** A suite whose test classes have a server each once took a second more for each test. */
    @Test
    void manyRelaysTakeNoLongerThanOne() {
        var relays = new Relays();
        for (int server = 1; server <= 100; server++) {
            relays.to(Language.POSTGRESQL, new InetSocketAddress("127.0.0.1", server));
        }
        long start = System.nanoTime();
        relays.begin("Many");
        assertThat(relays.end()).isEqualTo(Calls.NONE);
        // One after another they would take four seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    private static byte[] message(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** It was counted in the next test, or its rest was, as nothing was sent for 20 ms. */
    @Test
    void theAnswerOfASlowStatementIsCountedWhereItWasAsked() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            var relays = new Relays();
            InetSocketAddress at = relays.to(Language.POSTGRESQL, (InetSocketAddress) server.getLocalSocketAddress());
            try (Socket client = new Socket(at.getAddress(), at.getPort()); Socket accepted = server.accept()) {
                client.getOutputStream().write(LOGIN);
                accepted.getInputStream().readNBytes(LOGIN.length);
                accepted.getOutputStream().write(READY);
                client.getInputStream().readNBytes(READY.length);
                Calls before = relays.begin("Slow");
                client.getOutputStream().write(QUERY);
                accepted.getInputStream().readNBytes(QUERY.length);
                byte[] row = message("D\0\0\0\6\0\0");
                Thread slow = Thread.ofPlatform().start(() -> {
                    try {
                        Thread.sleep(200);
                        accepted.getOutputStream().write(row, 0, 3);
                        Thread.sleep(200);
                        accepted.getOutputStream().write(row, 3, row.length - 3);
                        Thread.sleep(200);
                        accepted.getOutputStream().write(READY);
                    } catch (IOException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                Calls calls = relays.end().since(before);
                slow.join();
                assertThat(calls.of(CallCount.STATEMENTS)).isEqualTo(1);
                assertThat(calls.of(CallCount.ROUND_TRIPS)).isEqualTo(1);
                assertThat(calls.of(CallCount.BYTES)).isEqualTo(QUERY.length + row.length + READY.length);
            }
        }
    }

    /** A suite that opens a connection for each test, as Jdbi's does, took a fifth of a second more for each. */
    @Test
    void whereNoPoolFillsItselfThreeTestsWaitForOneAndNoMore() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            var relays = new Relays();
            InetSocketAddress at = relays.to(Language.POSTGRESQL, (InetSocketAddress) server.getLocalSocketAddress());
            var millis = new ArrayList<Long>();
            for (String type : List.of("A", "A", "A", "A", "A", "A", "A", "A", "B")) {
                try (Socket client = new Socket(at.getAddress(), at.getPort()); Socket accepted = server.accept()) {
                    assertThat(client.isConnected() && accepted.isConnected()).isTrue();
                    long start = System.nanoTime();
                    assertThat(relays.begin(type).of(CallCount.CONNECTIONS)).isEqualTo(millis.size() + 1);
                    millis.add((System.nanoTime() - start) / 1_000_000);
                    relays.end();
                }
            }
            assertThat(millis.subList(0, 3)).allMatch(wait -> wait >= 200);
            // A busy machine may be late once.
            assertThat(millis.subList(3, 8)).anyMatch(wait -> wait < 200);
            assertThat(millis.get(8)).isGreaterThanOrEqualTo(200);
        }
    }
}
