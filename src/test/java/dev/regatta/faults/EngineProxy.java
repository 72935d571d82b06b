package dev.regatta.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A way to the machine's Docker engine that can be broken: its clients then see an engine that hangs or that is gone.
 */
final class EngineProxy implements AutoCloseable {

    private static final Pattern CREATES = Pattern.compile("POST \\S*/containers/create");

    private final UnixDomainSocketAddress engine;
    private final Path socket;
    private final ServerSocketChannel server;
    private final Queue<SocketChannel> open = new ConcurrentLinkedQueue<>();
    private final CountDownLatch created = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean silent;

    private EngineProxy(Path engine, Path socket) throws IOException {
        this.engine = UnixDomainSocketAddress.of(engine);
        this.socket = socket;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    /**
     * Opens one.
     *
     * @param engine where the engine listens
     * @param socket where the proxy will listen; no such file exists yet
     */
    static EngineProxy open(Path engine, Path socket) throws IOException {
        var proxy = new EngineProxy(engine, socket);
        Thread.ofPlatform().daemon().name("engine-proxy").start(proxy::accept);
        return proxy;
    }

    /** For {@code DOCKER_HOST}. */
    String host() {
        return "unix://" + socket;
    }

    /** Waits until a client asks for a container. */
    boolean creates(long seconds) throws InterruptedException {
        return created.await(seconds, TimeUnit.SECONDS);
    }

    /** From now on the engine accepts and does not answer, as if it were stopped. */
    void silence() {
        silent = true;
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel client = server.accept();
                open.add(client);
                if (silent) {
                    continue;
                }
                SocketChannel upstream = SocketChannel.open(engine);
                open.add(upstream);
                Thread.ofPlatform().daemon().start(() -> pump(client, upstream));
                Thread.ofPlatform().daemon().start(() -> pump(upstream, client));
            } catch (IOException e) {
                // Closed, or the engine itself refuses.
            }
        }
    }

    private void pump(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        try (from; to) {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                if (CREATES.matcher(StandardCharsets.US_ASCII.decode(buffer.duplicate())).find()) {
                    created.countDown();
                }
                if (silent) {
                    end.await();
                }
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
        } catch (IOException e) {
            // One side is gone; so is the other now.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on nobody listens, as if the engine had ended. */
    @Override
    public void close() {
        end.countDown();
        try {
            server.close();
            for (SocketChannel channel : open) {
                channel.close();
            }
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
