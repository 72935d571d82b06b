package dev.regatta.relay;

import static dev.regatta.relay.RelayTest.ECHO;
import static dev.regatta.relay.RelayTest.connect;
import static dev.regatta.relay.RelayTest.ends;
import static dev.regatta.relay.RelayTest.receive;
import static dev.regatta.relay.RelayTest.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** What a relay does that cannot accept a connection. Nothing of it must be fast. */
@Timeout(30)
@Execution(ExecutionMode.CONCURRENT)
class RefusedConnectionsTest {

    @Test
    void withoutDescriptorsItWaitsAndThenServes() throws Exception {
        try (var server = new ScriptedServer(ECHO); var door = new RefusingDoor(6)) {
            try (var relay = new Relay(door, Language.POSTGRESQL, server.address(), Duration.ofMillis(10));
                    Socket client = connect(relay.address())) {
                send(client, "x.");
                assertThat(receive(client, 2)).isEqualTo("x!");
                assertThat(door.pauses()).allMatch(nanos -> nanos >= 1_000_000).hasSize(6);
            }
        }
    }

    @Test
    void withoutDescriptorsForLongItEndsWithASentence() throws Exception {
        try (var server = new ScriptedServer(ECHO);
                var relay = new Relay(new RefusingDoor(Integer.MAX_VALUE), Language.POSTGRESQL, server.address(),
                        Duration.ofMillis(10));
                Socket client = connect(relay.address())) {
            assertThat(ends(client)).isTrue();
            assertThatThrownBy(relay::quietTraffic).isInstanceOf(IOException.class)
                    .hasMessage("the relay has accepted no connection for five seconds (Too many open files);"
                            + " if too many files are open, raise the limit: ulimit -n");
        }
    }

    /** A door at which the system refuses to accept so many times. */
    private static final class RefusingDoor extends ServerSocket {

        private final List<Long> asked = new CopyOnWriteArrayList<>();
        private final int times;

        RefusingDoor(int times) throws IOException {
            super(0, 0, InetAddress.getByName("127.0.0.1"));
            this.times = times;
        }

        @Override
        public Socket accept() throws IOException {
            asked.add(System.nanoTime());
            if (asked.size() > times) {
                return super.accept();
            }
            throw new IOException("Too many open files");
        }

        /** Nanoseconds from each refusal to the next attempt. */
        List<Long> pauses() {
            return IntStream.range(0, times).mapToObj(i -> asked.get(i + 1) - asked.get(i)).toList();
        }
    }
}
