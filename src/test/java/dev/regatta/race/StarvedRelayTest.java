package dev.regatta.race;

import static dev.regatta.race.LatencyRelayTest.jdk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.Placement;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class StarvedRelayTest {

    /** One that tried again without a pause would have used several seconds by then. */
    private static final long MOST_CPU_NANOS = 1_000_000_000;

    /**
     * A connection takes two descriptors. With one that is left, clients are let in and sent away; with none, nobody can
     * be let in. Which of the two it is depends on what the JVM has open.
     */
    @Test
    void withoutFileDescriptorsItTakesNoCpuAndEndsWithASentence(@TempDir Path folder) throws Exception {
        try (var both = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> one = both.submit(() -> died(folder.resolve("48"), 48));
            Future<Boolean> other = both.submit(() -> died(folder.resolve("49"), 49));
            assertThat(List.of(one.get(), other.get())).as("relays without a descriptor that ended").contains(true);
        }
    }

    private static boolean died(Path folder, int descriptors) throws Exception {
        Path log = folder.resolve("relay.log");
        Optional<String> death = starve(
                jdk(folder, "ulimit -n " + descriptors + "; exec '" + Jdk.running().launcher() + "' \"$@\""), log);
        if (death.isPresent()) {
            assertThat(death).hasValue("the relay that adds latency ended with exit code 1; see " + log);
            assertThat(log).content().contains("the relay has accepted no connection for five seconds (Too many"
                    + " open files); if too many files are open, raise the limit: ulimit -n");
        }
        return death.isPresent();
    }

    /** The death of a relay with more clients than descriptors, within some seconds. */
    private static Optional<String> starve(Jdk jdk, Path log) throws Exception {
        List<Socket> clients = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 100, InetAddress.getByName("127.0.0.1"))) {
            Endpoint near = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", server.getLocalPort(), "d", "u", "p");
            try (LatencyRelay way = LatencyRelay.to(near, Duration.ofMillis(1), Duration.ZERO, Placement.NONE, jdk,
                    log)) {
                for (int i = 0; i < 48; i++) {
                    clients.add(new Socket(way.endpoint().host(), way.endpoint().port()));
                }
                long before = way.cpuNanos();
                for (int turn = 0; turn < 80 && way.death().isEmpty(); turn++) {
                    Thread.sleep(100);
                    assertThat(way.cpuNanos() - before).isLessThan(MOST_CPU_NANOS);
                }
                return way.death();
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
