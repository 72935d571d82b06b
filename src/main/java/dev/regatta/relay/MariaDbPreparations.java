package dev.regatta.relay;

import java.util.Map;
import java.util.Queue;

/**
 * Finds in what a server of MariaDB's protocol sends the answers to preparations: the ids that its statements get. An
 * answer begins with a packet of number 1. So does, now and then, a row of a large result; it is told apart by the form
 * of the answer and by its id, as a connection counts its statements up.
 */
final class MariaDbPreparations {

    private static final int HEADER_BYTES = 4;
    /** A zero, the id, two numbers of two bytes, a zero, a number of two bytes, and perhaps one byte more. */
    private static final int FEWEST_BYTES = 12;
    private static final int MOST_BYTES = 13;
    private static final int ZERO_AT = 9;
    private static final int ERROR = 0xff;
    /** Other statements that a connection may have prepared by its texts in between. */
    private static final int FARTHEST = 10_000;

    private final byte[] packet = new byte[MOST_BYTES];
    private int header;
    private int number;
    private int length;
    private int at;
    private int id;

    /** Takes the next bytes, and moves what is answered from {@code preparing} to {@code prepared}. */
    void read(byte[] bytes, Queue<String> preparing, Map<Integer, String> prepared) {
        int from = 0;
        while (from < bytes.length) {
            if (header < HEADER_BYTES) {
                header(bytes[from++] & 0xff);
            } else {
                int take = Math.min(length - at, bytes.length - from);
                if (at < MOST_BYTES) {
                    System.arraycopy(bytes, from, packet, at, Math.min(take, MOST_BYTES - at));
                }
                at += take;
                from += take;
            }
            if (header == HEADER_BYTES && at == length) {
                if (number == 1 && length > 0 && !preparing.isEmpty()) {
                    answer(preparing, prepared);
                }
                header = 0;
                length = 0;
                at = 0;
            }
        }
    }

    private void header(int octet) {
        if (header < HEADER_BYTES - 1) {
            length |= octet << 8 * header;
        } else {
            number = octet;
        }
        header++;
    }

    private void answer(Queue<String> preparing, Map<Integer, String> prepared) {
        if ((packet[0] & 0xff) == ERROR) {
            preparing.remove();
        } else if (length >= FEWEST_BYTES && length <= MOST_BYTES && packet[0] == 0 && packet[ZERO_AT] == 0) {
            int next = MariaDbRequests.number(packet, 1);
            if (next > id && next <= id + FARTHEST) {
                id = next;
                prepared.put(id, preparing.remove());
            }
        }
    }
}
