package dev.regatta.client.wire;

import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;

/** Opens the socket and the dialect's login over it, and puts failures into words. */
final class Connecting {

    /** How long the TCP handshake may take; nothing after it has a time limit. */
    private static final int CONNECT_MILLIS = 10_000;

    private Connecting() {
    }

    static WireConnection to(Endpoint endpoint) throws IOException {
        var address = new InetSocketAddress(endpoint.host(), endpoint.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException("cannot connect to " + endpoint + ": the host name is unknown");
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, CONNECT_MILLIS);
        } catch (IOException e) {
            channel.close();
            throw new IOException("cannot connect to " + endpoint + ": " + e.getMessage() + "; is the server running?",
                    e);
        }
        try {
            return switch (endpoint.dialect()) {
                case POSTGRESQL -> new PostgresConnection(channel, endpoint);
                case MARIADB -> new MariaDbConnection(channel, endpoint);
            };
        } catch (IOException e) {
            channel.close();
            throw new IOException("cannot log in to " + endpoint + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            channel.close();
            throw new IOException("cannot log in to " + endpoint + ": its answers are not understood, is it a "
                    + endpoint.dialect() + " server?", e);
        }
    }
}
