package dev.regatta.relay;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * How a client has a relay go silent: it opens a connection, opens those that it wants to lose, and then sends
 * {@value #WORD} over the first one, which no client of a database sends. The relay answers with the same word when all
 * connections that were opened after the first one are half-open: it has ended their server sides, and neither answers
 * their clients nor ends them.
 */
public final class Silence {

    /** What asks for it, and what answers. */
    public static final String WORD = "regatta: be silent\n";

    private static final ByteBuffer BYTES = ByteBuffer.wrap(WORD.getBytes(StandardCharsets.US_ASCII))
            .asReadOnlyBuffer();

    private Silence() {
    }

    /** Whether these bytes ask for it. */
    static boolean asked(ByteBuffer bytes) {
        return BYTES.equals(bytes);
    }

    /** The same word, to be sent. */
    static byte[] bytes() {
        return WORD.getBytes(StandardCharsets.US_ASCII);
    }
}
