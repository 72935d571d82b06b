package dev.regatta.relay;

import dev.regatta.load.Clock;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * How a client has a relay go silent: it opens a connection, opens those that it wants to lose, and then sends
 * {@value #WORD} over the first one, which no client of a database sends. The relay waits until those that were opened
 * after the first one are at rest: a pool may still log in although all callers have been served, and a driver without a
 * limit for that would wait for good. It waits for a second at most: a pool may also go on asking whether its connections
 * are alive. The relay answers with the same word when all of them are half-open: it has ended their server sides, and
 * neither answers their clients nor ends them.
 */
public final class Silence {

    /** What asks for it, and what answers. */
    public static final String WORD = "regatta: be silent\n";

    /** How often a relay looks whether connections are at rest. */
    static final long LOOK_MILLIS = 5;
    /** Longer than a client usually takes from an answer to what it sends next, on a busy machine too. */
    private static final long REST_NANOS = 50_000_000;
    private static final long MOST_NANOS = 1_000_000_000;

    private static final ByteBuffer BYTES = ByteBuffer.wrap(WORD.getBytes(StandardCharsets.US_ASCII))
            .asReadOnlyBuffer();

    private Silence() {
    }

    /** Whether these bytes ask for it. */
    static boolean asked(ByteBuffer bytes) {
        return BYTES.equals(bytes);
    }

    /**
     * Whether a connection is at rest: its server has had the last word, and nothing was sent for a while.
     *
     * @param askedNanos    when the client last sent something; before it has, when it connected
     * @param answeredNanos when the server did
     */
    static boolean atRest(long askedNanos, long answeredNanos) {
        return answeredNanos - askedNanos > 0 && Clock.nanos() - answeredNanos >= REST_NANOS;
    }

    /** Whether it was asked for so long ago that it comes whatever goes on. */
    static boolean due(long askedNanos) {
        return Clock.nanos() - askedNanos >= MOST_NANOS;
    }

    /** The same word, to be sent. */
    static byte[] bytes() {
        return WORD.getBytes(StandardCharsets.US_ASCII);
    }
}
