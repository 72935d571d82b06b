package dev.regatta.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;

/**
 * Where a relay listens: at the address by which this machine reaches its server, and for clients of this machine only.
 * A driver that takes another way where its server is on the loopback takes the same one with a relay as without.
 */
public final class NearSide {

    private NearSide() {
    }

    /**
     * The address of this machine that connections to {@code server} come from; nothing is sent.
     *
     * @throws IOException if no way leads there
     */
    public static InetAddress of(InetSocketAddress server) throws IOException {
        if (server.isUnresolved()) {
            throw new UnknownHostException("the host " + server.getHostString() + " has no address");
        }
        if (server.getAddress().isLoopbackAddress()) {
            return server.getAddress();
        }
        try (var socket = new DatagramSocket()) {
            socket.connect(server);
            return socket.getLocalAddress();
        } catch (UncheckedIOException e) {
            throw new IOException("no way leads from this machine to " + server + ": " + e.getMessage(), e);
        }
    }

    /** Whether a client that connected to {@code here} is on this machine, as all are on the loopback. */
    static boolean admits(InetAddress here, InetAddress client) throws IOException {
        return here.isLoopbackAddress() || here.equals(client) || NetworkInterface.getByInetAddress(client) != null;
    }
}
