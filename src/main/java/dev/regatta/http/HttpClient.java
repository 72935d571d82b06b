package dev.regatta.http;

import dev.regatta.client.AsyncOperation;
import dev.regatta.load.Clock;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * HTTP/1.1 with a connection for each logical worker, which stays open until its service ends it: the next request of that
 * worker opens another, and waits for it. One thread waits for all responses, compares
 * them, and sends the next request of their worker: the load of few threads, as {@code wrk}'s is. The JDK's client costs
 * several times as much for each request, which would be taken from the database beside it.
 */
final class HttpClient implements AutoCloseable {

    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ = 1 << 16;
    /** A service may end a connection that is idle for as long, in the moment in which the next request is on its way. */
    private static final long IDLE_NANOS = 1_000_000_000;

    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();
    private final Thread loop;
    private volatile boolean closed;

    private HttpClient(InetSocketAddress service, int workers) throws IOException {
        selector = Selector.open();
        try {
            for (int worker = 0; worker < workers; worker++) {
                connections.add(new Connection(service));
            }
        } catch (IOException e) {
            closeAll();
            throw e;
        }
        loop = Thread.ofPlatform().name("regatta-http").daemon().start(this::receive);
    }

    /**
     * Opens all connections.
     *
     * @param workers how many requests can be in flight
     * @throws IOException if the service does not accept them
     */
    static HttpClient open(InetSocketAddress service, int workers) throws IOException {
        return new HttpClient(service, workers);
    }

    /** A request on the connection of a logical worker. */
    AsyncOperation operation(ServiceRequest request, int worker) {
        return connections.get(worker).operation(request);
    }

    private void receive() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
        try {
            while (!closed) {
                selector.select(key -> ((Connection) key.attachment()).ready(buffer));
            }
        } catch (IOException e) {
            connections.forEach(connection -> connection.end(e));
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            loop.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeAll();
    }

    private void closeAll() {
        connections.forEach(Connection::close);
        try {
            selector.close();
        } catch (IOException e) {
            // Nobody uses it any more.
        }
    }

    /**
     * The connection of one logical worker, with at most one request in flight. The thread that sends and the one that
     * receives use it in turns; outcomes are told when it is free again, for they may ask for the next one.
     */
    private final class Connection {

        private static final Runnable NOTHING = () -> {
        };

        private final InetSocketAddress service;
        private final String host;
        private final Response response = new Response();
        private SocketChannel channel;
        /** Null where nothing was asked. */
        private AsyncOperation.Outcome waiting;
        private String path = "";
        private byte[] request = {};
        /** Whether it was asked after the connection had been idle, and nothing has come back yet. */
        private boolean afterIdling;
        private long lastNanos = Clock.nanos();

        /** Before it waits for responses it blocks: all connections are there when the client is. */
        Connection(InetSocketAddress service) throws IOException {
            this.service = service;
            this.host = service.getHostString() + ":" + service.getPort();
            channel = SocketChannel.open();
            try {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.socket().connect(service, CONNECT_MILLIS);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, this);
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        /** Waits for nothing: a service that does not accept a connection at once would hold up all others as well. */
        private void connectAgain() throws IOException {
            channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            boolean there = channel.connect(service) || channel.finishConnect();
            channel.register(selector, there ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            // Whoever waits does not see a new channel otherwise.
            selector.wakeup();
        }

        AsyncOperation operation(ServiceRequest request) {
            return (keys, outcome) -> ask(request.path(keys), outcome);
        }

        private void ask(String next, AsyncOperation.Outcome outcome) {
            Runnable end = NOTHING;
            synchronized (this) {
                waiting = outcome;
                if (!path.equals(next)) {
                    path = next;
                    request = ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII);
                }
                afterIdling = Clock.nanos() - lastNanos > IDLE_NANOS;
                try {
                    send();
                } catch (IOException | RuntimeException e) {
                    end = fail(e);
                }
            }
            end.run();
        }

        /**
         * Sends what was asked, on another connection if the service has ended this one, or once that is there. A request is
         * far smaller than what a socket takes while nothing else is on its way.
         */
        private void send() throws IOException {
            if (!channel.isOpen()) {
                connectAgain();
            }
            if (channel.isConnectionPending()) {
                return;
            }
            ByteBuffer bytes = ByteBuffer.wrap(request);
            channel.write(bytes);
            if (bytes.hasRemaining()) {
                throw new IOException("the service does not take a request of " + bytes.limit() + " bytes");
            }
        }

        /** Takes what has come in; the worker's next request is sent on the way. */
        void ready(ByteBuffer buffer) {
            Runnable end;
            synchronized (this) {
                try {
                    end = channel.isConnectionPending() ? connected() : received(buffer);
                } catch (IOException | RuntimeException e) {
                    end = fail(e);
                }
            }
            end.run();
        }

        /** Sends what was asked meanwhile. */
        private Runnable connected() throws IOException {
            if (channel.finishConnect()) {
                channel.keyFor(selector).interestOps(SelectionKey.OP_READ);
                if (waiting != null) {
                    send();
                }
            }
            return NOTHING;
        }

        private Runnable received(ByteBuffer buffer) throws IOException {
            buffer.clear();
            int count = channel.read(buffer);
            if (count < 0) {
                throw new EOFException("the service has closed the connection");
            }
            if (count > 0) {
                afterIdling = false;
            }
            buffer.flip();
            if (!response.take(buffer)) {
                return NOTHING;
            }
            lastNanos = Clock.nanos();
            Runnable end = ended();
            if (response.closes()) {
                close();
            }
            response.clear();
            return end;
        }

        /** Tells what has come, if it was asked for. */
        private Runnable ended() {
            AsyncOperation.Outcome asked = taken();
            if (asked == null) {
                return NOTHING;
            }
            try {
                long digest = response.digest();
                return () -> asked.completed(digest);
            } catch (IOException | RuntimeException e) {
                return () -> asked.failed(e);
            }
        }

        private AsyncOperation.Outcome taken() {
            AsyncOperation.Outcome asked = waiting;
            waiting = null;
            return asked;
        }

        /** A connection that failed is of no use. */
        private Runnable fail(Exception cause) {
            // The service may have ended a connection that was idle: every HTTP client asks again then, once.
            boolean again = afterIdling && waiting != null;
            afterIdling = false;
            response.clear();
            close();
            if (again) {
                try {
                    send();
                    return NOTHING;
                } catch (IOException | RuntimeException e) {
                    close();
                    cause.addSuppressed(e);
                }
            }
            AsyncOperation.Outcome asked = taken();
            return asked == null ? NOTHING : () -> asked.failed(cause);
        }

        /** Ends what was asked. */
        void end(Exception cause) {
            Runnable end;
            synchronized (this) {
                end = fail(cause);
            }
            end.run();
        }

        void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
