package dev.regatta.relay;

/** Finds the requests in what one client sends. TLS and compression are not understood, and not used by our clients. */
abstract class Requests {

    private long statements;
    private long preparations;

    /** Takes the next bytes, which may end anywhere in a message. */
    final void read(byte[] bytes) {
        for (byte octet : bytes) {
            next(octet & 0xff);
        }
    }

    /** Takes the next byte, 0 to 255. */
    abstract void next(int octet);

    final void statement() {
        statements++;
    }

    final void preparation() {
        preparations++;
    }

    final long statements() {
        return statements;
    }

    final long preparations() {
        return preparations;
    }
}
