package dev.regatta.client.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;

/** A blocking channel with one read buffer outside the heap, so that the kernel copies bytes exactly once. */
final class Stream {

    private static final int BUFFER_BYTES = 1 << 16;

    private final ByteChannel channel;
    private ByteBuffer in;

    Stream(ByteChannel channel, ByteOrder order) {
        this.channel = channel;
        this.in = ByteBuffer.allocateDirect(BUFFER_BYTES).order(order).limit(0);
    }

    /**
     * The read buffer with at least {@code bytes} unread ones, waiting as long as it takes. Earlier positions and
     * earlier returned buffers are void after this.
     *
     * @throws EOFException if the server closed the connection
     */
    ByteBuffer await(int bytes) throws IOException {
        if (in.remaining() < bytes) {
            fill(bytes);
        }
        return in;
    }

    private void fill(int bytes) throws IOException {
        if (bytes > in.capacity()) {
            in = ByteBuffer.allocateDirect(Math.max(bytes, 2 * in.capacity())).order(in.order()).put(in);
        } else {
            in.compact();
        }
        try {
            do {
                if (channel.read(in) < 0) {
                    throw new EOFException("the server closed the connection");
                }
            } while (in.position() < bytes);
        } finally {
            in.flip();
        }
    }

    /** Writes the whole of {@code request}, which can be sent again afterwards. */
    void send(ByteBuffer request) throws IOException {
        request.rewind();
        do {
            channel.write(request);
        } while (request.hasRemaining());
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was waiting for this connection any more.
        }
    }
}
