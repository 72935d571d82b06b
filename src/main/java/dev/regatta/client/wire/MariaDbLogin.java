package dev.regatta.client.wire;

import dev.regatta.workload.Endpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Handshake and authentication of a MariaDB connection with {@code mysql_native_password}. */
final class MariaDbLogin {

    private static final int HANDSHAKE_10 = 10;
    private static final int SCRAMBLE_BYTES = 20;
    private static final int UTF8MB4_GENERAL_CI = 45;

    private static final int CLIENT_MYSQL = 1;
    /** An update acknowledges the rows it found, as with drivers, also those that already had the new value. */
    private static final int FOUND_ROWS = 1 << 1;
    private static final int CONNECT_WITH_DB = 1 << 3;
    private static final int PROTOCOL_41 = 1 << 9;
    private static final int TRANSACTIONS = 1 << 13;
    private static final int SECURE_CONNECTION = 1 << 15;
    private static final int PLUGIN_AUTH = 1 << 19;
    private static final int DEPRECATE_EOF = 1 << 24;
    private static final int WANTED = FOUND_ROWS | CONNECT_WITH_DB | PROTOCOL_41 | TRANSACTIONS | SECURE_CONNECTION
            | PLUGIN_AUTH
            | DEPRECATE_EOF;

    /** Bits 34 and 36 of the whole set: bulk statements, and no repeated metadata for prepared statements. */
    private static final int STATEMENT_BULK = 1 << 2;
    private static final int CACHE_METADATA = 1 << 4;

    private final MariaDbPackets packets;
    private final Endpoint endpoint;

    MariaDbLogin(MariaDbPackets packets, Endpoint endpoint) {
        this.packets = packets;
        this.endpoint = endpoint;
    }

    /** Logs in. Returns whether column counts are followed by a byte that says if metadata follows. */
    boolean run() throws IOException {
        if (packets.nextOrError() != HANDSHAKE_10) {
            throw new IOException("it does not greet like a MariaDB server");
        }
        var in = packets.body();
        in.get();
        String version = packets.string();
        packets.skip(4);
        var scramble = new ByteArrayOutputStream();
        scramble.writeBytes(packets.bytes(8));
        packets.skip(1);
        int capabilities = in.getShort() & 0xffff;
        packets.skip(3);
        capabilities |= in.getShort() << 16;
        packets.skip(1 + 6);
        int extended = in.getInt();
        scramble.writeBytes(packets.bytes(SCRAMBLE_BYTES - 8));
        if ((capabilities & CLIENT_MYSQL) != 0 || (capabilities & WANTED) != WANTED
                || (extended & STATEMENT_BULK) == 0) {
            throw new IOException("server version " + version + " is not spoken, expected MariaDB 10.2 or newer");
        }
        int wantedExtended = STATEMENT_BULK | extended & CACHE_METADATA;
        byte[] answer = NativePassword.answer(endpoint.password(), scramble.toByteArray());
        var response = MariaDbPackets.begin(packets.answerSequence()).int4(WANTED).int4(0xff_ffff);
        response.int1(UTF8MB4_GENERAL_CI).raw(new byte[19]).int4(wantedExtended).string(endpoint.user());
        response.int1(answer.length).raw(answer).string(endpoint.database()).string(NativePassword.PLUGIN);
        packets.send(MariaDbPackets.finish(response));
        if (packets.nextOrError() == MariaDbPackets.END) {
            switchMethod();
        }
        return (wantedExtended & CACHE_METADATA) != 0;
    }

    /** The server chose another method, or another scramble, for this user. */
    private void switchMethod() throws IOException {
        packets.skip(1);
        String plugin = packets.string();
        if (!plugin.equals(NativePassword.PLUGIN)) {
            throw new IOException(
                    "the server asks for authentication by '" + plugin + "', expected a user created with "
                            + NativePassword.PLUGIN);
        }
        byte[] scramble = packets.bytes(packets.unread());
        byte[] answer = NativePassword.answer(endpoint.password(), Arrays.copyOf(scramble, SCRAMBLE_BYTES));
        packets.send(MariaDbPackets.finish(MariaDbPackets.begin(packets.answerSequence()).raw(answer)));
        packets.nextOrError();
    }
}
