package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.ScriptedFork;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** How many operations are run so that some are counted. */
@Timeout(30)
class CountingSliceTest {

    private static final String ONE = "check 1";
    private static final int COUNTED = 60;

    private ServerSocket server;

    /** Sends everything back. */
    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket client = server.accept();
                    Thread.ofPlatform().daemon().start(() -> echo(client));
                } catch (IOException e) {
                    // It is closed.
                }
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    /** A driver changes its ways after some executions: the first operations of a connection do not count. */
    @Test
    void operationsOnOneConnectionAreWarmedUp() throws MeasurementFailure {
        var fork = new Asking(false, 1);
        Counts counts = count(fork);
        assertThat(checks(fork)).isEqualTo(twice(9));
        assertThat(counts.of(Counter.ROUND_TRIPS)).contains(new Count(COUNTED, COUNTED));
        assertThat(counts.of(Counter.CONNECTIONS)).contains(new Count(0, COUNTED));
    }

    /** Each operation begins as the one before did, however many there were. */
    @Test
    void operationsThatOpenTheirConnectionsNeedTwoBeforeThem() throws MeasurementFailure {
        var fork = new Asking(true, 1);
        Counts counts = count(fork);
        assertThat(checks(fork)).isEqualTo(twice(3));
        assertThat(counts.of(Counter.ROUND_TRIPS)).contains(new Count(COUNTED, COUNTED));
        assertThat(counts.of(Counter.CONNECTIONS)).contains(new Count(COUNTED, COUNTED));
    }

    /** They ask once or twice by chance, each as often as the other. */
    @ParameterizedTest(name = "{0} beside {1}: {2} round trips per operation")
    @CsvSource(textBlock = """
            # arm, of the baseline, standing
            BASELINE, , 1
            CANDIDATE, , 1
            CANDIDATE, 1, 1
            CANDIDATE, 2, 2
            CANDIDATE, 3, 2
            """)
    void ofOperationsCountedOneByOneTheCountNearestToTheBaselinesStands(Arm arm, Long before, long standing)
            throws MeasurementFailure {
        Optional<Counts> baseline = Optional.ofNullable(before).map(each -> new Counts(Arm.BASELINE,
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(each * COUNTED, COUNTED))), new TreeMap<>()));
        Counts counts = count(Workloads.IDLE, arm, new Asking(false, 2), baseline);
        assertThat(counts.of(Counter.ROUND_TRIPS)).contains(new Count(standing * COUNTED, COUNTED));
    }

    /** Two sessions that differ in the operations that count. */
    private static List<String> twice(int each) {
        var both = new ArrayList<>(Collections.nCopies(2 * each, ONE));
        both.add("check " + COUNTED);
        return both;
    }

    private static List<String> checks(Asking fork) {
        return fork.asked.stream().filter(what -> what.startsWith("check")).toList();
    }

    private Counts count(Asking fork) throws MeasurementFailure {
        return count(Workloads.of("select-1"), Arm.CANDIDATE, fork, Optional.empty());
    }

    private Counts count(Workload workload, Arm arm, Asking fork, Optional<Counts> baseline)
            throws MeasurementFailure {
        Allowance time = Allowance.of(Duration.ofSeconds(20), Clock::nanos);
        time.start();
        var endpoint = new Endpoint(Dialect.POSTGRESQL, server.getInetAddress().getHostAddress(),
                server.getLocalPort(), "db", "user", "password");
        return new CountingSlice(workload, endpoint, OptionalLong::empty).of(arm, fork, Duration.ofMillis(1), time,
                baseline);
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // The client has gone.
        }
    }

    /** Asks for bytes in each operation, one after another. */
    private static final class Asking extends ScriptedFork {

        private final boolean anew;
        private final int most;
        private Endpoint endpoint;
        private Socket kept;
        private int operations;

        /**
         * @param anew whether each operation opens a connection
         * @param most how many bytes: each operation asks for one more than the last, up to so many, and then for one again
         */
        Asking(boolean anew, int most) {
            super(Arm.CANDIDATE, 0, 1);
            this.anew = anew;
            this.most = most;
        }

        @Override
        public void open(String workload, Endpoint where, int connections) throws MeasurementFailure {
            super.open(workload, where, connections);
            endpoint = where;
            if (!anew) {
                kept = connected();
            }
        }

        @Override
        public long check(String workload, int checked, long seed) throws MeasurementFailure {
            for (int i = 0; i < checked; i++) {
                if (anew) {
                    try (Socket own = connected()) {
                        operate(own);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                } else {
                    operate(kept);
                }
            }
            return super.check(workload, checked, seed);
        }

        @Override
        public void shut() {
            super.shut();
            if (kept != null) {
                try {
                    kept.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        private Socket connected() {
            try {
                return new Socket(endpoint.host(), endpoint.port());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void operate(Socket connection) {
            for (int asked = 0; asked <= operations % most; asked++) {
                ask(connection);
            }
            operations++;
        }

        private static void ask(Socket connection) {
            try {
                connection.getOutputStream().write(1);
                assertThat(connection.getInputStream().read()).isEqualTo(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
