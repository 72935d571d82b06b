package dev.regatta.worker;

import dev.regatta.relay.Silence;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Connections that are neither answered nor ended any more, as when the server's machine has failed.
 *
 * @param relay goes silent
 */
record HalfOpen(InetSocketAddress relay) implements Outages {

    private static final int MOST_MILLIS = 10_000;
    private static final int CHUNK = 1 << 10;

    /** Those of a relay before the server. */
    static HalfOpen of(Endpoint endpoint) {
        return new HalfOpen(new InetSocketAddress(endpoint.host(), endpoint.port()));
    }

    @Override
    public Ahead ahead() throws IOException {
        var asking = new Socket();
        asking.connect(relay, MOST_MILLIS);
        asking.setSoTimeout(MOST_MILLIS);
        return new Ahead() {
            @Override
            public void come() throws IOException {
                asking.getOutputStream().write(Silence.WORD.getBytes(StandardCharsets.US_ASCII));
                awaitAnswer(asking.getInputStream());
            }

            @Override
            public void close() throws IOException {
                asking.close();
            }
        };
    }

    /** A server that speaks first has greeted before. */
    private static void awaitAnswer(InputStream in) throws IOException {
        var heard = new StringBuilder();
        byte[] chunk = new byte[CHUNK];
        while (heard.indexOf(Silence.WORD) < 0) {
            int length = in.read(chunk);
            if (length < 0) {
                throw new IOException("there is no relay before the server that could go silent:"
                        + " this workload runs behind one only");
            }
            heard.append(new String(chunk, 0, length, StandardCharsets.ISO_8859_1));
        }
    }
}
