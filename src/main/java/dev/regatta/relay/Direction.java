package dev.regatta.relay;

import dev.regatta.load.Clock;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One direction of a connection through a {@link DelayingRelay}. One thread reads and one writes. Bytes are written in
 * the order in which they were read, and so is the end of them; an abort of one side aborts the other. As long as too
 * much of what was read waits to be written, nothing more is read. A {@linkplain Silence silent} one reads what its
 * client sends until that is closed, and writes nothing.
 */
final class Direction {

    /** Bytes that were read and not yet written. */
    static final long MOST_HELD = 1 << 20;
    /** The overhead in memory of each piece. */
    private static final int OVERHEAD = 128;

    private final SelectionKey from;
    private final SelectionKey to;
    private final Queue<ByteBuffer> due = new ArrayDeque<>();
    private final AtomicLong held = new AtomicLong();
    private final boolean ofClient;
    private final long number;
    private volatile boolean stopped;
    private volatile boolean silent;
    private volatile long readNanos = Clock.nanos();
    private boolean ended;
    private Direction back;

    private Direction(SelectionKey from, SelectionKey to, boolean ofClient, long number) {
        this.from = from;
        this.to = to;
        this.ofClient = ofClient;
        this.number = number;
    }

    /**
     * Joins two sides, whose channels do not block, and lets them flow; the selector must be woken up then.
     *
     * @param number larger than that of each connection before it
     */
    static Direction join(SelectionKey client, SelectionKey server, long number) {
        // The server's first: as long as neither has sent anything, it is the server that has something to say.
        Direction back = new Direction(server, client, false, number);
        Direction there = new Direction(client, server, true, number);
        there.back = back;
        back.back = there;
        client.attach(there);
        server.attach(back);
        client.interestOps(SelectionKey.OP_READ);
        server.interestOps(SelectionKey.OP_READ);
        return there;
    }

    /** The other direction. */
    Direction back() {
        return back;
    }

    /**
     * Reads what there is, at most what {@code chunk} takes; nothing remains in the answer at the end.
     *
     * @throws IOException if this side aborted
     */
    Optional<ByteBuffer> read(ByteBuffer chunk) throws IOException {
        int length = channel(from).read(chunk);
        if (silent) {
            if (length < 0) {
                close();
            }
            return Optional.empty();
        }
        if (length == 0) {
            return Optional.empty();
        }
        if (length < 0) {
            from.interestOpsAnd(~SelectionKey.OP_READ);
            return Optional.of(ByteBuffer.allocate(0));
        }
        readNanos = Clock.nanos();
        ByteBuffer bytes = ByteBuffer.allocate(length).put(chunk.flip()).flip();
        if (held.addAndGet(length + OVERHEAD) > MOST_HELD) {
            // In this order: a writer that sees the flag lets reading go on, and this must come after it was stopped.
            from.interestOpsAnd(~SelectionKey.OP_READ);
            stopped = true;
            // The writer may have been done before it could see that.
            goOn();
        }
        return Optional.of(bytes);
    }

    private void goOn() {
        if (stopped && held.get() <= MOST_HELD / 2) {
            stopped = false;
            from.interestOpsOr(SelectionKey.OP_READ);
            from.selector().wakeup();
        }
    }

    /** Writes what was read earlier, behind what is still to be written. */
    void deliver(ByteBuffer bytes) {
        due.add(bytes);
        if (due.size() == 1) {
            flush();
        }
    }

    /** Whether this is the client's direction of a connection that began after that of {@code other}. */
    boolean beganAfter(Direction other) {
        return ofClient && number > other.number;
    }

    /** Whether its connection {@linkplain Silence#atRest is at rest}; asked of the client's direction. */
    boolean atRest() {
        return Silence.atRest(readNanos, back.readNanos);
    }

    /** Ends the server's side of its connection, and has the client see nothing of that; told to the client's direction. */
    void silence() {
        silent = true;
        back.silent = true;
        try {
            channel(to).close();
        } catch (IOException e) {
            // It is of no use any more, closed or not.
        }
    }

    /** Writes what is due, as far as the other side takes it. */
    void flush() {
        if (silent) {
            due.clear();
            return;
        }
        try {
            for (ByteBuffer bytes = due.peek(); bytes != null; bytes = due.peek()) {
                if (bytes.limit() == 0) {
                    end();
                } else if (channel(to).write(bytes) < 0 || bytes.hasRemaining()) {
                    to.interestOpsOr(SelectionKey.OP_WRITE);
                    to.selector().wakeup();
                    return;
                } else {
                    held.addAndGet(-bytes.limit() - OVERHEAD);
                    goOn();
                }
                due.remove();
            }
        } catch (IOException | CancelledKeyException e) {
            // One side aborted, so must the other; what was on its way is lost as it would be without a relay.
            if (!silent) {
                abort();
            }
        }
    }

    private void end() throws IOException {
        channel(to).shutdownOutput();
        ended = true;
        if (back.ended) {
            close();
        }
    }

    /** Aborts both sides because one of them was aborted; what is held is lost. */
    void abort() {
        if (silent && !ofClient) {
            // That is how it was ended.
            return;
        }
        for (SelectionKey side : new SelectionKey[]{from, to}) {
            try {
                channel(side).setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                // It is closed already.
            }
        }
        close();
    }

    /** Ends both sides; what is held is lost. */
    void close() {
        for (SelectionKey side : new SelectionKey[]{from, to}) {
            try {
                channel(side).close();
            } catch (IOException e) {
                // It is of no use any more, closed or not.
            }
        }
        // Channels of a selector are closed by it.
        from.selector().wakeup();
    }

    private static SocketChannel channel(SelectionKey key) {
        return (SocketChannel) key.channel();
    }
}
