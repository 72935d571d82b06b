package dev.regatta.relay;

import dev.regatta.load.Clock;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One connection through a relay that counts. What is read on one side is written on the other in the same order; what
 * goes to the client is held until the client has sent nothing for a while. An end of one side's stream is passed on as
 * such; an abort ends both sides. A {@linkplain Silence silent} one counts what its client sends until that is closed.
 * A side that does not read what is sent to it stops the other one from sending, as it would without a relay.
 */
final class Link implements AutoCloseable {

    private static final int CONNECT_MILLIS = 10_000;
    private static final int CHUNK = 1 << 16;

    private final Socket client;
    private final Socket server = new Socket();
    private final LongSupplier holdNanos;
    private final Requests requests;
    private final ExecutorService toServer;
    private final ScheduledExecutorService toClient;
    private final Backlog forServer = new Backlog();
    private final Backlog forClient = new Backlog();
    private final Consumer<Link> ended;
    private final Consumer<Link> silencing;
    private volatile boolean silent;
    private final Object lock = new Object();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean asked;
    /** Whether the server sends nothing any more. */
    private boolean over;
    private long sends;
    private long turns;
    private long askedNanos = Clock.nanos();
    private long answeredNanos = askedNanos;
    /** Without the requests. */
    private Traffic traffic = new Traffic(1, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * A link of an accepted connection; nothing flows before {@link #start}.
     *
     * @param requests reads what the client sends
     * @param hold     tells for how many nanoseconds the client must have sent nothing before an answer is delivered
     * @param ended    is told when it has ended, at least once
     * @param silencing is told when its client asks for silence, and sees to it
     */
    Link(Socket client, Requests requests, LongSupplier hold, ThreadFactory threads, Consumer<Link> ended,
            Consumer<Link> silencing) {
        this.ended = ended;
        this.silencing = silencing;
        this.client = client;
        this.holdNanos = hold;
        this.requests = requests;
        this.toServer = Executors.newSingleThreadExecutor(threads);
        this.toClient = Executors.newSingleThreadScheduledExecutor(threads);
    }

    /** Connects to the server and begins to pass bytes on. */
    void start(InetSocketAddress address, ThreadFactory threads) throws IOException {
        server.connect(address, CONNECT_MILLIS);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        // Now, because a silenced link has no server whose stream a thread could ask for.
        OutputStream questions = server.getOutputStream();
        OutputStream answers = client.getOutputStream();
        threads.newThread(() -> pass(client, server, questions, forServer, this::towardsServer)).start();
        threads.newThread(() -> pass(server, client, answers, forClient, this::towardsClient)).start();
    }

    /** What was read of one side and is not written to the other one yet. */
    private static final class Backlog {

        /** More than what a client sends, or is sent, between two waits, but for tables that are copied. */
        private static final int MOST_BYTES = 1 << 20;

        private long bytes;
        private boolean dropped;

        synchronized void add(int more) {
            bytes += more;
        }

        synchronized void remove(int written) {
            bytes -= written;
            notifyAll();
        }

        /** It will not be written any more, and nobody need wait for that. */
        synchronized void drop() {
            dropped = true;
            notifyAll();
        }

        /** Waits until more may be read. */
        synchronized void shrunk() throws InterruptedException {
            while (bytes > MOST_BYTES && !dropped) {
                wait();
            }
        }
    }

    /** Takes the bytes that were read, none at the end of the stream, and the action that passes them on later. */
    private interface Taker {
        void take(byte[] bytes, Runnable later);
    }

    private void pass(Socket from, Socket to, OutputStream out, Backlog backlog, Taker taker) {
        try {
            InputStream in = from.getInputStream();
            byte[] chunk = new byte[CHUNK];
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                byte[] bytes = Arrays.copyOf(chunk, length);
                backlog.add(length);
                taker.take(bytes, () -> {
                    write(out, bytes);
                    backlog.remove(bytes.length);
                });
                backlog.shrunk();
            }
            taker.take(new byte[0], () -> end(to));
        } catch (IOException e) {
            // One side aborted, so must the other; what was on its way is lost as it would be without a relay.
            if (!silent || from == client) {
                close();
            }
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
        }
    }

    private void towardsServer(byte[] bytes, Runnable later) {
        if (Silence.asked(ByteBuffer.wrap(bytes))) {
            silencing.accept(this);
            synchronized (lock) {
                // Written by the client as well, but this is no connection to the server.
                traffic = traffic.plus(new Traffic(-1, 0, 0, 0, 0, 0, bytes.length, 1, 0, 0));
            }
            toClient.execute(() -> answer(Silence.bytes()));
            return;
        }
        synchronized (lock) {
            if (bytes.length > 0) {
                requests.read(bytes);
                traffic = traffic.plus(new Traffic(0, 0, 0, 0, 0, 0, bytes.length, 1, 0, 0));
                asked = true;
                askedNanos = Clock.nanos();
                sends++;
            }
        }
        if (!silent) {
            toServer.execute(later);
        } else if (bytes.length == 0) {
            close();
        }
    }

    private void answer(byte[] bytes) {
        try {
            write(client.getOutputStream(), bytes);
        } catch (IOException e) {
            close();
        }
    }

    /** Ends the server's side, and has the client see nothing of that. */
    void silence() {
        silent = true;
        forServer.drop();
        try {
            server.close();
        } catch (IOException e) {
            // It is of no use any more, closed or not.
        }
    }

    private void towardsClient(byte[] bytes, Runnable later) {
        Runnable delivery = () -> {
            delivered();
            later.run();
        };
        long now;
        boolean first;
        synchronized (lock) {
            requests.answered(bytes);
            over |= bytes.length == 0;
            answeredNanos = Clock.nanos();
            traffic = traffic.plus(new Traffic(0, 0, 0, 0, 0, 0, 0, 0, bytes.length, bytes.length == 0 ? 0 : 1));
            now = sends;
            first = held.isEmpty();
            held.add(bytes.length == 0 ? later : delivery);
        }
        if (first) {
            toClient.schedule(() -> deliverAll(now), holdNanos.getAsLong(), TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Delivers what is held. If the client has sent more than {@code seen} times meanwhile, it waits once more instead.
     */
    private void deliverAll(long seen) {
        List<Runnable> ripe;
        long now;
        synchronized (lock) {
            now = sends;
            ripe = now == seen ? List.copyOf(held) : List.of();
            if (now == seen) {
                turns += asked ? 1 : 0;
                held.clear();
            }
        }
        if (now != seen) {
            toClient.schedule(() -> deliverAll(now), holdNanos.getAsLong(), TimeUnit.NANOSECONDS);
        }
        ripe.forEach(Runnable::run);
    }

    private void delivered() {
        synchronized (lock) {
            if (asked) {
                asked = false;
                traffic = traffic.plus(new Traffic(0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
            }
        }
    }

    private void write(OutputStream out, byte[] bytes) {
        if (silent) {
            return;
        }
        try {
            out.write(bytes);
        } catch (IOException e) {
            if (!silent) {
                close();
            }
        }
    }

    private void end(Socket to) {
        if (silent) {
            return;
        }
        try {
            to.shutdownOutput();
        } catch (IOException e) {
            close();
        }
        if (client.isOutputShutdown() && server.isOutputShutdown()) {
            close();
        }
    }

    /**
     * How often answers were delivered after the client had sent something; all answers that were held together are one
     * delivery.
     */
    long turns() {
        synchronized (lock) {
            return turns;
        }
    }

    /** Whether it {@linkplain Silence#atRest is at rest}, or was silenced before. */
    boolean atRest() {
        synchronized (lock) {
            return silent || Silence.atRest(askedNanos, answeredNanos);
        }
    }

    /** Whether an answer, or the rest of one, is still to come, as far as the connection can be read. */
    boolean unanswered() {
        synchronized (lock) {
            return requests.unanswered() && !over && !silent;
        }
    }

    /** Why it cannot be read, in a few words. */
    Optional<String> unreadable() {
        synchronized (lock) {
            return requests.unreadable();
        }
    }

    /** What went through so far. */
    Traffic traffic() {
        synchronized (lock) {
            return traffic.plus(requests.traffic());
        }
    }

    /** Ends both sides at once. */
    @Override
    public void close() {
        toServer.shutdownNow();
        toClient.shutdownNow();
        forServer.drop();
        forClient.drop();
        for (Socket socket : new Socket[]{client, server}) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is of no use any more, closed or not.
            }
        }
        ended.accept(this);
    }
}
