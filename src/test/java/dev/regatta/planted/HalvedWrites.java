package dev.regatta.planted;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;

import javax.net.SocketFactory;

/** Sockets that hand over in two writes what they are given in one: as a driver does that flushes too early. */
public final class HalvedWrites extends SocketFactory {

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public OutputStream getOutputStream() throws IOException {
                return new Halving(super.getOutputStream());
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw connectLater();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int localPort) {
        throw connectLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw connectLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int localPort) {
        throw connectLater();
    }

    private static UnsupportedOperationException connectLater() {
        return new UnsupportedOperationException("make the socket first, then connect it: " + SocketAddress.class);
    }

    private static final class Halving extends FilterOutputStream {

        Halving(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int half = length / 2;
            if (half > 0) {
                out.write(bytes, offset, half);
            }
            out.write(bytes, offset + half, length - half);
        }
    }
}
