package dev.regatta.client.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * MariaDB's packets: three bytes of length, a sequence number, a body.
 *
 * @see <a href="https://mariadb.com/docs/server/reference/clientserver-protocol">Client/Server Protocol</a>
 */
final class MariaDbPackets implements Exchange {

    /** First byte of a response that reports success without rows. */
    static final int OK = 0x00;
    /** First byte of a response that reports an error. */
    static final int ERROR = 0xff;
    /** First byte of the packet that ends rows, and of an authentication switch. */
    static final int END = 0xfe;

    private static final int HEADER_BYTES = 4;
    private static final int MOST_BYTES = 0xff_ffff;

    private final Stream stream;
    private ByteBuffer in;
    private int end;
    private int sequence;

    MariaDbPackets(ByteChannel channel) {
        stream = new Stream(channel, ByteOrder.LITTLE_ENDIAN);
        in = ByteBuffer.allocate(0);
    }

    /** Starts a packet with a sequence number; {@link #finish(Request)} fills in its length. */
    static Request begin(int sequence) {
        return new Request(ByteOrder.LITTLE_ENDIAN).int4(sequence << 24);
    }

    /** The bytes of the one packet in {@code request}, with its length filled in. */
    static ByteBuffer finish(Request request) {
        int length = request.size() - HEADER_BYTES;
        if (length >= MOST_BYTES) {
            throw new IllegalArgumentException("a request of " + length + " bytes does not fit into one packet");
        }
        ByteBuffer built = request.build();
        return built.putInt(0, built.getInt(0) | length);
    }

    @Override
    public void send(ByteBuffer request) throws IOException {
        stream.send(request);
    }

    /** Waits for the next whole packet; {@link #body()} then stands at its start. Returns its first byte, unsigned. */
    int next() throws IOException {
        in.position(end);
        in = stream.await(HEADER_BYTES);
        int header = in.getInt(in.position());
        int bytes = HEADER_BYTES + (header & MOST_BYTES);
        sequence = header >>> 24;
        if (bytes <= HEADER_BYTES || bytes >= MOST_BYTES) {
            throw new IOException("a packet of " + (bytes - HEADER_BYTES) + " bytes, expected 1 byte to 16 MiB");
        }
        in = stream.await(bytes);
        int at = in.position();
        in.position(at + HEADER_BYTES);
        end = at + bytes;
        return in.get(at + HEADER_BYTES) & 0xff;
    }

    /** Like {@link #next()}, with an error packet turned into its exception. */
    int nextOrError() throws IOException {
        int first = next();
        if (first == ERROR) {
            throw error();
        }
        return first;
    }

    @Override
    public void begun() throws IOException {
        acknowledged();
    }

    @Override
    public int acknowledged() throws IOException {
        nextOrError();
        skip(1);
        return (int) length();
    }

    /** The body of the current packet, valid until {@link #next()}. */
    ByteBuffer body() {
        return in;
    }

    /** How many bytes of the body are unread. */
    int unread() {
        return end - in.position();
    }

    /** The sequence number that answers the current packet. */
    int answerSequence() {
        return sequence + 1 & 0xff;
    }

    /** A length-encoded integer. */
    long length() {
        int first = in.get() & 0xff;
        return switch (first) {
            case 0xfc -> in.getShort() & 0xffff;
            case 0xfd -> in.getShort() & 0xffff | (in.get() & 0xff) << 16;
            case 0xfe -> in.getLong();
            default -> first;
        };
    }

    /** The next {@code length} bytes. */
    byte[] bytes(int length) {
        var bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** The next {@code length} bytes as text. */
    String text(int length) {
        return new String(bytes(length), StandardCharsets.UTF_8);
    }

    /** The text up to the next zero byte, which is skipped, or up to the end of the packet. */
    String string() {
        int zero = in.position();
        while (zero < end && in.get(zero) != 0) {
            zero++;
        }
        String text = text(zero - in.position());
        skip(Math.min(1, unread()));
        return text;
    }

    void skip(int bytes) {
        in.position(in.position() + bytes);
    }

    /** The current packet, an error, in the server's words. */
    ServerError error() {
        in.get();
        String code = Integer.toString(in.getShort() & 0xffff);
        if (unread() > 5 && in.get(in.position()) == '#') {
            code += "/" + text(6).substring(1);
        }
        return new ServerError(code, text(unread()));
    }

    void close() {
        stream.close();
    }
}
