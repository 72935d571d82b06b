package dev.regatta.http;

import dev.regatta.client.AsyncClient;
import dev.regatta.client.AsyncOperation;
import dev.regatta.load.Clock;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workload;

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
 * HTTP/1.1 with a connection for each logical worker, which stays open. One thread waits for all responses, compares
 * them, and sends the next request of their worker: the load of few threads, as {@code wrk}'s is. The JDK's client costs
 * several times as much for each request, which would be taken from the database beside it.
 */
public final class HttpClient implements AsyncClient {

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
    public static HttpClient open(InetSocketAddress service, int workers) throws IOException {
        return new HttpClient(service, workers);
    }

    /** No driver: this class. */
    @Override
    public Class<?> driver() {
        return HttpClient.class;
    }

    @Override
    public AsyncOperation operation(Workload workload, int worker) {
        if (!(workload instanceof OwnCode request)) {
            throw new IllegalArgumentException("a service has no request for the workload " + workload.id());
        }
        return connections.get(worker).operation(ServiceRequest.of(request));
    }

    private void receive() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
        try {
            while (!closed) {
                selector.select(key -> ((Connection) key.attachment()).read(buffer));
            }
        } catch (IOException e) {
            connections.forEach(connection -> connection.fail(e));
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

    /** The connection of one logical worker, with at most one request in flight. */
    private final class Connection {

        private final InetSocketAddress service;
        private final String host;
        private final Response response = new Response();
        private SocketChannel channel;
        /** Written by the thread that sends, before it sends; read by the one that receives. */
        private volatile AsyncOperation.Outcome waiting;
        /** What was asked last; guarded by this connection. */
        private String path = "";
        /** Whether it was asked after the connection had been idle, and nothing has come back yet. */
        private volatile boolean afterIdling;
        private volatile long lastNanos = Clock.nanos();

        Connection(InetSocketAddress service) throws IOException {
            this.service = service;
            this.host = service.getHostString() + ":" + service.getPort();
            connect();
        }

        /** Before it waits for responses it blocks: all connections are there when the client is. */
        private void connect() throws IOException {
            channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(service, CONNECT_MILLIS);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
            // Whoever waits does not see a new channel otherwise.
            selector.wakeup();
        }

        AsyncOperation operation(ServiceRequest request) {
            return (keys, outcome) -> ask(request.path(keys), outcome);
        }

        private synchronized void ask(String asked, AsyncOperation.Outcome outcome) {
            waiting = outcome;
            path = asked;
            afterIdling = Clock.nanos() - lastNanos > IDLE_NANOS;
            try {
                send();
            } catch (IOException | RuntimeException e) {
                // A channel that could not be connected again has not even a connection to write to.
                fail(e);
            }
        }

        /** A request is far smaller than what a socket takes while nothing else is on its way. */
        private void send() throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            channel.write(bytes);
            if (bytes.hasRemaining()) {
                throw new IOException("the service does not take a request of " + bytes.limit() + " bytes");
            }
        }

        /** Takes what has come in; the worker's next request is sent on the way. */
        void read(ByteBuffer buffer) {
            long digest;
            try {
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
                    return;
                }
                digest = response.digest();
                next();
            } catch (IOException | RuntimeException e) {
                fail(e);
                return;
            }
            lastNanos = Clock.nanos();
            AsyncOperation.Outcome asked = waiting;
            if (asked != null) {
                waiting = null;
                asked.completed(digest);
            }
        }

        /** Makes room for the next response, on a new connection if the service ends this one. */
        private void next() throws IOException {
            boolean ends = response.closes();
            response.clear();
            if (ends) {
                channel.close();
                connect();
            }
        }

        /** A connection that failed is of no use: another takes its place, if the service accepts one. */
        void fail(Exception cause) {
            AsyncOperation.Outcome asked;
            synchronized (this) {
                // The service may have ended a connection that was idle: every HTTP client asks again then, once.
                boolean again = afterIdling && waiting != null;
                afterIdling = false;
                response.clear();
                try {
                    channel.close();
                    if (!closed) {
                        connect();
                        if (again) {
                            send();
                            return;
                        }
                    }
                } catch (IOException | RuntimeException e) {
                    cause.addSuppressed(e);
                }
                asked = waiting;
                waiting = null;
            }
            if (asked != null) {
                asked.failed(cause);
            }
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
