package dev.regatta.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The bytes of one HTTP/1.1 response, as they come in: with a length, or in chunks. Nobody sends the next request before
 * it is whole, so that nothing follows it.
 */
final class Response {

    private static final int FIRST = 4096;
    /** No body of ours comes near it. */
    private static final int LARGEST = 1 << 20;
    private static final int STATUS = 9;
    private static final int OK = 200;

    private byte[] bytes = new byte[FIRST];
    private int length;
    private int status;
    private boolean closes;
    private int body;
    private int bodyEnd;

    /** Forgets the last response. */
    void clear() {
        length = 0;
        status = 0;
    }

    /**
     * Takes what has come in.
     *
     * @return whether the response is whole now
     * @throws IOException if this is no response, with what it is
     */
    boolean take(ByteBuffer more) throws IOException {
        int needed = length + more.remaining();
        if (needed > LARGEST) {
            throw new IOException("a response has more than " + LARGEST + " bytes");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
        int count = more.remaining();
        more.get(bytes, length, count);
        length += count;
        return whole();
    }

    /** From the beginning each time: most responses come in one piece. */
    private boolean whole() throws IOException {
        int headersEnd = indexOf("\r\n\r\n", 0);
        if (headersEnd < 0) {
            return false;
        }
        readStatus();
        int contentLength = -1;
        boolean chunked = false;
        closes = false;
        for (int line = indexOf("\r\n", 0) + 2; line < headersEnd + 2; line = indexOf("\r\n", line) + 2) {
            if (header(line, "content-length:")) {
                contentLength = decimal(line + "content-length:".length());
            } else if (header(line, "transfer-encoding:")) {
                chunked = value(line).contains("chunked");
            } else if (header(line, "connection:")) {
                closes = value(line).contains("close");
            }
        }
        body = headersEnd + 4;
        if (chunked) {
            return chunks();
        }
        if (contentLength < 0) {
            throw new IOException("a response tells neither its length nor that it comes in chunks: " + told());
        }
        bodyEnd = body + contentLength;
        return length >= bodyEnd;
    }

    private void readStatus() throws IOException {
        if (!header(0, "http/1.1 ")) {
            throw new IOException("this is no response of HTTP/1.1: " + told());
        }
        status = decimal(STATUS);
    }

    /** Brings the chunks together, once the last one has come. */
    private boolean chunks() throws IOException {
        int at = body;
        while (true) {
            int line = indexOf("\r\n", at);
            if (line < 0) {
                return false;
            }
            int size = hexadecimal(at, line);
            if (size == 0) {
                // No trailers.
                if (length < line + 4) {
                    return false;
                }
                break;
            }
            at = line + 2 + size + 2;
            if (at > length) {
                return false;
            }
        }
        int to = body;
        at = body;
        for (int line = indexOf("\r\n", at); hexadecimal(at, line) > 0; line = indexOf("\r\n", at)) {
            int size = hexadecimal(at, line);
            System.arraycopy(bytes, line + 2, bytes, to, size);
            to += size;
            at = line + 2 + size + 2;
        }
        bodyEnd = to;
        return true;
    }

    private int hexadecimal(int from, int to) throws IOException {
        int size = 0;
        for (int at = from; at < to; at++) {
            int digit = Character.digit(bytes[at], 16);
            if (digit < 0 || size > LARGEST) {
                throw new IOException("a chunk has no size: " + told());
            }
            size = 16 * size + digit;
        }
        if (from == to) {
            throw new IOException("a chunk has no size: " + told());
        }
        return size;
    }

    private int decimal(int from) {
        int at = from;
        while (at < length && bytes[at] == ' ') {
            at++;
        }
        int value = 0;
        while (at < length && bytes[at] >= '0' && bytes[at] <= '9' && value < LARGEST) {
            value = 10 * value + bytes[at++] - '0';
        }
        return value;
    }

    private boolean header(int line, String lowerCaseName) {
        if (line + lowerCaseName.length() > length) {
            return false;
        }
        for (int i = 0; i < lowerCaseName.length(); i++) {
            int letter = bytes[line + i];
            if ((letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter) != lowerCaseName.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String value(int line) {
        return new String(bytes, line, indexOf("\r\n", line) - line, StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT);
    }

    private int indexOf(String text, int from) {
        for (int at = from; at + text.length() <= length; at++) {
            int same = 0;
            while (same < text.length() && bytes[at + same] == text.charAt(same)) {
                same++;
            }
            if (same == text.length()) {
                return at;
            }
        }
        return -1;
    }

    /** Whether the service closes the connection behind it. */
    boolean closes() {
        return closes;
    }

    /**
     * The digest of the rows in it.
     *
     * @throws IOException if its status is another than 200, with what it says
     */
    long digest() throws IOException {
        if (status != OK) {
            throw new IOException("the service answered with status " + status + ": "
                    + new String(bytes, body, Math.min(bodyEnd - body, 300), StandardCharsets.UTF_8).strip());
        }
        return BodyDigest.of(bytes, body, bodyEnd);
    }

    /** Its first line. */
    private String told() {
        return new String(bytes, 0, Math.min(length, 80), StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
    }
}
