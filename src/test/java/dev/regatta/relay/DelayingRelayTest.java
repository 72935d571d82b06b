package dev.regatta.relay;

import static dev.regatta.relay.RelayTest.abort;
import static dev.regatta.relay.RelayTest.connect;
import static dev.regatta.relay.RelayTest.ends;
import static dev.regatta.relay.RelayTest.receive;
import static dev.regatta.relay.RelayTest.send;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/** What goes through it, however long that takes. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class DelayingRelayTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void aRelayThatEndsEndsTheLogInsThatItHolds() throws Exception {
        try (var echo = new Echo()) {
            var relay = new DelayingRelay(echo.address(), Duration.ZERO, Duration.ofMinutes(5));
            Socket client = connect(relay.address());
            send(client, "x");
            relay.close();
            assertThat(ends(client)).isTrue();
        }
    }

    @Test
    void everyByteArrivesInOrderBothWays() throws Exception {
        byte[] much = new byte[3 << 20];
        new Random(7).nextBytes(much);
        ScriptedServer.Script echo = client -> client.getInputStream().transferTo(client.getOutputStream());
        try (var server = new ScriptedServer(echo);
                var relay = new DelayingRelay(server.address(), Duration.ofMillis(2));
                Socket client = connect(relay.address())) {
            var sent = CompletableFuture.runAsync(() -> {
                try {
                    client.getOutputStream().write(much);
                    client.shutdownOutput();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(much);
            sent.join();
        }
    }

    @Test
    void eachOfManyConnectionsGetsItsOwnAnswersInOrderAndNoneTooEarly() throws Exception {
        Duration delay = Duration.ofMillis(5);
        try (var echo = new Echo();
                var relay = new DelayingRelay(echo.address(), delay);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> shortest = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int number = i;
                shortest.add(threads.submit(() -> roundTrips(relay, number)));
            }
            for (Future<Long> nanos : shortest) {
                assertThat(nanos.get()).isGreaterThanOrEqualTo(delay.toNanos());
            }
        }
    }

    /** The shortest of 20 round trips in nanoseconds. */
    private static long roundTrips(DelayingRelay relay, int number) throws IOException {
        long shortest = Long.MAX_VALUE;
        try (Socket client = connect(relay.address())) {
            var out = new DataOutputStream(client.getOutputStream());
            var in = new DataInputStream(client.getInputStream());
            for (int i = 0; i < 20; i++) {
                long start = System.nanoTime();
                out.writeLong(1_000L * number + i);
                assertThat(in.readLong()).isEqualTo(1_000L * number + i);
                shortest = Math.min(shortest, System.nanoTime() - start);
            }
        }
        return shortest;
    }

    @RepeatedTest(3)
    void aReaderThatDoesNotReadStopsTheWriterAndThenGetsEveryByteInOrder() throws Exception {
        byte[] much = new byte[64 << 20];
        new Random(7).nextBytes(much);
        var sum = new CRC32();
        sum.update(much);
        var reads = new CountDownLatch(1);
        try (var server = new ScriptedServer(client -> {
            reads.await();
            var in = new CheckedInputStream(client.getInputStream(), new CRC32());
            in.transferTo(OutputStream.nullOutputStream());
            send(client, Long.toHexString(in.getChecksum().getValue()));
        });
                var relay = new DelayingRelay(server.address(), SHORT);
                SocketChannel client = SocketChannel.open(relay.address())) {
            ByteBuffer all = ByteBuffer.wrap(much);
            client.configureBlocking(false);
            fill(client, all);
            // What the kernel's buffers and the relay hold.
            assertThat(all.position()).isLessThan(much.length / 2);
            reads.countDown();
            client.configureBlocking(true);
            while (all.hasRemaining()) {
                client.write(all);
            }
            client.shutdownOutput();
            assertThat(new String(client.socket().getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo(Long.toHexString(sum.getValue()));
        }
    }

    /** Writes until nothing is taken for half a second. */
    private static void fill(SocketChannel to, ByteBuffer bytes) throws Exception {
        for (int turn = 0; turn < 50 && bytes.hasRemaining(); turn++) {
            int taken = to.write(bytes.slice(bytes.position(), Math.min(1 << 16, bytes.remaining())));
            bytes.position(bytes.position() + taken);
            if (taken > 0) {
                turn = 0;
            } else {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void aHalfClosedConnectionStillDeliversTheAnswerAndThenItsEnd() throws Exception {
        try (var server = new ScriptedServer(client -> {
            byte[] all = client.getInputStream().readAllBytes();
            Thread.sleep(20);
            send(client, all.length + " bytes");
        });
                var relay = new DelayingRelay(server.address(), SHORT);
                Socket client = connect(relay.address())) {
            send(client, "1234567");
            client.shutdownOutput();
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("7 bytes");
            server.played();
        }
    }

    @Test
    void anAbortOfTheServerIsSeenByTheClient() throws Exception {
        try (var server = new ScriptedServer(client -> {
            client.getInputStream().read();
            abort(client);
        });
                var relay = new DelayingRelay(server.address(), SHORT);
                Socket client = connect(relay.address())) {
            send(client, "x");
            assertThat(ends(client)).isTrue();
        }
    }

    @Test
    void anAbortOfTheClientIsSeenByTheServer() throws Exception {
        try (var server = new ScriptedServer(client -> {
            send(client, "hello");
            client.setSoTimeout(10_000);
            assertThat(ends(client)).isTrue();
        }); var relay = new DelayingRelay(server.address(), SHORT)) {
            Socket client = connect(relay.address());
            receive(client, 5);
            abort(client);
            server.played();
        }
    }

    @Test
    void withoutAServerTheClientSeesAnEndAndTheNextIsServed() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket free = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            nobody = new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
        }
        try (var relay = new DelayingRelay(nobody, SHORT)) {
            for (int i = 0; i < 2; i++) {
                try (Socket client = connect(relay.address())) {
                    assertThat(ends(client)).isTrue();
                }
            }
        }
    }

    @Test
    void aClosedRelayEndsItsConnections() throws Exception {
        try (var echo = new Echo()) {
            var relay = new DelayingRelay(echo.address(), SHORT);
            try (Socket client = connect(relay.address())) {
                send(client, "x");
                receive(client, 1);
                relay.close();
                assertThat(ends(client)).isTrue();
            }
        }
    }

    /** Answers many connections at once with what they send. */
    static final class Echo implements AutoCloseable {

        private final ServerSocket door = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());

        Echo() throws IOException {
            Thread.ofVirtual().start(() -> {
                while (!door.isClosed()) {
                    try {
                        Socket client = door.accept();
                        client.setTcpNoDelay(true);
                        Thread.ofVirtual().start(() -> answer(client));
                    } catch (IOException e) {
                        // The door is closed.
                    }
                }
            });
        }

        private static void answer(Socket client) {
            try (client) {
                client.getInputStream().transferTo(client.getOutputStream());
            } catch (IOException e) {
                // The client sees it.
            }
        }

        InetSocketAddress address() {
            return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
        }

        @Override
        public void close() throws IOException {
            door.close();
        }
    }
}
