package dev.regatta.client.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * PostgreSQL's messages: a type byte, a length that includes itself, a body.
 *
 * @see <a href="https://www.postgresql.org/docs/current/protocol-message-formats.html">Message Formats</a>
 */
final class PostgresMessages {

    private static final int HEADER_BYTES = 5;

    private final Stream stream;
    private ByteBuffer in;
    private int end;

    PostgresMessages(ByteChannel channel) {
        stream = new Stream(channel, ByteOrder.BIG_ENDIAN);
        in = ByteBuffer.allocate(0);
    }

    /** Starts a message of {@code type}; {@link #finish(Request, int)} fills in its length. */
    static Request begin(Request request, char type) {
        return request.int1(type).int4(0);
    }

    /** Fills in the length of the message whose type byte is at {@code start}. */
    static Request finish(Request request, int start) {
        return request.patchInt4(start + 1, request.size() - start - 1);
    }

    void send(ByteBuffer request) throws IOException {
        stream.send(request);
    }

    /** Waits for the next whole message and returns its type; {@link #body()} then stands at its body's start. */
    byte next() throws IOException {
        in.position(end);
        in = stream.await(HEADER_BYTES);
        int bytes = 1 + in.getInt(in.position() + 1);
        in = stream.await(bytes);
        int at = in.position();
        in.position(at + HEADER_BYTES);
        end = at + bytes;
        return in.get(at);
    }

    /** The body of the current message, valid until {@link #next()}. */
    ByteBuffer body() {
        return in;
    }

    /** How many bytes of the body are unread. */
    int unread() {
        return end - in.position();
    }

    /** The next {@code length} bytes of the body as text. */
    String text(int length) {
        var bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The text up to the next zero byte of the body. */
    String string() {
        int start = in.position();
        int zero = start;
        while (in.get(zero) != 0) {
            zero++;
        }
        String text = text(zero - start);
        in.get();
        return text;
    }

    /**
     * The count at the end of a CommandComplete such as {@code INSERT 0 1}, whose tag starts with {@code before}
     * characters.
     */
    int count(int before) {
        int count = 0;
        int at = in.position() + before;
        for (byte digit = in.get(at); digit != 0; digit = in.get(++at)) {
            count = 10 * count + digit - '0';
        }
        return count;
    }

    /** The current message, an ErrorResponse, in the server's words. */
    ServerError error() {
        String code = "";
        String message = "";
        for (byte field = in.get(); field != 0; field = in.get()) {
            String value = string();
            if (field == 'C') {
                code = value;
            } else if (field == 'M') {
                message = value;
            }
        }
        return new ServerError(code, message);
    }

    /**
     * Reads up to ReadyForQuery after an error, so that the connection can be used again.
     *
     * @return {@code error}, to be thrown
     */
    ServerError recover(ServerError error) throws IOException {
        try {
            while (next() != 'Z') {
                continue;
            }
        } catch (IOException closed) {
            error.addSuppressed(closed);
        }
        return error;
    }

    void close() {
        stream.close();
    }
}
