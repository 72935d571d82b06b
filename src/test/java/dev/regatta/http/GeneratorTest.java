package dev.regatta.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.load.Arrivals;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Slice;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GeneratorTest {

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(50);

    private static Command.Open open(ServiceRequest request, InetSocketAddress service, int connections) {
        return new Command.Open(new ClientId("spring-mvc+jdbc", Threading.PLATFORM), request.workload().id(),
                new Endpoint(Dialect.POSTGRESQL, service.getHostString(), service.getPort(), "none", "none", "none"),
                connections, Map.of());
    }

    @Test
    void asksForRowsAndComparesThem() throws Exception {
        for (ServiceRequest request : ServiceRequest.values()) {
            try (var server = new ScriptedServer(ScriptedServer::rows);
                    Generator generator = Generator.open(open(request, server.address(), 3))) {
                Answer.Checked checked = generator.check(new Command.Check(10, 1));
                assertThat(checked.wrong()).as(checked.problem()).isZero();
                assertThat(generator.check(new Command.Check(10, 1)).digest()).isEqualTo(checked.digest());
                Slice slice = generator.run(new Command.Run(SLICE, 0, 2)).slice();
                assertThat(slice.errors() + slice.wrong()).as(slice.problem()).isZero();
                assertThat(slice.operations()).isPositive();
                assertThat(slice.latencies().count()).isPositive();
                assertThat(server.connections).hasValue(3);
            }
        }
    }

    @Test
    void ofAnOpenLoopOffersWhatIsDue() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer::rows);
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 8))) {
            Answer.Offered offered = generator.offer(new Command.Offer(500, Arrivals.CONSTANT, 4 * SLICE, 0, 3));
            assertThat(offered.offering().offered()).isBetween(99L, 101L);
            assertThat(offered.offering().slice().errors() + offered.offering().slice().wrong()).isZero();
        }
    }

    @Test
    void countsWrongAnswers() throws Exception {
        try (var server = new ScriptedServer(path -> ScriptedServer.ok(BodyDigestTest.world(1)));
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 2))) {
            Answer.Checked checked = generator.check(new Command.Check(4, 1));
            assertThat(checked.wrong()).isEqualTo(4);
            assertThat(checked.problem()).startsWith("GET /world/").contains("returned digest ");
            Slice slice = generator.run(new Command.Run(SLICE, 0, 2)).slice();
            assertThat(slice.wrong()).isEqualTo(slice.allOperations()).isPositive();
            assertThat(slice.operations()).isZero();
        }
    }

    @Test
    void countsErrorsAndSaysWhatTheServiceSaid() throws Exception {
        try (var server = new ScriptedServer(path -> "HTTP/1.1 503 \r\nContent-Length: 4\r\n\r\nfull");
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 2))) {
            assertThatThrownBy(() -> generator.check(new Command.Check(1, 1)))
                    .hasMessage("the service answered with status 503: full");
            Slice slice = generator.run(new Command.Run(SLICE, 0, 2)).slice();
            assertThat(slice.errors()).isEqualTo(slice.allOperations()).isPositive();
            assertThat(slice.problem()).contains("status 503: full");
        }
    }

    /** The operation fails, and the next one has a connection again. */
    @Test
    void aConnectionThatEndsIsReplaced() throws Exception {
        var asked = new AtomicInteger();
        Function<String, String> everyThird = path -> asked.incrementAndGet() % 3 == 0 ? "" : ScriptedServer.rows(path);
        try (var server = new ScriptedServer(everyThird);
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 1))) {
            for (int request = 1; request <= 9; request++) {
                var check = new Command.Check(1, request);
                if (request % 3 == 0) {
                    assertThatThrownBy(() -> generator.check(check))
                            .hasMessageContaining("the service has closed the connection");
                } else {
                    assertThat(generator.check(check).wrong()).isZero();
                }
            }
            assertThat(server.connections.get()).isGreaterThanOrEqualTo(3);
        }
    }

    /** A service ends what is idle, and meanwhile a request is on its way: it is asked once more, and only once. */
    @Test
    void aConnectionThatEndsAfterItWasIdleIsReplacedAndAskedAgain() throws Exception {
        var closing = new AtomicInteger();
        try (var server = new ScriptedServer(
                path -> closing.getAndDecrement() > 0 ? "" : ScriptedServer.rows(path));
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 1))) {
            assertThat(generator.check(new Command.Check(1, 1)).wrong()).isZero();
            idle();
            closing.set(1);
            assertThat(generator.check(new Command.Check(1, 2)).wrong()).isZero();
            assertThat(server.connections).hasValue(2);
            idle();
            closing.set(2);
            assertThatThrownBy(() -> generator.check(new Command.Check(1, 3)))
                    .hasMessageContaining("the service has closed the connection");
        }
    }

    private static void idle() {
        long end = System.nanoTime() + 1_100_000_000;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @Test
    void aServiceThatAnnouncesTheEndOfAConnectionFailsNothing() throws Exception {
        try (var server = new ScriptedServer(
                path -> ScriptedServer.rows(path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 2))) {
            Slice slice = generator.run(new Command.Run(SLICE, 0, 2)).slice();
            assertThat(slice.errors() + slice.wrong()).as(slice.problem()).isZero();
            assertThat(server.connections.get()).isGreaterThanOrEqualTo(slice.allOperations());
        }
    }

    /**
     * A service ends a connection and then accepts none for a while, as many ended ones are more than may wait: the kernel asks
     * again after a second. What others are asked meanwhile must not be timed as if they were slow.
     */
    @Test
    void aConnectionThatIsNotAcceptedAtOnceKeepsNoOtherWaiting() throws Exception {
        var asked = new AtomicInteger();
        var full = new ConcurrentLinkedQueue<SocketChannel>();
        var running = new CompletableFuture<ScriptedServer>();
        Function<String, String> firstEnds = path -> {
            if (asked.getAndIncrement() > 0) {
                return ScriptedServer.rows(path);
            }
            ScriptedServer server = running.join();
            for (int other = 0; other < 4; other++) {
                full.add(waiting(server.address()));
            }
            CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS)
                    .execute(() -> server.accepting.release(100));
            return ScriptedServer.rows(path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        };
        try (var server = new ScriptedServer(firstEnds, 1, 2);
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 2))) {
            running.complete(server);
            Slice slice = generator.run(new Command.Run(10 * SLICE, 0, 2)).slice();
            assertThat(slice.errors() + slice.wrong()).as(slice.problem()).isZero();
            assertThat(slice.operations()).isGreaterThan(100);
            assertThat(generator.check(new Command.Check(4, 1)).wrong()).isZero();
        } finally {
            for (SocketChannel channel : full) {
                channel.close();
            }
        }
    }

    private static SocketChannel waiting(InetSocketAddress service) {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(service);
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever sheds load goes on with the connection. */
    @Test
    void anErrorEndsNoConnection() throws Exception {
        try (var server = new ScriptedServer(path -> "HTTP/1.1 503 \r\nContent-Length: 4\r\n\r\nfull");
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 2))) {
            assertThat(generator.run(new Command.Run(10 * SLICE, 0, 2)).slice().errors()).isGreaterThan(2);
            assertThat(server.connections).hasValue(2);
        }
    }

    /** The last answer of a service that ends was right. */
    @Test
    void anAnswerIsRightWhetherTheServiceAcceptsAnotherConnectionOrNot() throws Exception {
        var running = new CompletableFuture<ScriptedServer>();
        Function<String, String> last = path -> {
            running.join().stopListening();
            return ScriptedServer.rows(path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        };
        try (var server = new ScriptedServer(last);
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 1))) {
            running.complete(server);
            assertThat(generator.check(new Command.Check(1, 1)).wrong()).isZero();
            assertThatThrownBy(() -> generator.check(new Command.Check(1, 1))).hasMessageContaining("refused");
        }
    }

    /** Nobody needs it before the next request: others are timed meanwhile. */
    @Test
    void aConnectionThatTheServiceEndsWhenItIsIdleIsOpenedWithTheNextRequest() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer::rows);
                Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 1))) {
            assertThat(generator.check(new Command.Check(1, 1)).wrong()).isZero();
            server.endConnections();
            idle();
            assertThat(server.connections).hasValue(1);
            assertThat(generator.check(new Command.Check(1, 2)).wrong()).isZero();
            assertThat(server.connections).hasValue(2);
        }
    }

    /** A slice ends, also when nobody is there any more. */
    @Test
    void aServiceThatEndsFailsTheRestOfTheSlice() throws Exception {
        var server = new ScriptedServer(ScriptedServer::rows);
        try (Generator generator = Generator.open(open(ServiceRequest.WORLD, server.address(), 2))) {
            assertThat(generator.check(new Command.Check(2, 1)).wrong()).isZero();
            server.close();
            Slice slice = generator.run(new Command.Run(SLICE, 0, 2)).slice();
            assertThat(slice.errors()).isPositive();
            assertThatThrownBy(() -> Generator.open(open(ServiceRequest.WORLD, server.address(), 1)))
                    .hasMessageContaining("refused");
        }
    }
}
