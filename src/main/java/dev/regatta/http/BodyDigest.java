package dev.regatta.http;

import dev.regatta.workload.Digest;

import java.nio.charset.StandardCharsets;

/**
 * The digest of the rows in a body of JSON, computed for every response. It reads the fields {@code id},
 * {@code firstName}, {@code lastName} and {@code randomNumber} wherever an object has them, so that it does not matter
 * what a framework wraps around the rows, as links. Each row counts once its object, or the first one in it, ends.
 */
final class BodyDigest {

    private static final byte[] ID = name("id");
    private static final byte[] FIRST = name("firstName");
    private static final byte[] LAST = name("lastName");
    private static final byte[] NUMBER = name("randomNumber");
    private static final int NONE = -1;

    private final byte[] body;
    private final int end;
    private int at;
    private long digest = Digest.EMPTY;
    private int id = NONE;
    private int number = NONE;
    /** Hash codes of texts; meaningless where a row has none. */
    private int first;
    private int last;
    private boolean hasFirst;
    private boolean hasLast;

    private BodyDigest(byte[] body, int from, int end) {
        this.body = body;
        this.at = from;
        this.end = end;
    }

    private static byte[] name(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /** The digest of the bytes from {@code from} to {@code end}; {@link Digest#EMPTY} if they hold no row. */
    static long of(byte[] body, int from, int end) {
        return new BodyDigest(body, from, end).read();
    }

    private long read() {
        while (at < end) {
            switch (body[at++]) {
                case '"' -> string();
                case '}' -> row();
                default -> {
                    // Structure and values of other fields.
                }
            }
        }
        return digest;
    }

    /** Behind the quotation mark that begins a string: a name if a colon follows it. */
    private void string() {
        int from = at;
        int to = endOfString();
        skipSpace();
        if (at == end || body[at] != ':') {
            return;
        }
        at++;
        skipSpace();
        if (is(ID, from, to)) {
            id = number();
        } else if (is(NUMBER, from, to)) {
            number = number();
        } else if (is(FIRST, from, to)) {
            hasFirst = isText();
            first = hasFirst ? text() : 0;
        } else if (is(LAST, from, to)) {
            hasLast = isText();
            last = hasLast ? text() : 0;
        }
    }

    /** Moves behind the quotation mark that ends a string; answers where that is. */
    private int endOfString() {
        while (at < end && body[at] != '"') {
            at += body[at] == '\\' ? 2 : 1;
        }
        int to = Math.min(at, end);
        at = Math.min(at + 1, end);
        return to;
    }

    private void skipSpace() {
        while (at < end && body[at] <= ' ') {
            at++;
        }
    }

    private boolean is(byte[] name, int from, int to) {
        if (to - from != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (body[from + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** A number without sign and fraction; {@link #NONE} for what is no such number. */
    private int number() {
        int value = NONE;
        while (at < end && body[at] >= '0' && body[at] <= '9') {
            value = (value == NONE ? 0 : value * 10) + body[at++] - '0';
        }
        return value;
    }

    private boolean isText() {
        return at < end && body[at] == '"';
    }

    /** The hash code of a string, as {@link String#hashCode()} defines it: a string for each would cost more than all else. */
    private int text() {
        int from = ++at;
        int to = endOfString();
        int hash = 0;
        for (int i = from; i < to; i++) {
            if (body[i] < 0) {
                return new String(body, from, to - from, StandardCharsets.UTF_8).hashCode();
            }
            hash = 31 * hash + body[i];
        }
        return hash;
    }

    private void row() {
        if (id != NONE && number != NONE) {
            digest = Digest.mix(Digest.mix(digest, id), number);
        } else if (id != NONE && hasFirst && hasLast) {
            // As Digest.mix of a text does.
            digest = Digest.mix(Digest.mix(Digest.mix(digest, id), first), last);
        }
        id = NONE;
        number = NONE;
        hasFirst = false;
        hasLast = false;
    }
}
