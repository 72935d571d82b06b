package dev.regatta.database;

import dev.regatta.load.Clock;
import dev.regatta.workload.Endpoint;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a server says to a client that has not yet given its password. It proves that the server accepts logins, which
 * an open port does not, and needs no driver.
 */
final class Greeting {

    private static final int ATTEMPT_MILLIS = 1_000;
    private static final int PAUSE_MILLIS = 50;

    private Greeting() {
    }

    /**
     * Asks the server at {@code endpoint}.
     *
     * @param timeoutMillis for the connect and for the answer, each
     * @throws IOException saying in its message why the server cannot be used (yet)
     */
    static void of(Endpoint endpoint, int timeoutMillis) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            var in = new DataInputStream(socket.getInputStream());
            switch (endpoint.dialect()) {
                case POSTGRESQL -> postgresql(endpoint, in, new DataOutputStream(socket.getOutputStream()));
                case MARIADB -> mariadb(in);
            }
        }
    }

    /**
     * Waits until the server at {@code endpoint}, which is starting, answers.
     *
     * @param death how it ended, asked after each attempt that fails; empty while it runs
     * @throws IOException saying how it ended, or why it cannot be used when {@code limit} is over; without a cause,
     *                     because the innermost message is what people read
     */
    static void await(Endpoint endpoint, Duration limit, Supplier<Optional<String>> death)
            throws IOException, InterruptedException {
        long deadlineNanos = Clock.nanos() + limit.toNanos();
        while (true) {
            try {
                of(endpoint, ATTEMPT_MILLIS);
                return;
            } catch (IOException e) {
                Optional<String> ended = death.get();
                if (ended.isPresent()) {
                    throw new IOException(ended.get());
                }
                if (Clock.nanos() > deadlineNanos) {
                    throw new IOException("no login within " + limit.toSeconds() + " s: " + e.getMessage());
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** Sends a StartupMessage, protocol 3.0, and expects a request to authenticate. */
    private static void postgresql(Endpoint endpoint, DataInputStream in, DataOutputStream out)
            throws IOException {
        var body = new ByteArrayOutputStream();
        for (String text : new String[]{"user", endpoint.user(), "database", endpoint.database(), ""}) {
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            body.write(0);
        }
        var message = new ByteArrayOutputStream();
        var fields = new DataOutputStream(message);
        fields.writeInt(8 + body.size());
        fields.writeInt(3 << 16);
        body.writeTo(fields);
        message.writeTo(out);
        out.flush();

        int type = in.read();
        if (type == 'R') {
            return;
        }
        if (type != 'E') {
            throw new IOException(type < 0 ? "the server closed the connection" : "the server is no PostgreSQL");
        }
        byte[] error = in.readNBytes(Math.clamp(in.readInt() - 4L, 0, 10_000));
        for (String field : new String(error, StandardCharsets.UTF_8).split("\0")) {
            if (field.startsWith("M")) {
                throw new IOException("the server says: " + field.substring(1));
            }
        }
        throw new IOException("the server refuses the connection");
    }

    /** Reads the initial handshake packet: length (3 bytes), number (1), protocol version 10 (1). */
    private static void mariadb(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(4);
        int length = header.length < 4 ? 0 : (header[0] & 0xFF) | (header[1] & 0xFF) << 8;
        byte[] packet = in.readNBytes(length);
        if (packet.length == 0) {
            throw new IOException("the server closed the connection");
        }
        if ((packet[0] & 0xFF) == 0xFF) {
            throw new IOException("the server says: "
                    + new String(packet, Math.min(3, length), Math.max(0, length - 3), StandardCharsets.UTF_8));
        }
        if (packet[0] != 10) {
            throw new IOException("the server is no MariaDB");
        }
    }
}
