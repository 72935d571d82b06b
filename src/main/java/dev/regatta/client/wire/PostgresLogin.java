package dev.regatta.client.wire;

import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Startup and authentication of a PostgreSQL connection: trust, MD5 and SCRAM-SHA-256; a clear-text password is never
 * sent.
 */
final class PostgresLogin {

    private static final int PROTOCOL_3_0 = 3 << 16;

    private final PostgresMessages messages;
    private final Endpoint endpoint;

    PostgresLogin(PostgresMessages messages, Endpoint endpoint) {
        this.messages = messages;
        this.endpoint = endpoint;
    }

    /** Logs in and reads up to the first ReadyForQuery. */
    void run() throws IOException {
        var startup = new Request(ByteOrder.BIG_ENDIAN).int4(0).int4(PROTOCOL_3_0);
        startup.string("user").string(endpoint.user()).string("database").string(endpoint.database());
        startup.string("client_encoding").string("UTF8").string("application_name").string("regatta").int1(0);
        messages.send(startup.patchInt4(0, startup.size()).build());
        var scram = new Scram("", endpoint.password(), nonce());
        while (true) {
            switch (messages.next()) {
                case 'R' -> authenticate(scram);
                case 'E' -> throw messages.error();
                case 'Z' -> {
                    return;
                }
                case 'S', 'K', 'N' -> {
                    // Parameters, the cancellation key and notices are not needed.
                }
                default -> throw new IOException("it does not answer like a PostgreSQL server");
            }
        }
    }

    private void authenticate(Scram scram) throws IOException {
        int method = messages.body().getInt();
        switch (method) {
            case 0 -> {
                // Accepted.
            }
            case 5 -> {
                var salt = new byte[4];
                messages.body().get(salt);
                answer(new Request(ByteOrder.BIG_ENDIAN).string(md5(endpoint.user(), endpoint.password(), salt)));
            }
            case 10 -> {
                List<String> mechanisms = mechanisms();
                if (!mechanisms.contains(Scram.MECHANISM)) {
                    throw new IOException("the server offers " + mechanisms + ", expected " + Scram.MECHANISM);
                }
                byte[] first = scram.clientFirst().getBytes(StandardCharsets.UTF_8);
                answer(new Request(ByteOrder.BIG_ENDIAN).string(Scram.MECHANISM).int4(first.length).raw(first));
            }
            case 11 -> answer(
                    new Request(ByteOrder.BIG_ENDIAN).text(scram.clientFinal(messages.text(messages.unread()))));
            case 12 -> scram.verify(messages.text(messages.unread()));
            case 3 -> throw new IOException("the server asks for the password in clear text, which is never sent: "
                    + "set scram-sha-256 in its pg_hba.conf");
            default -> throw new IOException("the server asks for authentication method " + method
                    + ", expected trust, md5 or scram-sha-256 in its pg_hba.conf");
        }
    }

    private List<String> mechanisms() {
        var mechanisms = new ArrayList<String>();
        for (String mechanism = messages.string(); !mechanism.isEmpty(); mechanism = messages.string()) {
            mechanisms.add(mechanism);
        }
        return mechanisms;
    }

    private void answer(Request body) throws IOException {
        var content = body.build();
        var bytes = new byte[content.remaining()];
        content.get(bytes);
        var message = PostgresMessages.begin(new Request(ByteOrder.BIG_ENDIAN), 'p').raw(bytes);
        messages.send(PostgresMessages.finish(message, 0).build());
    }

    /** {@code md5} and the hexadecimal MD5 of (the hexadecimal MD5 of password and user) and salt. */
    static String md5(String user, String password, byte[] salt) {
        try {
            var md5 = MessageDigest.getInstance("MD5");
            var hex = HexFormat.of();
            String inner = hex.formatHex(md5.digest((password + user).getBytes(StandardCharsets.UTF_8)));
            md5.update(inner.getBytes(StandardCharsets.US_ASCII));
            return "md5" + hex.formatHex(md5.digest(salt));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    private static String nonce() {
        var random = new byte[18];
        new SecureRandom().nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }
}
