package dev.regatta.relay;

import static dev.regatta.relay.RelayTest.connect;
import static dev.regatta.relay.RelayTest.ends;
import static dev.regatta.relay.RelayTest.receive;
import static dev.regatta.relay.RelayTest.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.load.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Both relays leave connections half-open that were opened after the one that asks for it. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class SilenceTest {

    private static final int MOST_SECONDS = 10;

    /** A relay and where it is. */
    private interface Running extends AutoCloseable {
        InetSocketAddress address();

        @Override
        void close();
    }

    /** Starts one. */
    private interface Kind {
        Running before(InetSocketAddress server) throws Exception;
    }

    @Test
    void aDelayingRelayLeavesThoseHalfOpenThatBeganLater() throws Exception {
        laterOnesAreHalfOpen(SilenceTest::delaying);
    }

    @Test
    void aCountingRelayDoesTooAndCountsWhatIsSentInVainButNotTheOneThatAsks() throws Exception {
        try (var server = new Server();
                var relay = Relay.counting(Language.POSTGRESQL, server.address(), Duration.ofMillis(1));
                Socket asking = greeted(relay.address());
                Socket lost = greeted(relay.address())) {
            silence(asking);
            send(lost, "in vain");
            while (relay.traffic().bytesSent() < Silence.WORD.length() + "in vain".length()) {
                Thread.sleep(1);
            }
            assertThat(relay.quietTraffic().connections()).isEqualTo(1);
            assertThat(relay.quietTraffic().bytesSent()).isEqualTo(Silence.WORD.length() + "in vain".length());
        }
        laterOnesAreHalfOpen(server -> {
            var relay = Relay.counting(Language.POSTGRESQL, server, Duration.ofMillis(1));
            return running(relay.address(), relay);
        });
    }

    /** Bytes that are on their way are lost, in both directions. */
    @Test
    void whatADelayingRelayStillHoldsIsLost() throws Exception {
        try (var server = new Server();
                var relay = new DelayingRelay(server.address(), Duration.ofMillis(400));
                Socket asking = greeted(relay.address());
                Socket lost = greeted(relay.address())) {
            send(lost, "x");
            silence(asking);
            isHalfOpen(lost, 1000);
        }
    }

    /** A pool may still log in after its callers have been served: without a limit, a driver would wait for good. */
    @Test
    void aLogInThatIsHeldEndsBefore() throws Exception {
        try (var server = new Server();
                var relay = new DelayingRelay(server.address(), Duration.ZERO, Duration.ofMillis(500))) {
            aLogInEndsBefore(relay.address());
        }
    }

    @Test
    void itEndsBeforeACountingRelayGoesSilentToo() throws Exception {
        try (var server = new Server();
                var slow = new DelayingRelay(server.address(), Duration.ZERO, Duration.ofMillis(500));
                var relay = Relay.counting(Language.POSTGRESQL, slow.address(), Duration.ofMillis(1))) {
            aLogInEndsBefore(relay.address());
        }
    }

    private static void aLogInEndsBefore(InetSocketAddress relay) throws Exception {
        try (Socket asking = greeted(relay); Socket held = connect(relay)) {
            // The kernel has accepted it, and the relay does so soon.
            Thread.sleep(100);
            silence(asking);
            assertThat(receive(held, 1)).as("the greeting").isEqualTo("!");
            isHalfOpen(held, 1000);
            try (Socket later = greeted(relay)) {
                send(later, "x");
                assertThat(receive(later, 1)).isEqualTo("x");
            }
        }
    }

    /** A pool may ask all the time whether its connections are alive. */
    @Test
    void thoseThatAreNeverAtRestGoSilentAsWell() throws Exception {
        try (var server = new Server();
                var delaying = new DelayingRelay(server.address(), Duration.ZERO);
                var counting = Relay.counting(Language.POSTGRESQL, server.address(), Duration.ofMillis(1))) {
            for (InetSocketAddress relay : new InetSocketAddress[]{delaying.address(), counting.address()}) {
                try (Socket asking = greeted(relay); Socket busy = greeted(relay)) {
                    busy.setSoTimeout(2000);
                    var answered = new AtomicInteger();
                    Thread pings = Thread.ofPlatform().start(() -> {
                        try {
                            while (true) {
                                send(busy, "x");
                                receive(busy, 1);
                                answered.incrementAndGet();
                                Thread.sleep(10);
                            }
                        } catch (Exception e) {
                            // Silent.
                        }
                    });
                    silence(asking);
                    assertThat(answered).hasValueGreaterThan(1);
                    pings.join();
                    isHalfOpen(busy, 100);
                }
            }
        }
    }

    /** A client that is slow to send what comes next, and one that is not answered yet. */
    @Test
    void aConnectionIsAtRestOnceItsServerHasHadTheLastWordForAWhile() {
        long now = Clock.nanos();
        assertThat(Silence.atRest(now - 100_000_000, now - 60_000_000)).isTrue();
        assertThat(Silence.atRest(now - 100_000_000, now - 1_000_000)).isFalse();
        assertThat(Silence.atRest(now - 60_000_000, now - 100_000_000)).isFalse();
        assertThat(Silence.atRest(now - 60_000_000, now - 60_000_000)).as("neither has said anything").isFalse();
    }

    private static Running delaying(InetSocketAddress server) throws Exception {
        var relay = new DelayingRelay(server, Duration.ZERO);
        return running(relay.address(), relay);
    }

    private static Running running(InetSocketAddress address, AutoCloseable relay) {
        return new Running() {
            @Override
            public InetSocketAddress address() {
                return address;
            }

            @Override
            public void close() {
                try {
                    relay.close();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    private static void laterOnesAreHalfOpen(Kind kind) throws Exception {
        try (var server = new Server();
                Running relay = kind.before(server.address());
                Socket earlier = greeted(relay.address());
                Socket asking = greeted(relay.address())) {
            Socket lost = greeted(relay.address());
            silence(asking);
            assertThat(server.ended.poll(MOST_SECONDS, TimeUnit.SECONDS)).as("one is ended at the server").isNotNull();
            for (int i = 0; i < 3; i++) {
                send(lost, "x");
                isHalfOpen(lost, 100);
            }
            lost.close();
            try (Socket later = greeted(relay.address())) {
                for (Socket alive : new Socket[]{earlier, later}) {
                    send(alive, "x");
                    assertThat(receive(alive, 1)).isEqualTo("x");
                }
            }
            assertThat(server.ended.poll(MOST_SECONDS, TimeUnit.SECONDS)).as("the later one").isNotNull();
            assertThat(server.ended).isEmpty();
        }
    }

    private static void silence(Socket asking) throws Exception {
        send(asking, Silence.WORD);
        assertThat(receive(asking, Silence.WORD.length())).isEqualTo(Silence.WORD);
    }

    private static void isHalfOpen(Socket lost, int millis) throws Exception {
        lost.setSoTimeout(millis);
        assertThatThrownBy(() -> ends(lost)).isInstanceOf(SocketTimeoutException.class);
    }

    /** A connection that has gone through to the server. */
    private static Socket greeted(InetSocketAddress relay) throws Exception {
        Socket client = connect(relay);
        assertThat(receive(client, 1)).isEqualTo("!");
        return client;
    }

    /** Greets, answers with what it gets, and tells when a connection has ended. */
    private static final class Server implements AutoCloseable {

        private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final BlockingQueue<Socket> ended = new LinkedBlockingQueue<>();

        Server() throws Exception {
            Thread.ofPlatform().daemon().start(() -> {
                while (!door.isClosed()) {
                    try {
                        Socket client = door.accept();
                        client.setTcpNoDelay(true);
                        Thread.ofPlatform().daemon().start(() -> answer(client));
                    } catch (Exception e) {
                        // The door is closed.
                    }
                }
            });
        }

        private void answer(Socket client) {
            try (client) {
                send(client, "!");
                client.getInputStream().transferTo(client.getOutputStream());
            } catch (Exception e) {
                // The client sees it.
            }
            ended.add(client);
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
