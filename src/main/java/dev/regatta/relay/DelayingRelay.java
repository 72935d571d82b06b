package dev.regatta.relay;

import dev.regatta.load.Clock;
import dev.regatta.load.TimerSlack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A relay that makes every round trip longer by a fixed time, half on each way: clients of this machine connect to
 * {@link #address}, and each connection goes on to one server. Data is held and not slowed down: many
 * requests can be on their way at once, as on a real network. What is on its way is in memory, at most
 * {@value Direction#MOST_HELD} bytes of each way. It can hold log-ins as well: a connection then goes on to the server
 * only after a while, as if the server was slow to answer new ones. All are held side by side. And it can go
 * {@linkplain Silence silent}.
 *
 * <p>
 * Three threads serve all connections, so that the relay limits their throughput as little as possible: one accepts,
 * one reads, and one writes what is due; where log-ins are held, a fourth lets them go on. The selector's own timeouts
 * are whole milliseconds, too coarse for the writer.
 */
public final class DelayingRelay implements AutoCloseable {

    private static final int CONNECT_MILLIS = 10_000;
    private static final int CHUNK = 1 << 16;

    private final InetAddress here;
    private final ServerSocketChannel door;
    private final InetSocketAddress server;
    private final long oneWayNanos;
    private final long loginNanos;
    private final ThreadFactory threads = new DaemonThreads();
    /** Lets held log-ins go on; has no thread before there is one. */
    private final ScheduledExecutorService logins = Executors.newSingleThreadScheduledExecutor(threads);
    /** Connections that do not go on to the server yet. */
    private final Set<SocketChannel> waiting = ConcurrentHashMap.newKeySet();
    private final Selector selector = Selector.open();
    /** All are held equally long, so that the first is due first. */
    private final Queue<Parcel> held = new ConcurrentLinkedQueue<>();
    private final Queue<Direction> writable = new ConcurrentLinkedQueue<>();
    private final Thread writer;
    private volatile boolean idle;
    /** Used by the thread that lets connections go on. */
    private long joined;

    private record Parcel(Direction way, ByteBuffer bytes, long dueNanos) {}

    /**
     * A relay that has begun.
     *
     * @param roundTrip how much longer a round trip takes
     * @throws IOException if no port can be opened
     */
    public DelayingRelay(InetSocketAddress server, Duration roundTrip) throws IOException {
        this(server, roundTrip, Duration.ZERO);
    }

    /**
     * The same, which holds log-ins.
     *
     * @param login how long a connection is held before it goes on to the server
     */
    public DelayingRelay(InetSocketAddress server, Duration roundTrip, Duration login) throws IOException {
        this.server = server;
        this.oneWayNanos = (roundTrip.toNanos() + 1) / 2;
        this.loginNanos = login.toNanos();
        this.here = NearSide.of(server);
        this.door = ServerSocketChannel.open().bind(new InetSocketAddress(here, 0));
        this.writer = threads.newThread(() -> untilClosed(this::write));
        this.writer.start();
        threads.newThread(() -> untilClosed(this::read)).start();
        threads.newThread(() -> untilClosed(this::admit)).start();
    }

    /** Where clients connect to. */
    public InetSocketAddress address() {
        return new InetSocketAddress(here, door.socket().getLocalPort());
    }

    /**
     * Does {@code work}, and closes the relay when it ends: without one of its threads a relay relays nothing, and its
     * clients should see that.
     */
    private void untilClosed(Runnable work) {
        try {
            work.run();
        } catch (ClosedSelectorException e) {
            // Closed meanwhile.
        } finally {
            close();
        }
    }

    private void admit() {
        var refused = new RefusedConnections();
        while (door.isOpen()) {
            try {
                SocketChannel client = door.accept();
                refused.accepted();
                if (!NearSide.admits(here, client.socket().getInetAddress())) {
                    client.close();
                } else {
                    waiting.add(client);
                    if (loginNanos > 0) {
                        hold(client);
                    } else {
                        goOn(client);
                    }
                }
            } catch (IOException e) {
                // The relay is closed, the connection ended before it was accepted, or there are no descriptors.
                if (door.isOpen()) {
                    refused.failed(e);
                }
            }
        }
    }

    private void hold(SocketChannel client) throws IOException {
        try {
            logins.schedule(() -> {
                TimerSlack.none();
                goOn(client);
            }, loginNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
            client.close();
        }
    }

    private void goOn(SocketChannel client) {
        try {
            connect(client);
        } catch (IOException | ClosedSelectorException | CancelledKeyException e) {
            // The client sees what it would see if the server had hung up.
            waiting.remove(client);
            try {
                client.close();
            } catch (IOException broken) {
                // It is of no use any more, closed or not.
            }
        }
    }

    private void connect(SocketChannel client) throws IOException {
        SocketChannel near = SocketChannel.open();
        try {
            near.socket().connect(server, CONNECT_MILLIS);
            for (SocketChannel side : new SocketChannel[]{client, near}) {
                side.setOption(StandardSocketOptions.TCP_NODELAY, true);
                side.configureBlocking(false);
            }
            Direction way = Direction.join(client.register(selector, 0), near.register(selector, 0), ++joined);
            waiting.remove(client);
            selector.wakeup();
            if (!selector.isOpen()) {
                way.close();
            }
        } catch (IOException | ClosedSelectorException | CancelledKeyException e) {
            near.close();
            throw e;
        }
    }

    private void read() {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        try {
            while (selector.isOpen()) {
                selector.select(key -> ready(key, chunk));
            }
        } catch (IOException e) {
            throw new IllegalStateException("the relay cannot wait for its connections", e);
        }
    }

    private void ready(SelectionKey key, ByteBuffer chunk) {
        Direction way = (Direction) key.attachment();
        try {
            if (key.isWritable()) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
                writable.add(way.back());
                LockSupport.unpark(writer);
            }
            if (key.isReadable()) {
                way.read(chunk.clear()).ifPresent(bytes -> {
                    if (Silence.asked(bytes)) {
                        silence(way, Clock.nanos());
                    } else {
                        hold(way, bytes);
                    }
                });
            }
        } catch (IOException | CancelledKeyException e) {
            way.abort();
        }
    }

    private void silence(Direction asking, long askedNanos) {
        // In this order: none is neither waiting nor joined.
        if (waiting.isEmpty() && later(asking).allMatch(Direction::atRest) || Silence.due(askedNanos)) {
            later(asking).forEach(Direction::silence);
            hold(asking.back(), ByteBuffer.wrap(Silence.bytes()));
            return;
        }
        try {
            logins.schedule(() -> silence(asking, askedNanos), Silence.LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
        }
    }

    /** Connections that began after another one. */
    private Stream<Direction> later(Direction other) {
        return selector.keys().stream().map(key -> (Direction) key.attachment())
                .filter(way -> way != null && way.beganAfter(other));
    }

    private void hold(Direction way, ByteBuffer bytes) {
        held.add(new Parcel(way, bytes, Clock.nanos() + oneWayNanos));
        if (idle) {
            LockSupport.unpark(writer);
        }
    }

    private void write() {
        TimerSlack.none();
        while (selector.isOpen()) {
            for (Direction way = writable.poll(); way != null; way = writable.poll()) {
                way.flush();
            }
            Parcel first = held.peek();
            if (first == null) {
                idle = true;
                if (held.isEmpty() && writable.isEmpty()) {
                    LockSupport.park(this);
                }
                idle = false;
            } else {
                long left = first.dueNanos() - Clock.nanos();
                if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else {
                    held.remove();
                    first.way().deliver(first.bytes());
                }
            }
        }
    }

    /** Ends all connections at once and admits no more. */
    @Override
    public void close() {
        try {
            door.close();
            logins.shutdownNow();
            for (SocketChannel client : waiting) {
                client.close();
            }
            if (selector.isOpen()) {
                selector.keys().forEach(key -> {
                    if (key.attachment() instanceof Direction way) {
                        way.close();
                    }
                });
                selector.close();
            }
        } catch (IOException | ClosedSelectorException e) {
            // Nobody is served any more, closed or not.
        }
        LockSupport.unpark(writer);
    }
}
